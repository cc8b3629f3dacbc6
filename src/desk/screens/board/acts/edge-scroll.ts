/** Scrolls the board while something is dragged near an edge of its visible part. */

const edgePx = 64
const mostPx = 14

/** Returns a function that scrolls by one step. Call the function once a frame. */
export function edgeScroller(
  surface: HTMLElement,
): (pointer: { readonly x: number; readonly y: number }) => void {
  const vertical = scroller(surface, 'scrollHeight', 'clientHeight')
  const horizontal = scroller(surface, 'scrollWidth', 'clientWidth')
  return ({ x, y }) => {
    if (vertical) {
      const { top, bottom } = vertical.getBoundingClientRect()
      const step = stepOf(y, top, bottom)
      if (step !== 0) vertical.scrollTop += step
    }
    if (horizontal) {
      const { left, right } = horizontal.getBoundingClientRect()
      const step = stepOf(x, left, right)
      if (step !== 0) horizontal.scrollLeft += step
    }
  }
}

/** How far to scroll in one frame, in pixels. The nearer the pointer is to the edge, the further. */
function stepOf(at: number, start: number, end: number): number {
  if (at < start + edgePx) return -mostPx * Math.min(1, (start + edgePx - at) / edgePx)
  if (at > end - edgePx) return mostPx * Math.min(1, (at - end + edgePx) / edgePx)
  return 0
}

function scroller(
  from: HTMLElement,
  whole: 'scrollHeight' | 'scrollWidth',
  seen: 'clientHeight' | 'clientWidth',
): HTMLElement | undefined {
  for (let element: HTMLElement | null = from; element !== null; element = element.parentElement)
    if (element[whole] > element[seen] && /auto|scroll/.test(getComputedStyle(element).overflow))
      return element
  return undefined
}
