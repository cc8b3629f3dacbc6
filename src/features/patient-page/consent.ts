import { ofPatient } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { reachAgain } from '../../store/notices/notice-reach.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { findPatient, type PatientRow, updatePatient } from '../../store/patients/patients.ts'

/** Whether the patient wants messages by this channel. */
export const wantsMessages = (patient: PatientRow, channel: NoticeChannel): boolean =>
  channel === 'email' ? patient.notifyByEmail : patient.notifyBySms

/**
 * Notes whether the patient of a notice wants messages by its channel. Reminders that this lets through come back. A
 * notice that was retired meanwhile is null; a patient who is gone is not changed.
 */
export function changeConsent(
  tx: WriteScope,
  notice: Pick<NoticeRow, 'patientId' | 'channel'> | null,
  { wanted }: { readonly wanted: boolean },
  now: number,
): void {
  const patient = notice && findPatient(tx, notice.patientId)
  if (patient === null) return
  const consent = notice!.channel === 'email' ? { notifyByEmail: wanted } : { notifyBySms: wanted }
  amended(patient, consent, now, (changes) => {
    updatePatient(tx, patient, changes)
    reachAgain(tx, patient, { ...patient, ...changes }, now)
    const after = { ...patient, ...changes }
    tx.record({ kind: 'write', ...ofPatient(patient.id), before: patient, after })
  })
}
