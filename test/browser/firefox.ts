/** Firefox, driven over WebDriver BiDi, the protocol that it speaks without a driver of its own. */
import { existsSync } from 'node:fs'
import { type Browser, launch, type Page } from 'puppeteer-core'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The path of Firefox: `FIREFOX`, or where the packages of usual systems put it. Undefined where there is none. */
export const firefoxPath: string | undefined = process.env.FIREFOX || places.find((path) => existsSync(path))

export const launchFirefox = (): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath: firefoxPath!, headless: true })

/** A page with what went wrong in it so far: errors of scripts, and what was written to the console as an error. */
export async function watchedPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}
