import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { breakDown, watchedOwner } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { enrol, focusOn, invite, openSettings } from './steps.ts'

const minute = 60_000

/** Waits until the page is drawn, and stops its clock. From then on, only `runFor` moves the clock forward. */
async function stopClock(page: Page): Promise<void> {
  await page.getByText('Green: all is well').waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + minute)
}

inBrowser({
  '§19 The settings show owners within a minute that the backup has a problem, what to do, and that the backup is well again.':
    async (_, browser) => {
      await using watched = await watchedOwner(browser)
      const { c, owner } = watched
      const { page } = owner
      const section = page.locator('.settings-page section')
      const badge = page.locator('.settings-pages .badge')
      await section.getByText('Green: all is well').waitFor()
      expect(await badge.count()).toBe(0)
      const well = (await section.textContent())!
      expect(well).toContain('Yes, it holds every change')
      expect(well).toMatch(/2 Mar 2026, 0?8:00/)
      expect(well).not.toContain('Free on the disk')

      const { backup } = c.state
      c.state.backup = { ...backup!, fault: 'damaged', lagMs: 4 * minute }
      await page.focus('h1')
      await page.clock.runFor(minute)
      await section.getByText('Red: something has to be done').waitFor()
      await focusOn(page, 'Server and backup')
      expect(await badge.textContent()).toBe('Red')
      const told = (await section.textContent())!
      expect(told).toContain('The last check of the backup found a problem.')
      expect(told).toContain('The backup is 4 minutes behind.')
      expect(told).toContain('My page says “backup failed”. On the server, type: chairside doctor')
      expect(await section.locator('ol').count()).toBe(2)

      c.state.backup = backup
      await page.clock.runFor(minute)
      await section.getByText('Green: all is well').waitFor()
      expect(await badge.count()).toBe(0)
      expect(await section.locator('ol').count()).toBe(0)
      onlyRefused(owner)
    },

  'the page of the server requests its health once a minute while it is visible, and does not draw unchanged lines again':
    async (_, browser) => {
      await using watched = await watchedOwner(browser)
      const { c, owner } = watched
      const { page } = owner
      await stopClock(page)
      breakDown(c)
      await page.clock.runFor(minute)
      await page.getByText('Red: something has to be done').waitFor()
      const line = await page.locator('.spoken').elementHandle()
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/service/health')) asked++
      })
      const passes = async (ms: number) => {
        await page.clock.runFor(ms)
        await page.evaluate(() => fetch('/sign-in').then(() => undefined))
      }
      const seen = (hidden: boolean) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, hidden)
      const asks = async (act: () => Promise<unknown>) => {
        const before = asked
        const answered = page.waitForResponse('**/service/health')
        await act()
        await answered
        return asked - before
      }
      expect(await asks(() => passes(minute))).toBe(1)
      expect(await line!.evaluate((line) => line.isConnected)).toBe(true)
      await seen(true)
      const before = asked
      await passes(10 * minute)
      expect(asked).toBe(before)
      expect(await asks(() => seen(false))).toBe(1)
      onlyRefused(owner)
    },

  '§19 The page of the server never shows green when the server does not answer.': async (_, browser) => {
    await using watched = await watchedOwner(browser)
    const { page } = watched.owner
    const section = page.locator('.settings-page section')
    await section.getByText('Green: all is well').waitFor()
    await page.context().setOffline(true)
    await page.clock.runFor(minute)
    await section.getByText('Not known now').waitFor()
    expect(await section.textContent()).not.toContain('Green')
    expect(await section.textContent()).toContain('The server cannot be reached.')
    await page.context().setOffline(false)
    await page.clock.runFor(minute)
    await section.getByText('Green: all is well').waitFor()
    expect(await section.textContent()).not.toContain('cannot be reached')
  },

  'without an object store, the settings show owners that there is no backup, and show assistants nothing about it':
    async (house) => {
      const owner = await house.owner()
      await openSettings(owner.page, 'service')
      await owner.page.getByText('Yellow: needs attention').waitFor()
      expect(await owner.page.textContent('.settings-pages .badge')).toBe('Yellow')
      expect(await owner.page.textContent('.settings-page')).toContain('No backup is set up.')
      const amira = await house.visitor()
      await enrol(amira.page, await invite(owner.page, 'amira@example.org', 'assistant', 'Amira'))
      await openSettings(amira.page, 'security')
      expect(await amira.page.locator('[href="#/settings/service"]').count()).toBe(0)
      onlyRefused(amira)
      onlyRefused(owner)
    },
})
