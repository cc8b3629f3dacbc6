import { type Static, Type } from '@sinclair/typebox'
import { archiveKinds } from '../../domain/archive.ts'
import { entryTypes } from '../../domain/entry.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  formatted,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  queryInteger,
} from '../../http/shape.ts'
import type { ArchivePlace } from '../../store/archive/archive-list.ts'
import { Cursors } from '../shared/pages.ts'

const kind = oneOf(
  archiveKinds,
  'The kind of the deleted record. `tagLink` is a tag that was taken off a patient, and `waiting` an item of the waiting list. The label of an `absence` is the name of the member. `merge` is a patient who was merged into another patient: `recordId` is the merged patient, and `patientId` the kept patient.',
)
const recordId = answeredId('patient', 'The id of the deleted record. For a `tagLink`, the id of the tag.')

/** The cursors of the archive list. The newest deletion is first. */
export const archiveCursors = new Cursors<ArchivePlace>({
  deletedAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000004',
})

export const archiveQuery = query({
  kind: optional(kind),
  patientId: optional(
    formatted(
      'uuid',
      'Only records of this patient. For an unknown patient, the list is empty.',
      '01970000-0000-7000-8000-000000000004',
    ),
  ),
  limit: optional(queryInteger(1, 200, 'How many items the answer has at most; 50 when left out.', 50)),
  cursor: optional({
    ...formatted(
      'cursor',
      'The cursor of the next page: `next` of the previous answer. Its form may change.',
      archiveCursors.example,
    ),
    maxLength: 200,
  }),
})
export type ArchiveQuery = Static<typeof archiveQuery>

export const archiveItem = namedShape('ArchiveItem', 'Something that was deleted.', {
  id: answeredId('patient', 'The id of the item, with which it can be brought back.'),
  kind,
  recordId,
  patientId: nullable(
    answeredId('patient', 'The patient of the record. Null when the record had no patient.'),
  ),
  label: nullable(
    answeredText(
      'The name or title of the record, or the beginning of its text. For a `tagLink`, the name of the tag.',
      'Zoé Müller',
    ),
    'Null for an `appointment` and for `waiting`, and when the tag was deleted, too.',
  ),
  patientName: nullable(
    answeredText('The name of the patient.', 'Zoé Müller'),
    'The patient of a `tagLink` or of `waiting`. Null for other kinds, and when the patient was deleted, too.',
  ),
  appointment: nullable(
    describedShape('The entry of the calendar.', {
      type: oneOf(entryTypes, 'The type of the entry.'),
      startAt: answeredInstant('When it started.'),
    }),
    'The entry of the calendar. Null for other kinds.',
  ),
  durationMinutes: nullable(
    Type.Integer({ examples: [30] }),
    'How long the visit of `waiting` takes. Null for other kinds.',
  ),
  dob: nullable(
    answeredInstant(
      'The date of birth of a deleted or merged patient, which distinguishes two patients with the same name. Null for other kinds, and when not known.',
      '1987-04-23T00:00:00.000Z',
    ),
  ),
  deletedAt: answeredInstant('When it was deleted.'),
  deletedBy: nullable(
    describedShape('Who deleted it.', {
      id: answeredId('member', 'The member.'),
      name: answeredText('Their name.', 'Dr. Ada Weber'),
    }),
    'Who deleted it. Null when it was not a member.',
  ),
  keepUntil: answeredInstant('When the item is removed from the archive.', '2040-03-26T08:00:00.000Z'),
})

export const archiveList = namedShape('ArchiveList', 'A page of the archive.', {
  items: listOf(archiveItem, 'The deleted records, the newest first.'),
  next: nullable(
    answeredText('The `cursor` of the next page. Null on the last page.', archiveCursors.example),
  ),
})

export const restored = namedShape('Restored', 'The record is back.', {
  restored: Type.Literal(true, { description: 'Always true.' }),
  kind,
  recordId,
  differences: listOf(
    describedShape('A field that is not as it was.', {
      path: answeredText('The field.', 'status'),
      message: answeredText(
        'What is not as it was.',
        'is the default status, because the pack does not have `recall` any more',
      ),
    }),
    'The fields of the record that are not as they were. Empty when the whole record is as it was.',
  ),
})
export type Restored = Static<typeof restored>
