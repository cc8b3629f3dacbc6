/** Helpers for cards of the board: find a card, press keys on it, and hold back requests of the desk. */
import type { Page, Route } from 'playwright-core'

interface Entry {
  readonly id: string
}

export const cardOf = (page: Page, { id }: Entry) => page.locator(`[data-entry="${id}"]`)

/** Moves the focus to a card and presses keys. */
export async function press(page: Page, card: Entry, ...keys: string[]): Promise<void> {
  await cardOf(page, card).focus()
  for (const key of keys) await page.keyboard.press(key)
}

/** The distance of a card from the top of its column, in pixels. A banner may move both down. */
export const depthOf = (page: Page, entry: Entry): Promise<number> =>
  cardOf(page, entry).evaluate((card) => {
    const column = card.closest('[data-column]')!
    return Math.round(card.getBoundingClientRect().top - column.getBoundingClientRect().top)
  })

/** Waits until the card of an entry has the focus. */
export const focusOnCard = (page: Page, { id }: Entry): Promise<void> =>
  page.locator(`[data-entry="${id}"]:focus`).waitFor()

/** Waits until the page has drawn twice. By then, the page has also done its work after a drawing. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

/** Holds back requests of the desk to a path until the returned function is called. */
export async function holdBack(
  page: Page,
  path: string,
  answer = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await answer(route)
  })
  return resolve
}
