/** Finds the differences between two texts, word by word. */

/** A piece of the texts. `same` is in both, `gone` is only in the older text, and `new` only in the newer text. */
interface Piece {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/**
 * The most pairs of words that are compared. With more pairs, the whole middle of the text counts as changed. The limit
 * keeps the browser quick.
 */
const mostPairs = 1_000_000

/** The pieces in order. The pieces `same` and `gone` make the older text, and `same` and `new` the newer text. */
export function differences(older: string, newer: string): readonly Piece[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const middle = compare(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return joined([
    ...before.slice(0, start).map((text): Piece => ({ kind: 'same', text })),
    ...middle,
    ...before.slice(before.length - end).map((text): Piece => ({ kind: 'same', text })),
  ])
}

/** Splits a text into words, spaces and other characters. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []

/** The longest common subsequence, by dynamic programming. */
function compare(before: readonly string[], after: readonly string[]): readonly Piece[] {
  const anew = (): Piece[] => [
    { kind: 'gone', text: before.join('') },
    { kind: 'new', text: after.join('') },
  ]
  if (before.length * after.length > mostPairs) return anew()
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length)
    if (i < before.length && j < after.length && before[i] === after[j]) {
      pieces.push({ kind: 'same', text: before[i++]! })
      j++
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    )
      pieces.push({ kind: 'gone', text: before[i++]! })
    else pieces.push({ kind: 'new', text: after[j++]! })
  return pieces
}

/** Joins neighbours of the same kind, and leaves out empty pieces. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = []
  for (const piece of pieces.filter(({ text }) => text !== '')) {
    const last = all.at(-1)
    if (last?.kind === piece.kind) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}
