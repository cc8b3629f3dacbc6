/** Turns a CPU profile of the service into tables of functions and areas. */
import { table } from './report.ts'

/** The profile that Bun writes with `--cpu-prof`, in the format of Chrome's developer tools. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      /** Zero for the first line. */
      readonly lineNumber: number
    }
    readonly children?: readonly number[]
  }[]
  /** The node that ran at each sample. */
  readonly samples: readonly number[]
  /** For each sample, the microseconds since the previous sample. */
  readonly timeDeltas: readonly number[]
  /** Epoch microseconds. */
  readonly startTime: number
}

interface Frame {
  readonly name: string
  /** A path from the repository's root, or a module's name. Empty for native code. */
  readonly file: string
}

const shownFunctions = 25
const shownCallers = 3

/** The functions and areas with the most samples between two moments, in epoch milliseconds. */
export function profileTable(profile: CpuProfile, from: number, until: number): string {
  const stackOf = stacksOf(profile)
  const functions = new Map<string, number>()
  const areas = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  let samples = 0
  let at = profile.startTime / 1_000
  for (const [i, node] of profile.samples.entries()) {
    at += profile.timeDeltas[i]! / 1_000
    if (at < from || at > until) continue
    const stack = stackOf(node)
    samples++
    count(functions, described(stack))
    count(areas, areaOf(stack))
  }
  const rows = (counts: Map<string, number>, most = counts.size) =>
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([key, n]) => [`${((100 * n) / samples).toFixed(1)} %`, ...key.split('\n')])
  return `${samples} samples
${table(['area', 'what'], rows(areas))}

${table(['self', 'function', 'called by'], rows(functions, shownFunctions))}`
}

/** Finds the stack of a node, the innermost function first. */
function stacksOf({ nodes }: CpuProfile): (node: number) => readonly Frame[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stacks = new Map<number, readonly Frame[]>()
  const stackOf = (id: number): readonly Frame[] =>
    stacks.getOrInsertComputed(id, () => {
      const { functionName, url, lineNumber } = byId.get(id)!.callFrame
      const file = url.replace(/^.*\/(?=(src|db|node_modules)\/)/, '').replace('node_modules/', '')
      const name = functionName || (url === '' ? 'Bun' : `line ${lineNumber + 1}`)
      const parent = parents.get(id)
      return [{ name, file }, ...(parent === undefined ? [] : stackOf(parent))]
    })
  return stackOf
}

/** The function, and the nearest functions of the service that called it. Of each file, only one function is named. */
function described(stack: readonly Frame[]): string {
  const own = stack[0]!
  const callers: Frame[] = []
  for (const frame of stack.slice(1))
    if (isOurs(frame) && frame.file !== (callers.at(-1) ?? own).file) callers.push(frame)
  return [own, callers.slice(0, shownCallers).map(named).join(' ← ')]
    .map((part) => (typeof part === 'string' ? part : named(part)))
    .join('\n')
}

const isOurs = ({ file }: Frame): boolean => /^(src|db)\//.test(file)

const named = ({ name, file }: Frame): string =>
  file === '' ? `${name} (native)` : `${name} ${file.replace(/^src\//, '')}`

/** SQLite's functions for statements, as Bun names them. */
const statements = ['run', 'get', 'all', 'values']

/** The first area to which a stack belongs. So a token's query counts as authentication, not as SQLite. */
function areaOf(stack: readonly Frame[]): string {
  const own = stack[0]!
  if (stack.some(({ file }) => file.startsWith('pino/'))) return 'the log'
  if (stack.some(({ file }) => file.endsWith('/authenticate.ts'))) return 'authentication'
  if (own.file === 'bun:sqlite' || (own.file === '' && statements.includes(own.name))) return 'SQLite'
  const nearest = stack.find(isOurs)
  return nearest === undefined ? 'Bun and the framework' : nearest.file.split('/').slice(0, 2).join('/')
}
