import { dateOf, sayDate, sayTime } from '../../../base/time/say.ts'
import type { components } from '../../../contract/openapi.ts'
import { known } from '../../../words/known.ts'
import { words } from '../../../words/words.ts'

export type Item = components['schemas']['ArchiveItem']

type Named = Pick<Item, 'kind' | 'label' | 'patientName' | 'appointment' | 'durationMinutes'>

/** A label by which a person recognizes a deleted record. `timeZone` is the time zone of the practice. */
export function labelOf(
  { kind, label, patientName, appointment, durationMinutes }: Named,
  timeZone: string,
): string {
  const { card, deleted, shell } = words.value
  const patient = patientName ?? deleted.deletedPatient
  if (appointment !== null) {
    const { type, startAt } = appointment
    const day = sayDate(dateOf(startAt, timeZone), 'number')
    return `${known(card.types, type, shell.newer)}, ${day}, ${sayTime(startAt, timeZone)}`
  }
  if (durationMinutes !== null) return `${patient}, ${shell.minutes(durationMinutes)}`
  return kind === 'tagLink' ? `${label ?? deleted.deletedTag}, ${patient}` : (label ?? '')
}
