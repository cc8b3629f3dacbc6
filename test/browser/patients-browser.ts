import type { Browser, BrowserContextOptions } from 'playwright-core'
import { patienceMs } from '../support/until.ts'

/** A patient's browser, with one page of this service. `problems` collects the errors of its pages. */
export async function patientsBrowser(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  // A button that fades in has too little contrast for a moment, and axe may look in that moment.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  return {
    page,
    problems,
    open: (path: string) => page.goto(url + path),
    [Symbol.asyncDispose]: () => context.close(),
  }
}
