import { ofPatient } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import type { Contact } from '../../domain/reminders/due.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { changeTyped, typedFor } from '../../store/notices/addressee.ts'
import { reachAgain } from '../../store/notices/notice-reach.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { callOffRecalls } from '../../store/notices/recall-notices.ts'
import { findPatient, type PatientRow, updatePatient } from '../../store/patients/patients.ts'

/** Whether somebody wants messages by this channel. */
export const wantsMessages = ({ notifyByEmail, notifyBySms }: Contact, channel: NoticeChannel): boolean =>
  channel === 'email' ? notifyByEmail : notifyBySms

/**
 * Stores whether the patient of a notice wants messages by its channel. Reminders that are allowed again are planned
 * again. Nothing changes when the patient is gone, or when `notice` is null because it was removed meanwhile. The
 * patient may have refused messages only for an online booking. When they take this back, their record does not get a
 * consent that it lacked.
 */
export function changeConsent(
  tx: WriteScope,
  notice: NoticeRow | null,
  { wanted }: { readonly wanted: boolean },
  now: number,
): void {
  const patient = notice && findPatient(tx, notice.patientId)
  if (patient === null) return
  if (notice!.kind === 'recall') {
    changeRecallConsent(tx, patient, wanted, now)
    return
  }
  const { id, channel } = notice!
  const consent = (given: boolean) =>
    channel === 'email' ? { notifyByEmail: given } : { notifyBySms: given }
  const recordWanted = wantsMessages(patient, channel)
  const typed = typedFor(tx, notice!)
  const recordWants = wanted && typed?.visitor.stopped === 'booking' ? recordWanted : wanted
  const isNews = changeTyped(tx, notice!, { wanted, recordWanted })
  amended(patient, consent(recordWants), now, (changes) => updatePatient(tx, patient, changes))
  if (wanted) reachAgain(tx, { ...patient, ...consent(false) }, { ...patient, ...consent(true) }, now)
  if (recordWants !== recordWanted) {
    const after = { ...patient, ...consent(recordWants) }
    tx.record({ kind: 'write', ...ofPatient(patient.id), before: patient, after })
  } else if (isNews)
    tx.record({ kind: 'write', record: { kind: 'reminder', id }, patientId: patient.id, detail: { wanted } })
}

/** Stores whether the patient of a recall agrees to messages about coming again. No other consent changes. */
function changeRecallConsent(tx: WriteScope, patient: PatientRow, recallConsent: boolean, now: number): void {
  const after = amended(patient, { recallConsent }, now, (changes) => updatePatient(tx, patient, changes))
  if (after === patient) return
  if (!recallConsent) callOffRecalls(tx, patient.id, now)
  tx.record({ kind: 'write', ...ofPatient(patient.id), before: patient, after })
}
