import { words } from '../../../words/words.ts'
import { openBooking } from '../../booking/open.tsx'
import { drop, whereOf } from './move.ts'
import { nameOf } from './names.ts'
import { current, cutCards, unpin } from './pins.ts'
import type { Place } from './place.ts'
import { popUp } from './popup-menu.tsx'

/** Opens the menu of free time: book, block, or drop a card of the pinboard. */
export function openFreeMenu(place: Place, at: { readonly x: number; readonly y: number }): void {
  const { acts } = words.value
  const where = whereOf(place)
  popUp(
    acts.freeMenu,
    [
      {
        says: acts.bookHere,
        icon: 'plus',
        run: () => openBooking({ startAt: where.startAt, chairId: where.chairId }),
      },
      { says: acts.block, icon: 'close', run: () => openBooking({ type: 'unavailable', ...where }) },
      ...cutCards.value.map((card) => ({
        says: acts.dropHere(nameOf(card)),
        icon: 'pin' as const,
        run: async () => {
          const entry = current(card)
          const length = Date.parse(entry.endAt) - Date.parse(entry.startAt)
          if (await drop(entry, { ...place, to: place.from + length })) unpin(card)
        },
      })),
    ],
    at,
  )
}
