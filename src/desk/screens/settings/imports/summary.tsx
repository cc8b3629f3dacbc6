import { sayMoment } from '../../../base/time/moment.ts'
import { known } from '../../../words/known.ts'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Fact } from '../parts/rows.tsx'
import { Bar } from './bar.tsx'
import { sayName, sayNumber, saySize, sayState } from './say.ts'
import type { OpenImport } from './state.ts'

/** The facts about the file, the progress of the import, and the problem that stops it. */
export function Summary({ it }: Pick<OpenImport, 'it'>) {
  const { imports: says, shell } = words.value
  const { file, progress, problem, state } = it
  const { bytes, encoding, separator, rows, keptUntil, removed } = file
  return (
    <Part title={sayName(it)} about={sayState(it)}>
      {progress && (
        <Bar
          label={sayState(it)}
          done={progress.done}
          total={progress.total ?? undefined}
          text={
            progress.total === null
              ? sayNumber(progress.done)
              : says.progressOf(sayNumber(progress.done), sayNumber(progress.total))
          }
        />
      )}
      {problem && (
        <p class="form-problem">
          {known(says.problems, problem.code, shell.newer)}
          {problem.line !== null && ` ${says.atLine(sayNumber(problem.line))}.`}
        </p>
      )}
      {state === 'expired' && <p>{says.expiredText}</p>}
      <dl class="fact-list">
        <Fact name={says.size}>{saySize(bytes)}</Fact>
        {state !== 'reading' && (
          <>
            <Fact name={says.encoding}>{encoding.toUpperCase()}</Fact>
            <Fact name={says.separator}>{known(says.separators, separator, shell.newer)}</Fact>
          </>
        )}
        {rows !== null && <Fact name={says.rows}>{sayNumber(rows)}</Fact>}
        <Fact name={says.keptUntil}>{removed ? says.removed : sayMoment(keptUntil)}</Fact>
      </dl>
    </Part>
  )
}
