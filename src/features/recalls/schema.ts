import type { Static } from '@sinclair/typebox'
import type { Issue } from '../../domain/problem.ts'
import { mostRecallMessages, recallKinds } from '../../domain/recall.ts'
import { noticeChannels } from '../../domain/reminders/notice.ts'
import { exampleIds } from '../../http/examples.ts'
import {
  answeredCount,
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  formatted,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  textOrNull,
} from '../../http/shape.ts'
import { Cursors, pageCursor, pageLimit } from '../shared/pages.ts'
import { patientContact } from '../shared/patient-contact.ts'

/** A position in the list: the day since which a patient is due, as midnight UTC, and their last visit of the kind. */
export interface RecallPlace {
  readonly dueAt: number
  readonly typeId: string
  readonly startAt: number
  readonly patientId: string
}

export const recallCursors = new Cursors<RecallPlace>({
  dueAt: Date.parse('2030-03-01T00:00:00Z'),
  typeId: exampleIds.appointmentType,
  startAt: Date.parse('2029-09-01T08:00:00Z'),
  patientId: exampleIds.patient,
})

export const recallQuery = query({ limit: pageLimit, cursor: pageCursor(recallCursors.example) })
export type RecallQuery = Static<typeof recallQuery>

const kind = oneOf(
  recallKinds,
  `The kind of the contact. \`message\`: up to ${mostRecallMessages} messages go out, two weeks apart. \`unanswered\`: somebody called, and nobody answered. \`later\`: the patient wants to be asked again on another day. \`declined\`: the patient does not want to come.`,
)
const askAgainOn =
  'The day, after today, from which the patient is due again. Required with `later`, and not allowed with other kinds.'
const note = 'A further note. Null without a note.'

const contactIssues = ({ kind, askAgainOn }: { kind?: string; askAgainOn?: string }): Issue[] =>
  kind !== undefined && (kind === 'later') !== (askAgainOn !== undefined)
    ? [{ path: 'askAgainOn', message: 'must be given with `later`, and with no other kind' }]
    : []

export const createContactBody = namedShape(
  'CreateRecallContact',
  'How a patient was reminded to come again, and the result. `askAgainOn` belongs to `later`.',
  {
    kind,
    askAgainOn: optional(formatted('date', askAgainOn, '2030-06-01')),
    note: optional(textOrNull(1000, `${note} Trimmed; blank means null.`, 'Is abroad until May.')),
  },
  { rule: contactIssues, examples: [{ kind: 'unanswered', note: 'Tried at noon.' }] },
)
export type CreateContact = Static<typeof createContactBody>

export const recallContact = namedShape('RecallContact', 'A contact with a patient about coming again.', {
  id: answeredId('recallContact', 'The id of the contact.'),
  ...ofPractice,
  patientId: answeredId('patient', 'The patient.'),
  kind,
  askAgainOn: nullable(
    answeredText('When the patient wants to be asked again. Null for other kinds.', '2030-06-01'),
  ),
  note: nullable(answeredText(note, 'Is abroad until May.')),
  createdBy: answeredId('member', 'The member who noted the contact.'),
  createdAt: answeredInstant('When the contact was noted.', '2030-03-01T09:15:00.000Z'),
})

const recall = namedShape('Recall', 'A patient who is due to come again.', {
  patientId: answeredId('patient', 'The patient.'),
  patient: patientContact,
  due: listOf(
    describedShape('A kind of appointment for which the patient is due.', {
      appointmentTypeId: answeredId('appointmentType', 'The appointment type.'),
      lastVisitAt: answeredInstant(
        'When the last visit of this kind began. Only visits that were noted as done count.',
        '2029-09-01T08:00:00.000Z',
      ),
      dueOn: answeredText(
        'Since which day the patient is due: `recallMonths` after the last visit.',
        '2030-03-01',
      ),
    }),
    'The kinds for which the patient is due. The kind with the latest day is first.',
  ),
  recallConsent: answeredFlag('Whether the patient agreed to get messages about coming again.', true),
  channel: nullable(
    oneOf(
      noticeChannels,
      'The channel by which a message would reach the patient now. Null when the patient did not agree, or no channel is possible.',
      'email',
    ),
  ),
  messagesSent: answeredCount(
    `How many messages the patient got since the last visit. After ${mostRecallMessages} messages there is no further message.`,
    1,
  ),
  nextMessageAt: nullable(
    answeredInstant(
      'When the next message goes out. Null when no message is planned.',
      '2030-03-15T09:15:00.000Z',
    ),
  ),
  contacts: listOf(recallContact, 'The contacts since the last visit, the newest first. At most 50.'),
})

export const recallList = namedShape('RecallList', 'A page of the patients who are due to come again.', {
  recalls: listOf(
    recall,
    'Each patient once, by the day since which they are due, the latest first. A page may have fewer patients than `limit` although more pages follow.',
  ),
  nextCursor: nullable(
    answeredText('The `cursor` of the next page. Null on the last page.', recallCursors.example),
  ),
})
