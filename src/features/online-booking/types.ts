import type { Static } from '@sinclair/typebox'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { languageIdOf } from '../../messages/languages.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { type AppointmentTypeRow, listAppointmentTypes } from '../../store/practice/appointment-types.ts'
import type { PracticeRow } from '../../store/practice/practice.ts'
import type { bookingPage } from './schema.ts'

/** The name that patients read when a type has no name for patients. The name for members may reveal an illness. */
const unnamed = { en: 'Appointment', de: 'Termin' }

/** The practice, and the types that can be booked online. Without a channel for codes, nothing can be booked. */
export function viewTypes(
  scope: Scope,
  { name, timezone }: PracticeRow,
  codesBy: NoticeChannel[],
): Static<typeof bookingPage> {
  const { language, phone, address } = findNoticeSettings(scope)
  const types = codesBy.length === 0 ? [] : listAppointmentTypes(scope).filter(isBookable)
  return {
    practice: { name, timezone, language: languageIdOf(language), phone, address },
    codesBy,
    appointmentTypes: types.map(viewType),
  }
}

/** Whether patients can book a type by themselves. */
export const isBookable = ({ active, online }: AppointmentTypeRow): boolean =>
  active && (online.newPatients !== 'off' || online.knownPatients !== 'off')

const viewType = ({ id, patientName, durationMinutes, instructions, online }: AppointmentTypeRow) => ({
  id,
  name: { ...unnamed, ...patientName },
  durationMinutes,
  instructions: instructions && { ...instructions },
  questions: [...online.questions],
  cancelUntilMinutes: online.cancelUntilMinutes,
  newPatients: online.newPatients,
  knownPatients: online.knownPatients,
})
