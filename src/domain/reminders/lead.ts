/**
 * The lead is how long before the start a reminder falls due, in minutes of elapsed time. A practice has its own lead
 * and may have two further leads. Each lead has a slot, which is a number, and an appointment has a reminder for each
 * slot. A lead of 0 is off. The practice's own lead has slot 0. When the own lead is off, all leads are off.
 */
import type { NoticeReason, NoticeStatus } from './notice.ts'

/** The lead of a practice that has not set it (RULES §2.4). */
export const defaultLeadMinutes = 1440
/** The longest lead: a year, in minutes. */
export const longestLead = 525_600
/** How many leads a practice can have besides its own. */
export const mostFurtherLeads = 2

/** When a reminder falls due. Instants are epoch milliseconds. */
export const dueTime = (startAt: number, leadMinutes: number): number => startAt - leadMinutes * 60_000

/**
 * The leads in force, one for each slot. Slot 0 is the practice's own lead. `further` are the leads of the slots from 1
 * on, as `placedLeads` returns them. A further lead that equals the practice's own lead is off, so that nobody is
 * reminded twice at once.
 */
export const leadsBySlot = (own: number, further: readonly number[]): readonly number[] => [
  own,
  ...further.map((lead) => (own === 0 || lead === own ? 0 : Math.max(lead, 0))),
]

/** The further leads that a practice sees: without removed leads, the longest first. */
export const furtherLeads = (placed: readonly number[]): number[] =>
  placed.filter((lead) => lead > 0).sort((a, b) => b - a)

/**
 * Gives each of the wanted leads a slot. A lead that stays keeps its slot, because each slot sends one reminder of an
 * appointment. A removed lead is kept as a negative number, so that it gets its slot back when it is wanted again. A
 * new lead takes the slot of a lead that is removed now. Otherwise it takes an unused slot, or else the slot of a lead
 * that was removed before.
 */
export function placedLeads(before: readonly number[], wanted: readonly number[]): number[] {
  const placed = before.map(Math.abs).map((lead) => (wanted.includes(lead) ? lead : -lead))
  const goes = placed.map((lead, slot) => lead < 0 && before[slot]! > 0)
  for (const lead of wanted) {
    if (placed.includes(lead)) continue
    const replaced = placed.findIndex((other, slot) => other < 0 && goes[slot])
    const unused = placed.length < mostFurtherLeads ? placed.length : -1
    const slot = [replaced, unused].find((index) => index >= 0) ?? placed.findIndex((other) => other < 0)
    placed[slot] = lead
  }
  return placed
}

/**
 * The reasons for which a notice is skipped at the moment of booking. Only notices with these reasons are planned again
 * when the leads or the send window change.
 */
export const skippedAtOnce = ['inside_lead', 'switched_off'] as const satisfies readonly NoticeReason[]
export type SkippedAtOnce = (typeof skippedAtOnce)[number]

export const switchedOff = { state: 'skipped', reason: 'switched_off' } as const satisfies NoticeStatus
export const scheduledAgain = { state: 'scheduled', reason: null } as const satisfies NoticeStatus
