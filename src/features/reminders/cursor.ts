import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import type { NoticePlace } from '../../store/patient-notices.ts'

/** Where a page of a patient's messages ended, as a text that callers hand back unread. */
export const cursorOf = ({ dueAt, id }: NoticePlace): string =>
  Buffer.from(`${dueAt} ${id}`).toString('base64url')

/** The place behind a cursor. @throws `validation_failed` when we cannot have made it. */
export function placeOf(cursor: string): NoticePlace {
  const [time = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const place = { dueAt: Number(time), id }
  const isOurs = /^-?\d{1,16}$/.test(time) && isId(id) && more.length === 0 && cursorOf(place) === cursor
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'must be `nextCursor` of an answer of this list' }])
  return place
}

export const exampleCursor = cursorOf({
  dueAt: Date.parse('2030-03-25T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000008',
})
