import type { Static } from '@sinclair/typebox'
import { formatInstant, midnightOf } from '../../domain/time.ts'
import type { ItemToShow } from './actions.ts'
import type { archiveItem } from './schema.ts'

export function viewItem(shown: ItemToShow): Static<typeof archiveItem> {
  const { id, kind, recordId, patientId, deletedAt, deletedBy, deletedByName } = shown.item
  return {
    id,
    kind,
    recordId,
    patientId,
    label: labelOf(shown),
    dob: shown.item.kind === 'patient' && shown.record.dob !== null ? midnightOf(shown.record.dob) : null,
    deletedAt: formatInstant(deletedAt),
    deletedBy: deletedBy === null ? null : { id: deletedBy, name: deletedByName ?? '' },
    keepUntil: formatInstant(shown.keepUntil),
  }
}

/** By what a person recognizes the record. */
function labelOf({ item, record, link, timezone }: ItemToShow): string {
  switch (item.kind) {
    case 'patient':
      return `${record.firstName} ${record.lastName}`
    case 'note':
      return record.title ?? record.beginning!
    case 'appointment':
      return `${record.type}, ${localMinute(record.startAt, timezone)}`
    case 'tagLink':
      return `${link!.tag ?? 'a deleted tag'}, ${link!.patient ?? 'a deleted patient'}`
    case 'waiting':
      return `${link!.patient ?? 'a deleted patient'}, ${record.durationMinutes} minutes`
    case 'tag':
    case 'chair':
    case 'closure':
      return record.name!
  }
}

/** An instant on the practice's clocks: `2026-03-10 09:00`. */
const localMinute = (instant: number, timeZone: string): string => {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
