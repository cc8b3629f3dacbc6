/** The messages of one patient, in pages. */
import { type Static, Type } from '@sinclair/typebox'
import {
  answeredText,
  named,
  nullable,
  optional,
  query,
  queryInteger,
  shape,
  text,
} from '../../../http/shape.ts'
import { exampleCursor } from '../cursor.ts'
import { reminder } from './reminder.ts'

export const patientRemindersQuery = query({
  limit: optional(
    queryInteger(1, 100, { description: 'How many are answered at most; 50 when left out.', examples: [50] }),
  ),
  cursor: optional(
    text(200, {
      description: 'Where to go on: `nextCursor` of the answer before. Its form may change.',
      examples: [exampleCursor],
    }),
  ),
})
export type PatientRemindersQuery = Static<typeof patientRemindersQuery>

export const patientReminderList = named(
  'PatientReminderList',
  shape(
    {
      reminders: Type.Array(reminder, {
        description: 'The messages of the patient, the latest `dueAt` first.',
      }),
      nextCursor: nullable(
        answeredText('The `cursor` of the next page. Null on the last page.', exampleCursor),
      ),
    },
    { description: 'A page of the messages of a patient, and what became of them.' },
  ),
)
