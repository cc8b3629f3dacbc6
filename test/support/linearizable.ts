/**
 * Decides whether a recorded history of concurrent operations on one object is linearizable (Herlihy and Wing, 1990). A
 * history is linearizable when each operation can be given one moment between its call and its return. The sequential
 * model must allow the operations in the order of these moments. The search algorithm is by Wing and Gong (1993), with
 * the memory of Lowe (2017). Porcupine and Knossos use it too.
 */

/** One operation as its caller saw it. */
export interface Operation {
  /** The request and its answer, as text for people. */
  readonly name: string
  readonly called: number
  /** Infinity when no caller got an answer. */
  readonly returned: number
  /**
   * The states that the model allows after the operation and its answer. Empty when the model does not allow this
   * answer.
   */
  readonly next: (state: string) => readonly string[]
}

/** The most steps that one search remembers. Then the search gives up. */
const mostSteps = 3_000_000

interface Entry {
  readonly operation: number
  readonly isCall: boolean
  before: Entry | undefined
  after: Entry | undefined
}

/**
 * Undefined when the history is linearizable. Otherwise returns the operations around the point at which the longest
 * possible order ends.
 * @throws when the search gives up.
 */
export function disorderIn(operations: readonly Operation[], initial: string): string[] | undefined {
  const { head, returnOf } = entriesOf(operations)
  const done = new Uint8Array(Math.ceil(operations.length / 8))
  const seen = new Set<string>()
  const stack: { entry: Entry; states: readonly string[] }[] = []
  let states: readonly string[] = [initial]
  let farthest = { depth: -1, at: 0, states }
  let entry = head.after
  while (head.after !== undefined) {
    if (entry!.isCall) {
      const after = nextStates(operations[entry!.operation]!, states)
      if (after.length > 0) {
        flip(done, entry!.operation)
        const step = `${Buffer.from(done).toString('latin1')}|${after.join('|')}`
        if (!seen.has(step)) {
          if (seen.size === mostSteps) throw new Error('the search for an order was given up')
          seen.add(step)
          stack.push({ entry: entry!, states })
          states = after
          unlink(entry!)
          unlink(returnOf[entry!.operation]!)
          entry = head.after
          continue
        }
        flip(done, entry!.operation)
      }
      entry = entry!.after
      continue
    }
    // This operation has returned, and the search found no moment for it.
    if (stack.length > farthest.depth) farthest = { depth: stack.length, at: entry!.operation, states }
    const last = stack.pop()
    if (last === undefined) return explain(operations, farthest)
    flip(done, last.entry.operation)
    relink(returnOf[last.entry.operation]!)
    relink(last.entry)
    states = last.states
    entry = last.entry.after
  }
  return undefined
}

/** Calls and returns in the order of time, as a linked list. */
function entriesOf(operations: readonly Operation[]) {
  const sorted = operations
    .flatMap(({ called, returned }, operation) => [
      { operation, isCall: true, time: called },
      { operation, isCall: false, time: returned },
    ])
    // At equal moments, calls come before returns, so that more orders are allowed.
    .sort((a, b) => (a.time === b.time ? Number(b.isCall) - Number(a.isCall) : a.time < b.time ? -1 : 1))
  const head: Entry = { operation: -1, isCall: false, before: undefined, after: undefined }
  const returnOf: Entry[] = []
  let last = head
  for (const { operation, isCall } of sorted) {
    const entry: Entry = { operation, isCall, before: last, after: undefined }
    last.after = entry
    last = entry
    if (!isCall) returnOf[operation] = entry
  }
  return { head, returnOf }
}

function nextStates({ next }: Operation, states: readonly string[]): readonly string[] {
  if (states.length === 1) return next(states[0]!)
  return [...new Set(states.flatMap(next))].sort()
}

function flip(bits: Uint8Array, i: number): void {
  bits[i >> 3]! ^= 1 << (i & 7)
}

function unlink(entry: Entry): void {
  entry.before!.after = entry.after
  if (entry.after) entry.after.before = entry.before
}

function relink(entry: Entry): void {
  entry.before!.after = entry
  if (entry.after) entry.after.before = entry
}

function explain(
  operations: readonly Operation[],
  { at, states }: { at: number; states: readonly string[] },
): string[] {
  const stuck = operations[at]!
  const around = operations
    .filter(({ called, returned }) => called <= stuck.returned && returned >= stuck.called - 50)
    .slice(0, 40)
    .map(({ name, called, returned }) => `${called.toFixed(1)}–${returned.toFixed(1)} ${name}`)
  return [`no moment for: ${stuck.name}`, `state before: ${states.join(' or ')}`, ...around]
}
