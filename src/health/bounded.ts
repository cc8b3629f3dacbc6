interface Bounds<T> {
  /** How many lines of one kind are written in a second. */
  readonly perSecond: number
  /** The kind of a line. Many lines of one kind do not affect the lines of other kinds. */
  readonly kindOf: (line: T) => string
  /** Writes one line. */
  readonly write: (line: T) => void
  /** Writes how many lines of a second were left out. */
  readonly sum: (more: number) => void
}

/** How many kinds of lines are counted separately in one second. All further kinds count as one kind together. */
const mostKinds = 100
const others = Symbol('others')

/**
 * Writes at most `perSecond` lines of a kind in a second, and at the end of the second how many were left out. So very
 * many requests do not fill the log, and do not hide the requests that matter.
 * @param later runs a function a second later
 */
export function bounded<T>(
  { perSecond, kindOf, write, sum }: Bounds<T>,
  later = afterASecond,
): (line: T) => void {
  const lines = new Map<string | typeof others, number>()
  let leftOut = 0
  const endSecond = () => {
    if (leftOut > 0) sum(leftOut)
    leftOut = 0
    lines.clear()
  }
  return (line) => {
    if (lines.size === 0) later(endSecond)
    const own = kindOf(line)
    const kind = lines.has(own) || lines.size < mostKinds ? own : others
    const count = (lines.get(kind) ?? 0) + 1
    lines.set(kind, count)
    if (count <= perSecond) write(line)
    else leftOut++
  }
}

const afterASecond = (run: () => void): void => void setTimeout(run, 1_000).unref()
