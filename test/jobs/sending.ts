/** Helpers for the tests of the sender: times, changes of appointments, and ways to disturb a delivery. */
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import type { FailedTry } from '../../src/domain/reminders/retry.ts'
import type { Pace } from '../../src/jobs/pace.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { success } from '../support/answers.ts'
import { reachable } from '../support/booked.ts'
import type { Clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** The times to which an appointment is moved, and the times to which it is moved back. */
export const elsewhere = { startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' }
export const back = { startAt: at('09:00'), endAt: at('10:00') }

/** Books an appointment at another practice, a quarter of an hour later. Returns its id. */
export async function bookedAtNeighbours(c: Clinic): Promise<string> {
  const { id: patientId } = await newPatient(c.stranger.call, reachable)
  const { id } = await newEntry(c.stranger.call, { patientId, startAt: at('09:15') })
  return id
}

export const cancel = async (c: Clinic, id: string) =>
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))

export const changePractice = async (c: Clinic, changes: object) =>
  success(await c.owner.call('PATCH', '/api/v1/practice', changes))

export const setLead = (c: Clinic, reminderLeadMinutes: number) => changePractice(c, { reminderLeadMinutes })

/** All text of these errors that a log would show. */
export const toldOf = (faults: readonly unknown[]) =>
  (faults as Error[]).map(({ name, message, stack }) => `${name} ${message} ${stack}`).join('\n')

/** The clinic's store, which runs `fn` after a notice was claimed and before the sender reads the notice again. */
export function betweenClaimAndLook(c: Clinic, fn: () => unknown): SenderDeps['store'] {
  const { practices, dueNotices, keys } = c.store
  const takeNext = async (...asked: Parameters<typeof dueNotices.takeNext>) => {
    const taken = await dueNotices.takeNext(...asked)
    if (taken !== null) await fn()
    return taken
  }
  const { listLost, shortenLeases, forgetClockAhead } = dueNotices
  const bound = {
    takeNext,
    listLost: listLost.bind(dueNotices),
    shortenLeases: shortenLeases.bind(dueNotices),
    forgetClockAhead: forgetClockAhead.bind(dueNotices),
  }
  return { practices, keys, dueNotices: Object.assign(Object.create(dueNotices), bound) }
}

/** A sender whose e-mails begin and then wait for `end`. `begun` resolves when the first e-mail begins. */
export function held(c: Clinic, pace: Partial<Pace> = {}) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let calls = 0
  const email = async () => {
    calls++
    begun.resolve()
    await end.promise
  }
  return { ...reminding(c, { channels: { email }, ...pace }), begun: begun.promise, end, calls: () => calls }
}

/** A sender whose e-mails all fail in this way. */
export const failing = (c: Clinic, failed: FailedTry) =>
  reminding(c, { channels: { email: () => Promise.reject(new DeliveryFailure(failed)) } })
