/**
 * Takes the first pictures of the README, light and dark: `bun run pictures`. The pictures show a day of the demo
 * practice at the front desk.
 */
import type { Page } from 'playwright-core'
import { makeDemo } from '../../src/demo/open.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { byTest } from '../support/by-test.ts'
import { emptyService } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { launch, person } from './browser.ts'
import { openDesk } from './desk.ts'

/** The most bytes of one picture, so that the README loads quickly. */
const mostBytes = 60 * 1024

/** The page as WebP, in the best quality that is small enough. */
async function smallPicture(page: Page): Promise<Buffer> {
  const chromium = await page.context().newCDPSession(page)
  for (let quality = 90; quality >= 30; quality -= 5) {
    const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality })
    const picture = Buffer.from(data, 'base64')
    if (picture.length <= mostBytes) return picture
  }
  throw new Error(`The picture has more than ${mostBytes} bytes. Make the window smaller.`)
}

if (import.meta.main) {
  await using s = emptyService()
  // This is a Monday at ten in the morning, in the time zone of the demo practice.
  s.clock.now = Date.parse('2026-03-02T09:00:00Z')
  const { practiceId, ownerId } = await makeDemo(s.store, s.clock.now)
  const { token } = await s.store.practices
    .of(practiceId, byTest)
    .write((tx) => openSession(tx, ownerId, 'README', s.clock.now, ordinarySessionTimes))
  await using server = listening(s)
  const browser = await launch()
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 1200, height: 750 }
    await using someone = await person(browser, server.url, { locale: 'en-GB', colorScheme, viewport })
    await someone.page.clock.setFixedTime(s.clock.now)
    await openDesk(someone.page, token)
    await someone.page.waitForSelector('.board .event, [data-entry], article')
    await someone.page.evaluate(() => document.fonts.ready)
    await Bun.write(`.github/desk-${colorScheme}.webp`, await smallPicture(someone.page))
  }
  await browser.close()
  process.exit(0)
}
