/** Tests of the calendars that members subscribe to, on the page of the settings, in both languages. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair, newEntry } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { languages, wordsOf } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { ownerWithClock } from './house.ts'
import { button, openSettings, rowOf, submitDialog } from './steps.ts'

const locales = { en: 'en-GB', de: 'de-DE' } as const

useBrowser()

for (const language of languages)
  browsing(
    `an owner switches calendars on, subscribes to a chair with their passkey, and ends the subscription, in ${language}`,
    async () => {
      await using house = await ownerWithClock(browser, { locale: locales[language] })
      const { page, complaints } = house.owner
      const { calendars: says, security, shell } = wordsOf[language]
      const { call } = house.c.owner
      success(await call('PATCH', '/api/v1/me', { language }))
      const chair = await newChair(call, { name: 'Room 2' })
      await newEntry(call, { chairId: chair.id })

      await openSettings(page, 'security')
      await button(page, security.add).click()
      await submitDialog(page)
      await page.waitForSelector('dialog', { state: 'detached' })
      await openSettings(page, 'calendars')
      await page.getByText(says.off).waitFor()
      expect(await button(page, says.subscribe).count()).toBe(0)
      await page.getByLabel(says.showsLabel).selectOption('busy')
      await button(page, shell.save).click()
      await page.getByText(says.saved).first().waitFor()
      success(await house.c.assistant.call('POST', '/api/v1/me/calendar-feeds', {}), 201)
      house.c.clock.now += 10 * 60_000
      await page.getByLabel(says.calendar, { exact: true }).selectOption('Room 2')
      await button(page, says.subscribe).click()
      await page.getByText(security.confirmText).waitFor()
      await submitDialog(page)
      await page.getByText(says.copyNow).waitFor()
      await page.locator('.news:focus').waitFor()
      await expectAccessible(page, `calendars in ${language}`)

      const address = await page.inputValue('.news input')
      const neverRead = says.times('', null).split(', ')[1]!
      const notesOf = (name: string) => rowOf(page, name).locator('.hint').textContent()
      expect(await notesOf('Room 2')).toContain(neverRead)
      const read = () => house.c.anonymous('GET', new URL(address).pathname)
      expect((await read()).text).toContain(
        language === 'de' ? 'SUMMARY:Belegt · Room 2' : 'SUMMARY:Busy · Room 2',
      )
      await page.reload()
      await page.locator('.record-rows').getByText('Room 2').waitFor()
      expect(await notesOf('Room 2')).not.toContain(neverRead)
      expect(await page.content()).not.toContain(address.slice(-20))
      await button(page, `${says.end}: Room 2`).click()
      await page.getByText(says.endText('Room 2')).waitFor()
      await submitDialog(page)
      await page.getByText(says.none).waitFor()
      expect((await read()).status).toBe(404)
      await button(page, `${says.end}: ${says.theirs}`).click()
      await submitDialog(page)
      await page.getByText(says.noOthers).waitFor()
      expect(complaints).toEqual(['403 /api/v1/me/calendar-feeds'])
    },
  )
