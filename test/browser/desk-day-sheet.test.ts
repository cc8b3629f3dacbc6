import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'

useBrowser()

const phone = '+49 1555 1234567'

/**
 * Fills Monday, 2 March, on two chairs: a quiet chair, and a busy chair with a visit every quarter of an hour from
 * seven.
 */
async function fillDay({ c }: House, visits = 2) {
  const { call } = c.owner
  const [quiet, busy] = [await newChair(call, { name: 'Room 1' }), await newChair(call, { name: 'Room 2' })]
  const fields = { firstName: 'Zoé', lastName: 'Müller', dob: '1987-04-23', phoneMobile: phone }
  const { id: patientId } = await newPatient(call, fields)
  const at = (quarters: number) =>
    new Date(Date.parse('2026-03-02T07:00:00Z') + quarters * 900_000).toISOString()
  const book = (chairId: string, quarter: number, more = {}) =>
    newEntry(call, {
      chairId,
      patientId,
      startAt: at(quarter),
      endAt: at(quarter + 1),
      title: 'Check-up',
      ...more,
    })
  for (let i = 0; i < visits; i++) await book(busy.id, i)
  await book(quiet.id, 4)
  return { quiet, busy }
}

/** The number of paper pages when a page of the desk is printed. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
}

for (const language of languages)
  browsing(
    `the day sheet prints a page for each chair, or one for the practice, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      await fillDay(house)
      // This chair has no appointments, so it gets no page.
      await newChair(house.c.owner.call, { name: 'Room 3' })
      const { page, w, complaints } = await house.desk({ place: '/day-sheet' })
      const { sheet } = w
      const first = page.locator('.sheet').first()
      await first.getByText('Room 1', { exact: true }).waitFor()
      const line = page.locator('tr.appointment').first()
      for (const text of [
        'Müller, Zoé',
        phone,
        'Check-up',
        language === 'en' ? '23 Apr 1987' : '23. Apr. 1987',
      ])
        await line.getByText(text).waitFor()
      await first.getByText(sheet.free, { exact: true }).first().waitFor()
      await expectAccessible(page, 'the day sheet')
      expect(await pagesOf(page)).toBe(2)

      await page.getByLabel(sheet.pages).selectOption('whole')
      await page.locator('.whole', { hasText: 'Room 2' }).waitFor()
      if (language === 'en') await expectAccessible(page, 'the sheet of the whole practice')
      expect(await pagesOf(page)).toBe(1)
      await page.getByLabel(sheet.pages).selectOption({ label: sheet.only('Room 2') })
      await page.getByText('Room 1', { exact: true }).waitFor({ state: 'detached' })
      expect(await pagesOf(page)).toBe(1)

      await page.getByLabel(sheet.withPhones).uncheck()
      await page.getByText(phone).first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.board.next, exact: true }).click()
      await page.getByText('Müller, Zoé').first().waitFor({ state: 'detached' })
      expect(new URL(page.url()).hash).toBe('#/day-sheet/2026-03-03')

      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(kept).not.toContain('Müller')
      expect(complaints).toEqual([])
    },
  )

browsing('a setting of the practice decides whether the day sheet shows phone numbers at first', async () => {
  await using house = await deskHouse(browser)
  await fillDay(house)
  await house.c.owner.call('PATCH', '/api/v1/practice', { daySheetPhones: false })
  const { page, w } = await house.desk({ place: '/day-sheet' })
  await page.getByText('Müller, Zoé').first().waitFor()
  expect(await page.getByText(phone).count()).toBe(0)
  expect(await page.getByLabel(w.sheet.withPhones).isChecked()).toBe(false)
})

browsing('the day sheet of a long day has a second page with the same headings', async () => {
  await using house = await deskHouse(browser)
  await fillDay(house, 44)
  const { page, w } = await house.desk({ place: '/day-sheet' })
  await page.getByLabel(w.sheet.pages).selectOption({ label: w.sheet.only('Room 2') })
  await page.getByText('Room 1', { exact: true }).waitFor({ state: 'detached' })
  expect(await pagesOf(page)).toBe(2)
  const heads = page.locator('.sheet thead')
  expect(await heads.evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group')
  await heads.getByText('Room 2').waitFor()
  await page.getByLabel(w.sheet.pages).selectOption('whole')
  await page.locator('.whole').waitFor()
  expect(await pagesOf(page)).toBe(1)
})

browsing('a key prints the day sheet, without the navigation and the choices of the screen', async () => {
  await using house = await deskHouse(browser)
  await fillDay(house)
  const { page, w } = await house.desk({ place: '/day-sheet' })
  await page.getByText('Müller, Zoé').first().waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.keyboard.press('p')
  await page.waitForSelector('[data-printed]')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const hidden of [page.locator('.rail'), page.locator('.sheet-choices')])
    expect(await hidden.isVisible()).toBe(false)
  const paper = await page
    .locator('.sheet')
    .first()
    .evaluate((sheet) => getComputedStyle(sheet).backgroundColor)
  expect(paper).toBe('rgb(255, 255, 255)')
  expect(await page.getByText(w.sheet.printed('').trim()).first().isVisible()).toBe(true)
})

browsing(`the help sheet lists the keys of the screen`, async () => {
  await using house = await deskHouse(browser)
  const { page, w, complaints } = await house.desk({ place: '/day-sheet' })
  await page.getByRole('heading', { name: w.sheet.title }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: w.shell.keysTitle })
  await help.getByRole('heading', { name: w.shell.keysEverywhere }).waitFor()
  await help.getByRole('heading', { name: w.sheet.title }).waitFor()
  expect(await help.locator('div', { hasText: w.sheet.print }).last().textContent()).toBe(`P${w.sheet.print}`)
  await expectAccessible(page, 'the help sheet')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  // The list of the board's keys is longer than the window.
  await page.keyboard.press('1')
  await page.getByRole('button', { name: w.board.next }).waitFor()
  await page.keyboard.press('?')
  await help.getByRole('heading', { name: w.board.keys, exact: true }).waitFor()
  await expectAccessible(page, 'the help sheet of the board')
  expect(complaints).toEqual([])
})

browsing('the board prints the whole day on one page', async () => {
  await using house = await deskHouse(browser)
  await fillDay(house, 44)
  const { page } = await house.desk({ place: '/day' })
  await page.locator('.entry').nth(44).waitFor()
  await page.emulateMedia({ media: 'print' })
  const cut = await page.locator('.scroller').evaluate((scroller) => {
    const overflow = getComputedStyle(scroller).overflow
    return { overflow, most: scroller.scrollHeight - scroller.clientHeight }
  })
  expect(cut).toEqual({ overflow: 'visible', most: 0 })
  expect(await pagesOf(page)).toBe(1)
})
