/** Controls Firefox by WebDriver BiDi. Firefox supports this protocol without an additional driver. */
import { existsSync } from 'node:fs'
import { type Browser, launch, type Page } from 'puppeteer-core'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The path of Firefox: `FIREFOX`, or the path in the packages of usual systems. Undefined when there is no Firefox. */
export const firefoxPath: string | undefined = process.env.FIREFOX || places.find((path) => existsSync(path))

export const launchFirefox = (): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath: firefoxPath!, headless: true })

/** A page, and its errors so far: errors of scripts, and error messages on the console. */
export async function watchedPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}
