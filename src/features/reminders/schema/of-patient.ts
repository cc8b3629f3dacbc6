/** The messages of one patient, in pages. */
import { type Static, Type } from '@sinclair/typebox'
import { answeredText, named, nullable, query, shape } from '../../../http/shape.ts'
import { pageCursor, pageLimit } from '../../shared/pages.ts'
import { exampleCursor } from '../cursor.ts'
import { reminder } from './reminder.ts'

export const patientRemindersQuery = query({
  limit: pageLimit,
  cursor: pageCursor(exampleCursor),
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
