export interface Bounds<T> {
  readonly perSecond: number
  /** Writes one line. */
  readonly write: (line: T) => void
  /** Writes how many lines of a second were left out. */
  readonly sum: (more: number) => void
}

/**
 * Writes at most `perSecond` lines a second, and at the end of a second how many were left out. So a flood of requests
 * does not become a flood in the log.
 * @param later runs a function a second later
 */
export function bounded<T>({ perSecond, write, sum }: Bounds<T>, later = afterASecond): (line: T) => void {
  let lines = 0
  const endSecond = () => {
    if (lines > perSecond) sum(lines - perSecond)
    lines = 0
  }
  return (line) => {
    if (lines++ === 0) later(endSecond)
    if (lines <= perSecond) write(line)
  }
}

const afterASecond = (run: () => void): void => void setTimeout(run, 1_000).unref()
