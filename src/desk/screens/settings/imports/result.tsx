import { useState } from 'preact/hooks'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Act, Row } from '../parts/rows.tsx'
import { RowList } from './row-list.tsx'
import { sayNumber, sayOutcome } from './say.ts'
import type { OpenImport, Outcome } from './state.ts'

/** How many rows had each outcome, and the rows of one outcome. */
export function Result(open: OpenImport) {
  const { imports: says } = words.value
  const { counts, state } = open.it
  const [shown, setShown] = useState<Outcome | undefined>()
  const some = counts.filter(({ rows }) => rows > 0)
  if (some.length === 0) return null
  return (
    <Part title={state === 'checked' ? says.result : says.rows}>
      <ul class="record-rows">
        {some.map(({ outcome, rows }) => (
          <Row key={outcome} title={`${sayOutcome(outcome)}: ${sayNumber(rows)}`} notes={[]}>
            <Act
              says={shown === outcome ? says.hide : says.show}
              of={sayOutcome(outcome)}
              act={() => setShown(shown === outcome ? undefined : outcome)}
            />
          </Row>
        ))}
      </ul>
      {shown !== undefined && <RowList key={`${shown} ${state}`} outcome={shown} {...open} />}
    </Part>
  )
}
