import type { Channels } from '../../../src/delivery/delivery.ts'
import { smtpEmail, smtpMailer } from '../../../src/delivery/smtp.ts'
import type { SmtpWaits } from '../../../src/delivery/smtp-waits.ts'
import { success } from '../../support/answers.ts'
import { booked, due } from '../../support/booked.ts'
import type { Clinic } from '../../support/clinic.ts'
import { reminding } from '../../support/reminding.ts'

const minute = 60_000

/** The state of a reminder that the front desk sees after a round. */
export interface Seen {
  /** Minutes since the reminder fell due. */
  readonly minutes: number
  readonly state: string
  readonly reason: string | null
  readonly lastError: string | null
  readonly attempts: number
}

/** Long timeouts for the servers of these tests. They replace the real timeouts of 5 and 10 minutes. */
export const patient: SmtpWaits = { connectMs: 5_000, replyMs: 5_000, acceptMs: 10_000 }
/**
 * Short timeouts for servers that hang before they have the message. At which step a timeout ends makes no difference.
 */
export const hasty: SmtpWaits = { connectMs: 500, replyMs: 500, acceptMs: 500 }
/** Timeouts for servers that hang after they have the message. The steps before it have long timeouts. */
export const hastyAtTheEnd: SmtpWaits = { ...patient, acceptMs: 500 }

export const mailBy = (url: string, waits: SmtpWaits): Partial<Channels> => ({
  email: smtpEmail(smtpMailer({ url, from: 'Praxis <reminders@clinic.example>' }), waits),
})

/**
 * Books appointments whose patients have this channel, and runs the sender by the mocked clock. The first round runs
 * when the reminders are due. Each later round runs at the time of the next planned try, until no try is planned.
 * Before each round, `channels` is called with the minutes since the due time. Returns the states of each reminder
 * after each round, and the ids of the appointments.
 */
export async function course(
  c: Clinic,
  channel: 'email' | 'sms',
  channels: (minutes: number) => Partial<Channels>,
  appointments = 1,
): Promise<{ readonly seen: readonly (readonly Seen[])[]; readonly ids: readonly string[] }> {
  const ids: string[] = []
  const consents = { notifyByEmail: channel === 'email', notifyBySms: channel === 'sms' }
  for (let i = 0; i < appointments; i++)
    ids.push((await booked(c, { ...consents, email: `zoe${i}@example.org` })).id)
  const seen = ids.map((): Seen[] => [])
  c.clock.now = due
  for (let rounds = 0; rounds < 500; rounds++) {
    const minutes = (c.clock.now - due) / minute
    const { round, faults } = reminding(c, { channels: channels(minutes), deliveryMs: 60_000 })
    await round()
    if (faults.length > 0) throw new Error(`the sender reported ${Bun.inspect(faults)}`)
    const next: number[] = []
    for (const [i, id] of ids.entries()) {
      const { reminders } = success(await c.owner.call('GET', `/api/v1/appointments/${id}/reminders`))
      const { state, reason, lastError, attempts, nextAttemptAt } = reminders.find(
        (one: { channel: string }) => one.channel === channel,
      )
      seen[i]!.push({ minutes, state, reason, lastError, attempts })
      if (nextAttemptAt !== null) next.push(Date.parse(nextAttemptAt))
    }
    if (next.length === 0) return { seen, ids }
    c.clock.now = Math.min(...next)
  }
  throw new Error('the reminders came to no end')
}
