import { Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  listOf,
  namedShape,
  optional,
  unchecked,
} from '../../http/shape.ts'

const record = (description: string, example: Record<string, unknown>) =>
  unchecked<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [example],
  })

const list = (description: string, of: ReturnType<typeof record>) => listOf(of, description)

/**
 * The answer is a document for people and for other programs. So the schema describes its parts, and not each field.
 */
export const person = namedShape('PersonExport', 'Everything that the practice keeps about one person.', {
  exportedAt: answeredInstant('When the copy was made.'),
  practice: describedShape('The practice that keeps the records.', {
    id: answeredId('practice', 'The practice.'),
    name: answeredText('The name of the practice.', 'Praxis am Lindenplatz'),
  }),
  patient: record(
    'The record of the patient, with the names of their tags and of own fields. `deletedAt` is null when the patient is not deleted.',
    { firstName: 'Zoé', lastName: 'Müller', tags: ['Recall'], deletedAt: null },
  ),
  notes: list(
    'Every note about the patient, newest first, with its authors and earlier versions.',
    record('A note.', { body: 'Prefers mornings.', revisions: [] }),
  ),
  appointments: list(
    'Every entry of the calendar that is or was for the patient, by start. It has the name of its chair and the steps of the visit.',
    record('An entry.', { type: 'appointment', chair: 'Room 1', steps: [] }),
  ),
  cancelled: list(
    'Every cancelled appointment of the patient, by start, with the reason of the cancellation.',
    record('A cancelled appointment.', { reason: 'Has a cold.', by: 'patient', steps: [] }),
  ),
  waiting: list(
    'The items of the patient on the waiting list.',
    record('An item of the waiting list.', { durationMinutes: 30, urgency: 'soon' }),
  ),
  online: list(
    'The texts that the patient typed when they booked or requested an appointment online. After a request has become an appointment, the answers are in `metadata` of the entry.',
    record('A booking.', {
      state: 'requested',
      contact: 'zoe@example.org',
      answers: ['What is it about? Pain'],
    }),
  ),
  recalls: list(
    'Every contact with the patient about coming again.',
    record('A contact.', { kind: 'unanswered', note: null }),
  ),
  messages: list(
    'Every message that was planned for the patient, also messages that did not go out.',
    record('A message.', { channel: 'email', kind: 'reminder', state: 'sent' }),
  ),
  access: list(
    'Every act that showed or changed a record of the patient, oldest first, with the fields before and after the act.',
    record('One act.', { action: 'getPatient', kind: 'read' }),
  ),
  deleted: list(
    'The deleted records of the patient that are still kept, with the rows of the database as they were.',
    record('One deletion.', { kind: 'note', rows: [] }),
  ),
})

export const personPage = namedShape(
  'PersonPage',
  'Everything that the practice keeps about one person, as a page to print.',
  {
    parts: listOf(
      answeredText('A part of the page.', '<!doctype html>'),
      'The parts of the page. Joined in this order, they are one HTML document without scripts.',
    ),
  },
)

export const eraseBody = namedShape('ErasePatient', 'An erasure, which cannot be undone.', {
  reason: filledText(
    1000,
    'Why the person is erased. The reason stays in the audit trail, so it must not name the person. Trimmed; not empty.',
    'Asked for it in writing on 2 March.',
  ),
  overrideRetention: optional(
    filledText(
      1000,
      'Why the person is erased before the duty to keep their records ends. The reason stays in the audit trail, so it must not name the person. Trimmed; not empty.',
      'The records were handed over to the next practice.',
    ),
  ),
})

export const erased = namedShape('Erased', 'The person is erased.', {
  erased: Type.Literal(true, { description: 'Always true.' }),
})
