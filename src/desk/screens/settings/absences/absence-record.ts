import { api, at } from '../../../api/api.ts'
import type { Absence, AppointmentsTouched } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { dayTimesMistakes } from '../parts/day-times.tsx'

export type AbsenceFields = Pick<
  Absence,
  'practitionerId' | 'fromDate' | 'throughDate' | 'startTime' | 'endTime' | 'weekdays'
> & { readonly reason: string }

/** The most days of an absence that does not repeat each week. */
const mostDays = 400

/** The mistakes in an absence, by the field names of the API. */
export function absenceMistakes(absence: AbsenceFields): Record<string, string> {
  const { practitionerId, throughDate, weekdays } = absence
  const { forms, settings } = words.value
  const most = weekdays === null ? mostDays : Number.POSITIVE_INFINITY
  const wrong = dayTimesMistakes(absence, most, settings.absences.tooManyDays)
  if (practitionerId === '') wrong.practitionerId = settings.absences.chooseWho
  if (throughDate === null && weekdays === null) wrong.throughDate = forms.fillIn
  if (weekdays?.length === 0) wrong.weekdays = settings.absences.chooseDay
  return wrong
}

const bodyOf = ({ reason, ...absence }: AbsenceFields) => ({ ...absence, reason: reason.trim() || null })

/** Adds an absence, or changes the one with this id. @throws Failure. */
export const saveAbsence = (
  id: string | undefined,
  whole: AbsenceFields,
  { reason, ...changes }: Partial<AbsenceFields>,
  version: number,
) =>
  id === undefined
    ? (api.POST('/api/v1/absences', { body: bodyOf(whole) }) as Promise<Absence>)
    : api.PATCH('/api/v1/absences/{absenceId}', {
        ...at({ absenceId: id }, version),
        body: { ...changes, ...(reason !== undefined && { reason: reason.trim() || null }) },
      })

/** Counts the appointments that are in the time of an absence. @throws Failure. */
export const touchedByAbsence = (whole: AbsenceFields, signal: AbortSignal) =>
  api.POST('/api/v1/absences', {
    params: { query: { dryRun: 'true' } },
    body: bodyOf(whole),
    signal,
  }) as Promise<AppointmentsTouched>

/** @throws Failure. */
export const deleteAbsence = ({ id, version }: Absence) =>
  api.DELETE('/api/v1/absences/{absenceId}', at({ absenceId: id }, version))
