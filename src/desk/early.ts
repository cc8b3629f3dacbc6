/**
 * The first script of the desk. It is small, so the server is asked while the browser still reads the other scripts. Those
 * scripts find the answers in `api/early.ts`.
 */

import { askEarly } from './api/early.ts'
import { sessionToken } from './api/token.ts'
import { placeNow } from './base/place.ts'
import { nearestDate } from './base/time/dates.ts'
import { loadEarly } from './words/languages.ts'

const [screen, named] = placeNow()
/** What the desk opens with: whether that is the board, and its day. The day is undefined for today. */
export const first = { isBoard: screen === undefined || screen === 'day', day: nearestDate(named) }

const token = sessionToken()
if (token !== null) {
  const ask = (path: string) => askEarly(new URL(path, location.origin), token)
  ask('/api/v1/me')
  if (first.isBoard) ask(`/api/v1/day${first.day ? `?date=${first.day}` : ''}`)
  loadEarly()
  // The first format takes longer than a whole board, and later ones next to nothing.
  new Intl.DateTimeFormat(navigator.language).format()
}
