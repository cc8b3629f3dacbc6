/**
 * `--against <commit>` measures a commit and the present tree alternately, and shows which figures got worse by more
 * than their spread. Each tree runs its own bench with its own packages, so figures are matched by their names.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellsOfLine, table } from './report.ts'
import { median } from './statistics.ts'

/** How many times each tree measures each part. */
const turns = 3

const root = join(import.meta.dir, '../..')

/** Prints the comparison, without the parts that the commit does not have. Resolves with whether a figure got worse. */
export async function compareWith(commit: string, parts: readonly string[], flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'chairside-against-'))
  const base = join(folder, 'base')
  const remove = () => {
    Bun.spawnSync(['git', 'worktree', 'remove', '--force', base], { cwd: root, stderr: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  await output(['git', 'worktree', 'add', '--detach', '--quiet', base, commit], root)
  await output([process.execPath, 'install', '--frozen-lockfile', '--silent'], base)
  const found = { base: new Map<string, Figure>(), now: new Map<string, Figure>() }
  const inBoth = parts.filter((part) => existsSync(join(base, `test/bench/${part}.ts`)))
  for (const part of parts)
    if (!inBoth.includes(part)) console.error(`${part} is left out, because ${commit} does not measure it`)
  for (let turn = 0; turn < turns; turn++)
    for (const part of inBoth)
      for (const name of turn % 2 === 0 ? (['base', 'now'] as const) : (['now', 'base'] as const)) {
        console.error(`${name}: ${part}, ${turn + 1} of ${turns} …`)
        const tree = name === 'base' ? base : root
        const printed = await output([process.execPath, 'test/bench/run.ts', ...flags, part], tree)
        for (const { figure, value, isHigherBetter } of figuresIn(printed)) {
          const { values } = found[name].getOrInsertComputed(figure, () => ({ values: [], isHigherBetter }))
          values.push(value)
        }
      }
  const rows = compared(found.base, found.now)
  console.log(`\nbase: ${commit}\n\n${table(['figure', 'base', 'now', 'change', 'spread', 'verdict'], rows)}`)
  return rows.some((row) => row.at(-1) === 'WORSE')
}

/** The measured values of one figure, one value for each run. */
export interface Figure {
  readonly values: number[]
  readonly isHigherBetter: boolean
}

/**
 * The figures in the output of the bench. Of each line, it takes the ratio to the bare program. When there is no ratio,
 * it takes the figure itself.
 */
export function figuresIn(printed: string) {
  const lines = printed.split('\n')
  const ruler = lines.findIndex((line, i) => line.startsWith('─') && lines[i - 1]!.startsWith('figure'))
  if (ruler === -1) throw new Error(`the bench printed no table: ${printed.slice(-2_000)}`)
  const end = lines.indexOf('', ruler)
  return lines.slice(ruler + 1, end === -1 ? undefined : end).flatMap((line) => {
    const [figure = '', ours = '', , ratio = '', aim = ''] = cellsOfLine(lines[ruler]!, line)
    const value = firstNumber(ratio === '' ? ours : ratio)
    const isHigherBetter = aim === '' ? ours.endsWith('/s') : aim.startsWith('≥')
    return value === undefined ? [] : [{ figure, value, isHigherBetter }]
  })
}

const firstNumber = (text: string): number | undefined => {
  const digits = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/** A row for each figure: its name, its value in the base, its value now, the change, the spread and the verdict. */
export function compared(base: ReadonlyMap<string, Figure>, now: ReadonlyMap<string, Figure>): string[][] {
  return [...new Set([...base.keys(), ...now.keys()])].map((figure) => {
    const [before, after] = [base.get(figure), now.get(figure)]
    const row = [figure, said(before), said(after)]
    if (before === undefined || after === undefined) return [...row, '', '', 'not in both']
    const change = median(after.values) - median(before.values)
    const spread = Math.max(spreadOf(before.values), spreadOf(after.values))
    const isBeyond = Math.abs(change) > spread
    const verdict = !isBeyond ? 'same' : change > 0 === after.isHigherBetter ? 'better' : 'WORSE'
    const share = `${change < 0 ? '−' : '+'}${Math.abs((change / median(before.values)) * 100).toFixed(0)} %`
    return [...row, share, rounded(spread), verdict]
  })
}

/** The difference between the largest and the smallest value of one tree. */
const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

const rounded = (value: number): string => String(Number(value.toPrecision(3)))

const said = (figure: Figure | undefined): string =>
  figure === undefined
    ? ''
    : `${rounded(median(figure.values))} (${rounded(Math.min(...figure.values))}–${rounded(Math.max(...figure.values))})`

/** Runs a command. Returns its output. @throws when the command fails. */
async function output(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdout: 'pipe', stderr: 'pipe' })
  const kill = () => child.kill()
  process.once('exit', kill)
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
  process.off('exit', kill)
  if ((await child.exited) !== 0)
    throw new Error(`${command.join(' ')} failed in ${cwd}: ${errors.slice(-2_000)}`)
  return printed
}
