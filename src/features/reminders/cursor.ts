import type { NoticePlace } from '../../store/notices/patient-notices.ts'
import { timedCursor, timedPlace } from '../shared/pages.ts'

/** Where a page of a patient's messages ended, as a text that callers hand back unread. */
export const cursorOf = ({ dueAt, id }: NoticePlace): string => timedCursor({ at: dueAt, id })

/** The place behind a cursor. @throws `validation_failed` when we cannot have made it. */
export function placeOf(cursor: string): NoticePlace {
  const { at, id } = timedPlace(cursor)
  return { dueAt: at, id }
}

export const exampleCursor = cursorOf({
  dueAt: Date.parse('2030-03-25T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000008',
})
