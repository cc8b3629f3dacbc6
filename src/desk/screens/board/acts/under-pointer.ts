/** Finds the column, the instant, the edge of a card or the control that is under the pointer. */
import type { Column } from '../column.ts'
import { boardColumns } from './board-now.ts'
import type { Hold } from './place.ts'

const edgePx = { mouse: 6, touch: 14 }

/** Whether an element is a control, such as a button, whose press must not begin a drag. A card is no control here. */
export const isControl = (target: HTMLElement): boolean =>
  target.closest('button, a, input')?.matches('[data-entry]') === false

/** The part of a card that a press at the height `y` drags: an edge, or the whole. */
export function holdAt(card: HTMLElement, y: number, touch: boolean): Hold {
  const { top, bottom, height } = card.getBoundingClientRect()
  const edge = Math.min(touch ? edgePx.touch : edgePx.mouse, height / 4)
  if (y < top + edge) return 'start'
  return y > bottom - edge ? 'end' : 'whole'
}

/** The column at the horizontal position `x` of the screen, or else the nearest column. */
export function columnAt(x: number): Column | undefined {
  let [nearest, least]: [Column | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const column of boardColumns()) {
    const box = elementOf(column)?.getBoundingClientRect()
    if (box === undefined) continue
    const away = Math.max(box.left - x, x - box.right, 0)
    if (away < least) [nearest, least] = [column, away]
  }
  return nearest
}

/** The instant of a column at the vertical position `y` of the screen. */
export function instantAt(column: Column, y: number): number {
  const { top, height } = elementOf(column)!.getBoundingClientRect()
  const { from, to } = column.grid
  return from + ((y - top) / height) * (to - from)
}

const elementOf = (column: Column) => document.querySelector<HTMLElement>(`[data-column="${column.key}"]`)
