/**
 * The rules for deleted rows. A deleted row is restored column by column, so it must keep the rules of its own table.
 */
import { idOfText } from '../../../db/stored-id.ts'
import { entryPatients, sources } from '../../store/archive/archived-rows.ts'
import { Unfit } from '../../store/transfer/fields.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'
import { transferTables } from '../../store/transfer/tables.ts'
import { isAnswer } from './by-meaning.ts'
import { isObject, isText, need, parsed } from './need.ts'

/** A deleted row, and the table that it belongs to. */
interface Deleted {
  readonly table: string
  readonly row: ExportedRow
}

/**
 * The deleted row inside a row of `archive_rows`, in the form of the rows of its own table. Null when it is no row of a
 * table.
 * @throws Unfit when it cannot be read.
 */
export function deletedIn({ source, row }: ExportedRow): Deleted | null {
  const kept = parsed(row as string)
  if (!isObject(kept)) throw new Unfit('The field row must be a row as JSON')
  if (source === entryPatients.name) {
    need(isId(kept.id) && Number.isSafeInteger(kept.start_at), 'row', 'an entry that lost its patient')
    need(kept.answer == null || isAnswer(kept.answer), 'row', "an entry with its patient's answer")
    return null
  }
  need(Object.hasOwn(sources, source as string), 'source', 'a table whose rows can be deleted')
  const table = source as string
  const { fields } = transferTables.find(({ name }) => name === table)!
  const told = fields.flatMap(({ name, column, isId, told }): [string, unknown][] =>
    kept[column] === undefined ? [] : [[name, isId ? idIn(kept[column]) : told(stored(kept[column]))]],
  )
  return { table, row: Object.fromEntries(told) }
}

/**
 * The stored value of a column. For a column with JSON, the row may contain the value itself, which becomes a text
 * again.
 */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

const isId = (kept: unknown): kept is string => isText(kept) && /^([0-9A-F]{32}|-.*)$/.test(kept)

function idIn(kept: unknown): string | null {
  if (kept !== null && !isId(kept)) throw new Unfit('must be an id')
  return kept === null ? null : idOfText(kept)
}
