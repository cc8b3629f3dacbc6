import { newest } from './newest.ts'

/** A piece of a long list. `next` says where the list goes on. It is null at the end. */
export interface Piece<T> {
  readonly list: readonly T[]
  readonly next: string | null
}

/** No more items are asked for at once, because the API answers no more. */
const mostAtOnce = 100

/**
 * A long list that is shown from its beginning, `step` items at first. `read` reads anew as much as is shown, `more` shows
 * `step` items more, and `restart` shows the first items of another list. `keep` and `tell` are those of `newest`.
 */
export function growing<T>(
  step: number,
  readPiece: (limit: number, cursor: string | null) => Promise<Piece<T>>,
  keep: (shown: Piece<T>) => void,
  tell: (trouble: unknown) => void,
): { read(): Promise<void>; more(): Promise<void>; restart(): Promise<void> } {
  let wanted = step
  const upToWanted = async (): Promise<Piece<T>> => {
    const list: T[] = []
    let next: string | null = null
    do {
      const piece: Piece<T> = await readPiece(Math.min(wanted - list.length, mostAtOnce), next)
      list.push(...piece.list)
      next = piece.next
    } while (next !== null && list.length < wanted)
    return { list, next }
  }
  const read = newest(upToWanted, keep, tell)
  return {
    read,
    more: () => {
      wanted += step
      return read()
    },
    restart: () => {
      wanted = step
      return read()
    },
  }
}
