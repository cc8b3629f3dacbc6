/** The open screen and record. The address holds them behind the `#`, so the server and its log never see them. */
import { signal } from '@preact/signals'
import { placeNow } from './place.ts'
import { hasUnsaved } from './unsaved.ts'

/** The parts of the place: `#/day/2030-03-26` is `['day', '2030-03-26']`. */
export const route = signal(placeNow())

let mayGo: (hash: string) => boolean = () => true

/** Calls `guard` before the desk goes to another place. When it returns false, the desk stays where it is. */
export function guardRoute(guard: (hash: string) => boolean): void {
  mayGo = guard
}

window.addEventListener('hashchange', ({ oldURL }) => {
  const { hash } = location
  if (mayGo(hash)) route.value = placeNow()
  else history.replaceState(null, '', oldURL)
})

/** The address of a place, for links. */
export const hrefOf = (...pieces: readonly string[]): string =>
  `#/${pieces.map(encodeURIComponent).join('/')}`

/**
 * Goes to a place at once, so that the next key already works there. If something is not saved, only the address
 * changes now, and the place follows later. At this moment, a dialog that is closing still holds its text.
 */
export function go(pieces: readonly string[]): void {
  const href = hrefOf(...pieces)
  if (href === location.hash) return
  if (hasUnsaved()) location.hash = href
  else if (mayGo(href)) {
    history.pushState(null, '', href)
    route.value = pieces
  }
}
