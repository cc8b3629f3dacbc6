/** What all lists need that are read page by page. */
import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import { lastInstant } from '../../domain/time.ts'
import { formatted, optional, queryInteger } from '../../http/shape.ts'

export const pageLimit = optional(
  queryInteger(1, 100, 'How many items the answer has at most; 50 when left out.', 50),
)

/**
 * The query parameter for the next page of a list. `of` is added to its description, such as `, for the same search`.
 */
export const pageCursor = (example: string, of = '') =>
  optional({
    ...formatted(
      'cursor',
      `The cursor of the next page: \`nextCursor\` of the previous answer${of}. Its form may change.`,
      example,
    ),
    maxLength: 200,
  })

/** A position in the order of a list. Its fields are instants in epoch milliseconds, other numbers, and ids. */
type Place<P> = { readonly [K in keyof P]: number | string }

/** The cursors of a list. A cursor is a text for a position in the list. Callers send it back without reading it. */
export class Cursors<P extends Place<P>> {
  readonly #model: P
  /** An example for the OpenAPI document. */
  readonly example: string

  /** Every position has the fields of `model`. `of` names the list of the example when there are several lists. */
  constructor(model: P, ...of: readonly string[]) {
    this.#model = model
    this.example = this.textOf(model, ...of)
  }

  /** The cursor for a position. `of` names the list when there are several lists. */
  textOf(place: P, ...of: readonly string[]): string {
    const values = Object.keys(this.#model).map((name) => place[name as keyof P])
    return Buffer.from([...of, ...values].join(' ')).toString('base64url')
  }

  /** The position behind a cursor of the list `of`. @throws `validation_failed` when we cannot have made the cursor. */
  placeOf(cursor: string, ...of: readonly string[]): P {
    const parts = Buffer.from(cursor, 'base64url').toString('latin1').split(' ').slice(of.length)
    const fields = Object.entries<number | string>(this.#model).map(
      ([name, like], i) => [name, typeof like === 'number' ? Number(parts[i]) : (parts[i] ?? '')] as const,
    )
    const place = Object.fromEntries(fields) as P
    const fits = fields.every(([, value]) => (typeof value === 'string' ? isId(value) : isPlausible(value)))
    if (!fits || this.textOf(place, ...of) !== cursor)
      throw invalid([{ path: 'cursor', message: 'must come from an answer of this list' }])
    return place
  }
}

const isPlausible = (number: number): boolean =>
  Number.isSafeInteger(number) && Math.abs(number) <= lastInstant
