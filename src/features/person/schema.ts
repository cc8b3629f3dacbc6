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
    name: answeredText('Its name.', 'Praxis am Lindenplatz'),
  }),
  patient: record(
    'The record of the patient, with the names of their tags and of own fields. `deletedAt` is null while the patient is there.',
    { firstName: 'Zoé', lastName: 'Müller', tags: ['Recall'], deletedAt: null },
  ),
  notes: list(
    'Every note about the patient, newest first, with its authors and earlier versions.',
    record('A note.', { body: 'Prefers mornings.', revisions: [] }),
  ),
  appointments: list(
    'Every entry of the calendar that is or was for the patient, by start, with the name of its chair and the steps of the visit.',
    record('An entry.', { type: 'appointment', chair: 'Room 1', steps: [] }),
  ),
  cancelled: list(
    'Every appointment of the patient that was cancelled, by start, with why it was.',
    record('A cancelled appointment.', { reason: 'Has a cold.', by: 'patient', steps: [] }),
  ),
  waiting: list(
    'What the patient waits for.',
    record('A place on the waiting list.', { durationMinutes: 30, urgency: 'soon' }),
  ),
  online: list(
    'What the patient typed when they booked or requested an appointment online. The answers are in `metadata` of the entry once it is an appointment.',
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
    'Every message that was planned for the patient, whether it went out or not.',
    record('A message.', { channel: 'email', kind: 'reminder', state: 'sent' }),
  ),
  access: list(
    'Who saw or changed something of the patient, oldest first, with what it was before and after.',
    record('One act.', { action: 'getPatient', kind: 'read' }),
  ),
  deleted: list(
    'What was deleted of the patient and is still kept, with the rows of the database as they were.',
    record('One deletion.', { kind: 'note', rows: [] }),
  ),
})

export const personPage = namedShape(
  'PersonPage',
  'Everything that the practice keeps about one person, as a page to print.',
  {
    parts: listOf(
      answeredText('A piece of the page.', '<!doctype html>'),
      'The page. Joined in their order, the pieces are one HTML document without scripts.',
    ),
  },
)

export const eraseBody = namedShape('ErasePatient', 'An erasure. It cannot be undone.', {
  reason: filledText(
    1000,
    'Why the person is erased. It stays in the audit trail, so it must not name the person. Trimmed; not empty.',
    'Asked for it in writing on 2 March.',
  ),
  overrideRetention: optional(
    filledText(
      1000,
      'Why the person is erased before the duty to keep their records ends. It stays in the audit trail, so it must not name the person. Trimmed; not empty.',
      'The records were handed over to the next practice.',
    ),
  ),
})

export const erased = namedShape('Erased', 'The person is erased.', {
  erased: Type.Literal(true, { description: 'Always true.' }),
})
