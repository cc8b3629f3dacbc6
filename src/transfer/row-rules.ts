/**
 * The rules that the rows of an archive must keep, besides the rules of the database itself (RULES §18). An archive
 * may be forged. So rows that the API would refuse are refused here, too.
 */
import { Unfit } from '../store/transfer/fields.ts'
import type { ExportedRow } from '../store/transfer/tables.ts'
import { transferTables } from '../store/transfer/tables.ts'
import { fitRow } from '../store/transfer/take.ts'
import { deletedIn } from './rules/archived.ts'
import { ruleOfPack, rulesOfApi } from './rules/by-api.ts'
import { requireBounds, requireIds } from './rules/by-kind.ts'
import { rulesOfMeaning } from './rules/by-meaning.ts'
import { RowCounter } from './rules/counts.ts'

const tables = new Map(transferTables.map((table) => [table.name, table]))

/** Checks every row of an archive, in the order of its tables. It reads and writes no database. */
export class RowRules {
  readonly #counts = new RowCounter()
  readonly #statuses: ExportedRow[] = []
  #practice: ExportedRow = {}

  /**
   * @throws Unfit for a row that the service could not work with. The message gives the reason, and never values of the
   * row.
   */
  check(table: string, row: unknown): void {
    const told = requireFit(table, row)
    this.#counts.add(table, told)
    if (table === 'practices') this.#practice = told
    if (table === 'pack_statuses') this.#statuses.push(told)
    if (table === 'archive_rows') requireDeleted(told)
  }

  /** Checks the rules that concern several rows together. @throws Unfit. */
  end(): void {
    const { packId, packName, defaultStatus } = this.#practice
    const statuses = this.#statuses
      .toSorted((a, b) => (a.position as number) - (b.position as number))
      .map(({ id, label }) => ({ id, label }))
    ruleOfPack({ id: packId, name: packName, statuses, defaultStatus })
  }
}

function requireFit(table: string, row: unknown): ExportedRow {
  const found = tables.get(table)!
  const { told } = fitRow(found, row)
  requireIds(
    found.fields.flatMap(({ name, isId }) => (isId ? [name] : [])),
    told,
  )
  rulesOfApi[table]?.(told)
  rulesOfMeaning[table]?.(told)
  requireBounds(table, told)
  return told
}

function requireDeleted(told: ExportedRow): void {
  try {
    const deleted = deletedIn(told)
    if (deleted !== null) requireFit(deleted.table, deleted.row)
  } catch (error) {
    throw error instanceof Unfit ? new Unfit(`The deleted row in the field row: ${error.message}`) : error
  }
}
