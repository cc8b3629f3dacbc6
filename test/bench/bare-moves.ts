/** `POST /appointments/moves` of the bare program. The moved entries are blocks, so no patient gets a message. */
import type { Database } from 'bun:sqlite'
import { whereBlock } from '../../db/entry-sql.ts'
import { type StoredId, storedId } from '../../db/stored-id.ts'

interface Move {
  readonly id: string
  readonly startAt: string
  readonly endAt: string
}
export interface Placed {
  readonly chairId: StoredId
}

/** Prepares the move of several entries, all of them or none. Returns the moved entries. */
export function prepareMoves<E extends Placed>(
  db: Database,
  { practiceKey }: { practiceKey: number },
  columns: string,
): (moves: readonly Move[]) => E[] {
  const find = db.prepare<E, [number, StoredId]>(
    `select ${columns} from entries where practice_key = +?1 and id = +?2`,
  )
  const chair = db.prepare<{ active: number }, [number, StoredId]>(
    'select active from chairs where practice_key = +?1 and id = +?2',
  )
  const park = db.prepare<unknown, [number, StoredId]>(
    'update entries set chair_id = null where practice_key = +?1 and id = +?2',
  )
  const inTheWay = db.prepare<unknown, [number, StoredId, number, number]>(
    `select 1 from entries where practice_key = +?1 and chair_id = +?2 and ${whereBlock} and start_at < +?4
     and start_at > +?3 - 86400000 and end_at > +?3 limit 1`,
  )
  const place = db.prepare<unknown, [StoredId, number, number, number, number, StoredId]>(
    `update entries set chair_id = +?1, start_at = +?2, end_at = +?3, updated_at = +?4, version = version + 1
     where practice_key = +?5 and id = +?6`,
  )
  const move = db.transaction((moves: readonly Move[]) => {
    const now = Date.now()
    const before = moves.map(({ id }) => find.get(practiceKey, storedId(id))!)
    for (const { id } of moves) park.run(practiceKey, storedId(id))
    return moves.map(({ id, ...times }, i) => {
      const { chairId } = before[i]!
      const [startAt, endAt] = [Date.parse(times.startAt), Date.parse(times.endAt)]
      if (!chair.get(practiceKey, chairId)?.active || inTheWay.get(practiceKey, chairId, startAt, endAt))
        throw new Error('a move that is refused')
      place.run(chairId, startAt, endAt, now, practiceKey, storedId(id))
      return find.get(practiceKey, storedId(id))!
    })
  })
  return (moves) => move.immediate(moves)
}
