import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import { clockOf } from '../../../base/time/wall-time.ts'
import { words } from '../../../words/words.ts'
import { openBooking } from '../../booking/open.tsx'
import { openAbsence } from '../../settings/open-absence.tsx'
import { drop, type Where, whereOf } from './move.ts'
import { nameOf } from './names.ts'
import { current, cutCards, unpin } from './pins.ts'
import type { Place } from './place.ts'
import { popUp } from './popup-menu.tsx'

/** The day and the time at which an absence begins. */
const startOf = ({ startAt }: Where) => ({
  date: dateOf(startAt, zone()),
  startTime: clockOf(Date.parse(startAt), zone()),
})

/** Opens the menu of free time: book, block, note an absence, or drop a card of the pinboard. */
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
      { says: acts.away, icon: 'ban', run: () => openAbsence(startOf(where)) },
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
