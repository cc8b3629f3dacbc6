import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import type { ArchivePlace } from '../../store/archive/archive-list.ts'

/** Where a page of the archive ended, as a text that callers hand back unread. */
export const cursorOf = ({ deletedAt, id }: ArchivePlace): string =>
  Buffer.from(`${deletedAt} ${id}`).toString('base64url')

/** The place behind a cursor. @throws `validation_failed` when we cannot have made it. */
export function placeOf(cursor: string): ArchivePlace {
  const [time = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const place = { deletedAt: Number(time), id }
  const isOurs = /^\d{1,16}$/.test(time) && isId(id) && more.length === 0 && cursorOf(place) === cursor
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'must be `next` of an answer of this list' }])
  return place
}

export const exampleCursor = cursorOf({
  deletedAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000004',
})
