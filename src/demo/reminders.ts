import { found } from '../domain/problem.ts'
import { answerIn } from '../domain/reminders/answer.ts'
import type { NoticeChannel, NoticeReason } from '../domain/reminders/notice.ts'
import { bookEntry } from '../features/calendar/appointments/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { type EntryRow, findEntry, listEntries } from '../store/calendar/entries.ts'
import { listNotices, type NoticeRow, updateNotice } from '../store/notices/notices.ts'
import { findPatient, type PatientRow } from '../store/patients/patients.ts'
import type { Practice } from '../store/store.ts'

const hour = 3_600_000

/** Gives the notices that were due before now an outcome, as if the service had been running. */
export const sendPastReminders = (practice: Practice, now: number) =>
  practice.write((tx) => {
    let times = 0
    for (const { id } of [...listEntries(tx, 0, now + 24 * hour)].flat())
      for (const notice of listNotices(tx, id)) {
        if (notice.state !== 'scheduled') continue
        const unreached = whyUnreached(notice.channel, found(findPatient(tx, notice.patientId)))
        const outcome =
          unreached === null
            ? { state: 'sent' as const, reason: 'log_only' as const, attempts: 1, sentAt: notice.dueAt }
            : { state: 'skipped' as const, reason: unreached }
        updateNotice(tx, notice.id, { ...outcome, updatedAt: notice.dueAt })
        times++
      }
    tx.record({ kind: 'message', times, detail: { outcome: 'sent', madeUp: true } })
  })

/**
 * Why a notice cannot reach a patient; null when it can. All numbers of the demo are mobile numbers of an allowed
 * country.
 */
function whyUnreached(channel: NoticeChannel, patient: PatientRow): NoticeReason | null {
  const isEmail = channel === 'email'
  if (!(isEmail ? patient.notifyByEmail : patient.notifyBySms)) return 'no_consent'
  if (isEmail) return patient.email === null ? 'no_address' : null
  return patient.phoneMobile === null ? 'no_phone' : null
}

/** The outcomes of the e-mails about the next appointments without an answer. */
const fates = [
  { state: 'sent', reason: null },
  { state: 'sent', reason: null },
  { state: 'sent', reason: null },
  { state: 'uncertain', reason: null },
  { state: 'dead', reason: 'refused', lastError: 'smtp_550' },
] as const

/**
 * Reminds the patients of the next appointments in `booked`. Three patients have not answered yet. One e-mail was
 * refused. Nobody knows whether another e-mail arrived.
 */
export const remindNext = (practice: Practice, booked: readonly EntryRow[], now: number) =>
  practice.write((tx) => {
    const mailed = booked
      .filter(({ startAt }) => startAt > now + hour && startAt < now + 71 * hour)
      .sort((a, b) => a.startAt - b.startAt)
      .map(({ id }) => findEntry(tx, id))
      .filter((entry) => entry !== null && answerIn(entry.metadata) === null)
      .flatMap((entry) => listNotices(tx, entry!.id).find(isMailedReminder) ?? [])
    for (const [i, fate] of fates.entries()) {
      const notice = mailed[i]
      if (notice === undefined) break
      const updatedAt = now - hour
      const times = {
        sentAt: updatedAt,
        updatedAt,
        ...(fate.state === 'uncertain' && { uncertainAt: updatedAt }),
      }
      updateNotice(tx, notice.id, { ...fate, attempts: 1, ...times })
    }
    tx.record({ kind: 'message', times: fates.length, detail: { outcome: 'sent', madeUp: true } })
  })

const isMailedReminder = ({ channel, kind, state, reason }: NoticeRow): boolean =>
  channel === 'email' && kind === 'reminder' && (state === 'scheduled' || reason === 'log_only')

/** Adds a notice that failed, so that the demo has a notice to send again. */
export async function failReminder(practice: Practice, ownerId: string, now: number): Promise<void> {
  const [startAt, endAt] = ['2030-04-02T11:00:00+02:00', '2030-04-02T11:30:00+02:00']
  const appointment = { type: 'appointment' as const, startAt, endAt, patientId: exampleIds.patient }
  const { id } = await bookEntry(practice, ownerId, appointment, now - 48 * hour)
  await practice.write((tx) => {
    const [notice] = listNotices(tx, id)
    const failure = { state: 'dead' as const, reason: 'gave_up' as const, lastError: 'timeout', attempts: 10 }
    const times = { dueAt: now - 6 * hour, updatedAt: now - hour }
    updateNotice(tx, notice!.id, { id: exampleIds.reminder, ...failure, ...times })
    const detail = { outcome: 'dead', madeUp: true }
    tx.record({ kind: 'message', record: { kind: 'reminder', id: exampleIds.reminder }, detail })
  })
}
