/** The messages of one patient, in pages. */
import type { Static } from '@sinclair/typebox'
import { answeredText, listOf, namedShape, nullable, query } from '../../../http/shape.ts'
import type { NoticePlace } from '../../../store/notices/patient-notices.ts'
import { Cursors, pageCursor, pageLimit } from '../../shared/pages.ts'
import { reminder } from './reminder.ts'

/** The cursors of this list. The message with the latest due time is first. */
export const noticeCursors = new Cursors<NoticePlace>({
  dueAt: Date.parse('2030-03-25T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000008',
})

export const patientRemindersQuery = query({
  limit: pageLimit,
  cursor: pageCursor(noticeCursors.example),
})
export type PatientRemindersQuery = Static<typeof patientRemindersQuery>

export const patientReminderList = namedShape(
  'PatientReminderList',
  'A page of the messages of a patient, with their results.',
  {
    reminders: listOf(reminder, 'The messages of the patient, the latest `dueAt` first.'),
    nextCursor: nullable(
      answeredText('The `cursor` of the next page. Null on the last page.', noticeCursors.example),
    ),
  },
)
