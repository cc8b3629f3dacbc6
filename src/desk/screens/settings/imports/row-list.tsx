import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { hrefOf } from '../../../base/route.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import { paged } from '../../../live/growing.ts'
import { Read } from '../../../parts/read.tsx'
import { Select } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { Row } from '../parts/rows.tsx'
import { sayNumber, sayOutcome, sayReason } from './say.ts'
import { type Decision, type ImportRow, type OpenImport, type Outcome, readRows } from './state.ts'

interface Props extends OpenImport {
  readonly outcome: Outcome
}

/**
 * The rows with one outcome: their lines in the file, and the reasons. Possible duplicates can be decided one by one.
 */
export function RowList({ it, change, outcome }: Props) {
  const { imports: says } = words.value
  const rows = useMemo(() => paged<ImportRow>((cursor) => readRows(it.id, outcome, cursor)), [it.id, outcome])
  useEffect(() => void rows.again(), [rows])
  const decide = async (line: number, decision: Decision | null) => {
    rows.paint(({ list, next }) => ({
      list: list.map((row) => (row.line === line ? { ...row, decision } : row)),
      next,
    }))
    try {
      await change({ decisions: [{ line, decision }] })
    } catch (error) {
      sayTrouble(error)
      await rows.again()
    }
  }
  return (
    <Read from={rows}>
      {({ list, next }) => (
        <section class="stack" aria-label={sayOutcome(outcome)}>
          <ul class="record-rows">
            {list.map((row) => (
              <Row key={row.line} title={says.atLine(sayNumber(row.line))} notes={[sayReason(row)]}>
                {row.recordId !== null && leadsToPatient(it.kind, row) && (
                  <a class="button quiet row-act" href={hrefOf('patients', row.recordId)}>
                    {says.toPatient}
                  </a>
                )}
                {outcome === 'duplicate' && (
                  <Select
                    aria-label={says.decisionOf(sayNumber(row.line))}
                    value={row.decision ?? ''}
                    choices={[['', says.asForAll], ...Object.entries(says.decisions)]}
                    choose={(decision) => void decide(row.line, (decision || null) as Decision | null)}
                  />
                )}
              </Row>
            ))}
          </ul>
          {next !== null && (
            <div>
              <Button onClick={() => void rows.more()}>{says.moreRows}</Button>
            </div>
          )}
        </section>
      )}
    </Read>
  )
}

const leadsToPatient = (kind: string, { outcome }: ImportRow): boolean =>
  kind === 'patients' && outcome !== 'undone'
