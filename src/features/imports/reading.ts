/** Reads a file for the first time: how many rows it has, which columns, and how its dates can be read. */

import { countDate, type DateCount, noDates, ordersOf } from '../../domain/import/dates.ts'
import { type ImportField, isFieldOf, isJoined, suggestedFields } from '../../domain/import/fields.ts'
import type { ImportColumn } from '../../domain/import/mapping.ts'
import { isText } from '../../domain/import/text.ts'
import { settingsOf } from '../../domain/settings.ts'
import { findLastOfSource } from '../../store/imports/imports.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { Breath } from './pace.ts'
import { FileTrouble, rowsOf } from './table.ts'
import type { ImportTask } from './work.ts'

/** How many rows are read before the progress is noted. */
const notedEvery = 5_000
/** The longest name of a column that is kept. */
const longestName = 200

/** Looks through the file of an import. @throws FileTrouble, NoLongerOurs. */
export async function readFile(work: ImportTask): Promise<void> {
  const { record, deps } = work
  const text = deps.files.text(work.id, record.encoding)
  if (text === null) throw new FileTrouble('file_gone', null)
  if (!isText(deps.files.firstBytes(work.id), record.encoding)) throw new FileTrouble('no_text', null)
  const breath = new Breath()
  let names: readonly string[] | undefined
  let dates: DateCount[] = []
  let rows = 0
  let line = 0
  for await (const row of rowsOf(text, record.separator)) {
    if (names === undefined) {
      names = row.cells.map((name) => name.trim().slice(0, longestName).toWellFormed().replaceAll('\0', ''))
      dates = names.map(() => noDates)
      continue
    }
    rows++
    line = row.line
    for (let i = 0; i < dates.length; i++) {
      const cell = row.cells[i]
      if (cell !== undefined && cell.length > 0) dates[i] = countDate(dates[i]!, cell)
    }
    if (breath.isDue) {
      await breath.take()
      await work.keepAlive()
    }
    if (rows % notedEvery === 0) await work.step('createImport', () => ({ line, done: rows }))
  }
  if (names === undefined || rows === 0) throw new FileTrouble('no_rows', null)
  const columns = mapped(work, names, dates)
  await work.end('createImport', { state: 'ready', rows, columns }, { line: 0, done: 0 })
}

/** The columns with the fields of the last import from this program, or else with those that their names suggest. */
function mapped(
  { record, read }: ImportTask,
  names: readonly string[],
  dates: readonly DateCount[],
): ImportColumn[] {
  const last = findLastOfSource(read, record.kind, record.source)
  const remembered = new Map(last?.columns.map(({ name, field }) => [name, field]))
  const own = settingsOf(findPractice(read)!).ownFields
  const suggested = suggestedFields(record.kind, names, own)
  const taken = new Set<ImportField>()
  return names.map((name, i) => {
    const wanted = remembered.has(name) ? remembered.get(name)! : suggested[i]!
    const isFree =
      wanted !== null && isFieldOf(record.kind, wanted, own) && (isJoined(wanted) || !taken.has(wanted))
    if (isFree) taken.add(wanted)
    const orders = ordersOf(dates[i]!)
    return {
      name,
      field: isFree ? wanted : null,
      dateOrder: orders.length === 1 ? orders[0]! : null,
      dates: dates[i]!,
    }
  })
}
