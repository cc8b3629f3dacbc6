import { type Resource, resource } from './resource.ts'

/** A part of a long list. `next` is the cursor of the part that follows; null when this part is the last one. */
export interface Piece<T> {
  readonly list: readonly T[]
  readonly next: string | null
}

/** A long list. At first, some items from its beginning are shown. `again` reads as many items as are shown. */
interface Growing<T> extends Resource<Piece<T>> {
  /** Shows some more items. It does not throw. */
  readonly more: () => Promise<void>
  /** Forgets the list, and reads the first items of another list. It does not throw. */
  readonly restart: () => Promise<void>
}

/** The most items that one request asks for, because the API returns no more. */
const mostAtOnce = 100

/** Makes a list that grows by `step` items. `readPiece` requests some items from a cursor on; null is the beginning. */
export function growing<T>(
  step: number,
  readPiece: (limit: number, cursor: string | null) => Promise<Piece<T>>,
): Growing<T> {
  let wanted = step
  const shown = resource<Piece<T>>({
    read: async () => {
      const list: T[] = []
      let next: string | null = null
      do {
        const piece: Piece<T> = await readPiece(Math.min(wanted - list.length, mostAtOnce), next)
        list.push(...piece.list)
        next = piece.next
      } while (next !== null && list.length < wanted)
      return { list, next }
    },
  })
  return Object.assign(shown, {
    more: () => {
      wanted += step
      return shown.again()
    },
    restart: () => {
      wanted = step
      shown.clear()
      return shown.again()
    },
  })
}

/** A long list that is read page by page. `more` adds the next page, and does not throw. */
interface Paged<T> extends Resource<Piece<T>> {
  readonly more: () => Promise<void>
}

/** Makes a list whose pages are each read once, when they are needed. The cursor of the first page is null. */
export function paged<T>(readPage: (cursor: string | null) => Promise<Piece<T>>): Paged<T> {
  const shown = resource({ read: () => readPage(null) })
  const more = () =>
    shown.grow(async ({ list, next }) => {
      const page = await readPage(next)
      return { list: [...list, ...page.list], next: page.next }
    })
  return Object.assign(shown, { more })
}

/** Reads a list page by page, `most` pages at most. */
export async function* pages<Page extends { readonly nextCursor: string | null }>(
  most: number,
  readPage: (more: { readonly cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let more = {}
  for (let read = 0; read < most; read++) {
    const page = await readPage(more)
    yield page
    if (page.nextCursor === null) return
    more = { cursor: page.nextCursor }
  }
}
