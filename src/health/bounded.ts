interface Bounds<T> {
  /** How many lines of one kind are written in a second. */
  readonly perSecond: number
  /** The kind of a line. A flood of one kind does not touch the lines of other kinds. */
  readonly kindOf: (line: T) => string
  /** Writes one line. */
  readonly write: (line: T) => void
  /** Writes how many lines of a second were left out. */
  readonly sum: (more: number) => void
}

/** More kinds in one second than these count as one kind together. */
const mostKinds = 100
const others = Symbol('others')

/**
 * Writes at most `perSecond` lines of a kind in a second, and at the end of the second how many were left out. So a flood
 * of requests does not become a flood in the log, and does not hide the requests that matter.
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
