/** Reads a file for the first time: how many rows it has, which columns, and how its dates can be read. */

import { countDate, type DateCount, noDates, ordersOf } from '../../domain/import/dates.ts'
import { type ImportField, isFieldOf, isJoined, suggestedFields } from '../../domain/import/fields.ts'
import type { ImportColumn, ImportValue } from '../../domain/import/mapping.ts'
import { isText } from '../../domain/import/text.ts'
import { settingsOf } from '../../domain/settings.ts'
import { findMember } from '../../store/access/members.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findLastOfSource, type ImportRecord } from '../../store/imports/imports.ts'
import { findAppointmentType } from '../../store/practice/appointment-types.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { findPractice, hasStatus } from '../../store/practice/practice.ts'
import { Breath } from './pace.ts'
import { FileTrouble, rowsOf } from './table.ts'
import type { ImportTask } from './work.ts'

/** How many rows are read before the progress is stored. */
const notedEvery = 5_000
/** The longest name of a column that is kept. */
const longestName = 200

/** Reads the whole file of an import. @throws FileTrouble, NoLongerOurs. */
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
  const last = findLastOfSource(work.read, record.kind, record.source)
  const columns = mapped(work, last, names, dates)
  // Values for deleted records are left out, so that the owner is asked about them again.
  const values = (last?.values ?? []).filter((value) => namesSomething(work.read, value))
  await work.end('createImport', { state: 'ready', rows, columns, values }, { line: 0, done: 0 })
}

/**
 * The columns with the fields of the last import from this program, or else with the fields that their names suggest.
 */
function mapped(
  { record: { kind }, read }: ImportTask,
  last: ImportRecord | null,
  names: readonly string[],
  dates: readonly DateCount[],
): ImportColumn[] {
  const remembered = new Map(last?.columns.map(({ name, field }) => [name, field]))
  const own = settingsOf(findPractice(read)!).ownFields
  const suggested = suggestedFields(kind, names, own)
  const taken = new Set<ImportField>()
  return names.map((name, i) => {
    const wanted = remembered.has(name) ? remembered.get(name)! : suggested[i]!
    const isFree = wanted !== null && isFieldOf(kind, wanted, own) && (isJoined(wanted) || !taken.has(wanted))
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

/** Whether the record for which a value stands exists. True for a value that the mapping leaves out. */
function namesSomething(scope: Scope, { field, to }: ImportValue): boolean {
  if (to === null || field === 'visit') return true
  if (field === 'status') return hasStatus(scope, to)
  const find = { chair: findChair, practitioner: findMember, appointmentType: findAppointmentType }[field]
  return find(scope, to) !== null
}
