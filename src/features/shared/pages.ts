/** What the lists have in common that are read page by page, by time. */
import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import { formatted, optional, queryInteger } from '../../http/shape.ts'

export const pageLimit = optional(
  queryInteger(1, 100, { description: 'How many are answered at most; 50 when left out.', examples: [50] }),
)

/** The query parameter that goes on with a list. `of` is added to which answer is meant. */
export const pageCursor = (example: string, of = '') =>
  optional(
    formatted('cursor', {
      maxLength: 200,
      description: `Where to go on: \`nextCursor\` of the answer before${of}. Its form may change.`,
      examples: [example],
    }),
  )

/** A place in a list that is sorted by an instant, in epoch milliseconds, and an id. */
interface TimedPlace {
  readonly at: number
  readonly id: string
}

/** A place as a text that callers hand back unread. `of` names the list where there are several. */
export const timedCursor = ({ at, id }: TimedPlace, ...of: readonly string[]): string =>
  Buffer.from([...of, at, id].join(' ')).toString('base64url')

/** The place behind a cursor of the list `of`. @throws `validation_failed` when we cannot have made it. */
export function timedPlace(cursor: string, ...of: readonly string[]): TimedPlace {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const [time = '', id = ''] = parts.slice(of.length)
  const place = { at: Number(time), id }
  const isOurs = /^-?\d{1,16}$/.test(time) && isId(id) && timedCursor(place, ...of) === cursor
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'must be `nextCursor` of an answer of this list' }])
  return place
}
