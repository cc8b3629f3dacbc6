/** The dry run finds out what would become of each row. It writes only these outcomes. */
import type { NamedField } from '../../domain/import/fields.ts'
import { namedFields } from '../../domain/import/fields.ts'
import type { DuplicateKind } from '../../domain/import/kinds.ts'
import { insertRows, unwritten } from '../../store/imports/import-rows.ts'
import { untouched } from '../../store/imports/imports.ts'
import { RowFault } from './faults.ts'
import { type Judgment, judged, judgedOrRefused } from './judgment.ts'
import { Breath } from './pace.ts'
import { SeenRows } from './seen.ts'
import type { TableRow } from './table.ts'
import { type ImportTask, withUnknown } from './work.ts'

/** How many outcomes one transaction stores. */
const atOnce = 100

/** Judges every row of a file. @throws FileTrouble, NoLongerOurs. */
export async function checkRows(work: ImportTask): Promise<void> {
  const { deps } = work
  // The outcomes of an interrupted dry run belong to an earlier state of the records.
  await work.removeRows()
  await work.step('checkImport', () => untouched)
  const [kind, mapping] = [work.kind(), work.mapping()]
  const seen = new SeenRows()
  const breath = new Breath()
  let unknown = work.progress.unknown
  let ahead: { line: number; judgment: Judgment }[] = []

  const judge = ({ line, cells }: TableRow): Judgment => {
    try {
      const judgment = judgedOrRefused(() => kind.judge(work.read, mapping.read(cells)))
      if (judgment.reason === 'unknown_value') {
        const field = judgment.field as NamedField
        if (namedFields.includes(field))
          unknown = withUnknown(unknown, field, mapping.read(cells).text(field) ?? '')
      }
      return seen.after(judgment, kind.traces(work.read, judgment), line)
    } catch (error) {
      deps.report(new RowFault(error))
      return judged('refused', null, { reason: 'fault' })
    }
  }
  const note = async () => {
    const rows = ahead
    ahead = []
    await work.step('checkImport', (tx, { done, counts, undecided }) => {
      const [allCounts, allUndecided] = [{ ...counts }, { ...undecided }]
      for (const { judgment } of rows) {
        const { outcome, reason } = judgment
        allCounts[outcome] = (allCounts[outcome] ?? 0) + 1
        const kind = reason as DuplicateKind
        if (outcome === 'duplicate') allUndecided[kind] = (allUndecided[kind] ?? 0) + 1
      }
      insertRows(
        tx,
        rows.map(({ line, judgment }) => ({
          ...unwritten(judgment),
          importId: work.id,
          line,
          outcome: judgment.outcome,
          decision: null,
        })),
      )
      const line = rows.at(-1)!.line
      return { line, done: done + rows.length, counts: allCounts, undecided: allUndecided, unknown }
    })
  }

  for await (const row of work.rows()) {
    ahead.push({ line: row.line, judgment: judge(row) })
    if (breath.isDue) {
      await breath.take()
      await work.keepAlive()
    }
    if (ahead.length >= atOnce) await note()
  }
  if (ahead.length > 0) await note()
  await work.end('checkImport', { state: 'checked' })
}
