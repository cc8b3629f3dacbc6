import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { now } from '../../api/now.ts'
import { today } from '../../base/time/today.ts'
import type { Column } from './column.ts'
import { type Grid, rowsTo } from './grid.ts'
import { density, nowWanted, rowRem } from './view.ts'

/** Where the line of the current time is shown, as a part of the scroller's height. */
const nowAt = 0.3

/** Scrolls to the line of the current time when today opens. On other days, the same time of day stays at the top. */
export function useScroll(
  place: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  grid: Grid,
): void {
  const first = minutesOf(grid.rows[0]!.label)
  const slot = grid.slotMs / 60_000
  const before = useRef({ first, row: 0 })
  const wanted = nowWanted.value
  const size = density.value
  const key = columns.map(({ key, date }) => key + date).join()
  useLayoutEffect(() => {
    const element = place.current!
    const row = rowRem[size] * rootPx()
    const current = columns.find(({ date }) => date === today.peek())
    const old = before.current
    before.current = { first, row }
    if (wanted && current !== undefined) {
      nowWanted.value = false
      element.scrollTop = rowsTo(current.grid, now.peek()) * row - element.clientHeight * nowAt
    } else if (old.row > 0 && (old.row !== row || old.first !== first)) {
      const minutes = old.first + (element.scrollTop / old.row) * slot
      element.scrollTop = ((minutes - first) / slot) * row
    }
  }, [key, first, size, wanted])
}

const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The minutes since midnight of a label `HH:MM`. */
function minutesOf(label: string): number {
  const [hours, minutes] = label.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
