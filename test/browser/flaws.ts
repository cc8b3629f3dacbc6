/** Flaws in the look of a page that can be measured. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** A phone, a window of 1280 × 800 at 200 %, a tablet, and two desktops. */
export const windows = [
  [390, 844],
  [640, 400],
  [768, 1024],
  [1920, 1080],
  [1280, 800],
] as const

/** Expects no flaw in the page in any of the windows. Afterwards the window has its size from before. */
export async function expectFlawless(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!
  const found: string[] = []
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    for (const flaw of await flawsOf(page)) found.push(`${what} at ${width}: ${flaw}`)
  }
  await page.setViewportSize(before)
  expect(found).toEqual([])
}

/**
 * The flaws of the newest dialogue, or of the page. It may be wider than its window, have several main buttons, or have
 * a cut text. In the desk, and in a dialogue with buttons at its end, there must be one main button. On a card of the
 * board, a text may be cut when there is no free space beside and below it.
 */
export const flawsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const flaws: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) flaws.push(`it is ${scrollWidth} wide`)
    const top =
      document.querySelector(':modal') ?? document.querySelector(':popover-open, .month') ?? document
    const probe = document.body.appendChild(document.createElement('span'))
    const strong = ['--on-accent', '--on-danger'].map((name) => {
      probe.style.color = `var(${name}, transparent)`
      return getComputedStyle(probe).color
    })
    probe.remove()
    const leading = [...top.querySelectorAll('.button')].filter(
      (button) => button.checkVisibility() && strong.includes(getComputedStyle(button).color),
    )
    const needsOne = top.querySelector('.rail, .dialog-actions, .form-actions, .glance footer') !== null
    if (leading.length > 1 || (needsOne && leading.length === 0))
      flaws.push(`${leading.length} buttons lead: ${leading.map((button) => button.textContent).join(', ')}`)

    const writes = (one: Node) => one.nodeType === Node.TEXT_NODE && one.textContent!.trim() !== ''
    const isCut = (one: Element) =>
      one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2
    for (const one of top.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, webkitLineClamp } = getComputedStyle(one)
      const isField = one.matches('input:is(:not([type]), [type="text"]):not([readonly])')
      if (
        !isField &&
        (overflowX === 'visible' || !(webkitLineClamp !== 'none' || [...one.childNodes].some(writes)))
      )
        continue
      if (!isCut(one) || one.clientWidth < 2 || !one.checkVisibility()) continue
      if (hasRoom(one)) flaws.push(`cut: ${one.className} ${one.textContent!.slice(0, 40)}`)
    }
    const pen = document.createElement('canvas').getContext('2d')!
    /**
     * Whether a text does not fit in one line of a control. `taken` is the width of the line that other elements use,
     * in pixels.
     */
    const isLonger = (text: string, control: HTMLElement, taken: number) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(control)
      pen.font = font
      const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return control.checkVisibility() && pen.measureText(text).width > room - taken
    }
    for (const field of top.querySelectorAll<HTMLInputElement>('input[placeholder]'))
      if (isLonger(field.placeholder, field, 0)) flaws.push(`cut: a field with ${field.placeholder}`)
    for (const select of top.querySelectorAll<HTMLSelectElement>('select')) {
      const chosen = select.selectedOptions[0]?.text ?? ''
      // The arrow of a list is about 16 pixels wide.
      if (isLonger(chosen, select, 16)) flaws.push(`cut: a list with ${chosen}`)
    }
    return [...new Set(flaws)]

    /** Whether there was free space for a text that is cut. On a card, the space beside and below the text counts. */
    function hasRoom(text: HTMLElement): boolean {
      const card = text.closest('.column > .entry')
      if (card === null) return true
      // Besides the padding, there must be space for at least one letter.
      if (card.matches('.lines-1'))
        return text.parentElement!.getBoundingClientRect().right - text.getBoundingClientRect().right > 10
      const details = card.querySelector('.entry-details')!
      const { bottom } = details.getBoundingClientRect()
      const lines = [...details.children].map((line) => line.getBoundingClientRect())
      const { left } = details.getBoundingClientRect()
      const last = Math.max(0, ...lines.filter((line) => line.left < left + 4).map((line) => line.bottom))
      return bottom - last >= 15
    }
  })
