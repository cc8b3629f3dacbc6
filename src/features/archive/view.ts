import type { Static } from '@sinclair/typebox'
import { formatInstant, midnightOf } from '../../domain/time.ts'
import type { DeletedItem } from './actions.ts'
import type { archiveItem } from './schema.ts'

export function viewItem(shown: DeletedItem): Static<typeof archiveItem> {
  const { record, link } = shown
  const { id, kind, recordId, patientId, deletedAt, deletedBy, deletedByName } = shown.item
  return {
    id,
    kind,
    recordId,
    patientId,
    label: labelOf(shown),
    patientName: link?.patient ?? null,
    appointment:
      kind === 'appointment' ? { type: record.type, startAt: formatInstant(record.startAt) } : null,
    durationMinutes: kind === 'waiting' ? record.durationMinutes : null,
    dob: (kind === 'patient' || kind === 'merge') && record.dob !== null ? midnightOf(record.dob) : null,
    deletedAt: formatInstant(deletedAt),
    deletedBy: deletedBy === null ? null : { id: deletedBy, name: deletedByName ?? '' },
    keepUntil: formatInstant(shown.keepUntil),
  }
}

/** The name of the record, as a member wrote it. */
function labelOf({ item, record, link, member }: DeletedItem): string | null {
  switch (item.kind) {
    case 'patient':
    case 'merge':
      return `${record.firstName} ${record.lastName}`
    case 'note':
      return record.title ?? record.beginning!
    case 'tagLink':
      return link!.tag
    case 'appointment':
    case 'waiting':
      return null
    case 'absence':
      return member
    case 'dayNote':
      return record.text!
    case 'tag':
    case 'chair':
    case 'closure':
      return record.name!
  }
}
