import { expect } from 'bun:test'
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { at, newChair, newClosure, newTag } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House } from './desk.ts'
import { fillDesk } from './house.ts'
import { openSettings } from './steps.ts'

useBrowser()

const perLook = ['color-contrast', 'target-size']
const looks: { width: number; colorScheme: 'light' | 'dark'; options: RunOptions }[] = [
  { width: 1280, colorScheme: 'light', options: { resultTypes: ['violations'] } },
  { width: 320, colorScheme: 'dark', options: { runOnly: perLook, resultTypes: ['violations'] } },
]

/**
 * Expects that axe-core finds no mistakes outside the navigation, and that nothing is wider than the window. On the
 * smallest phone in dark, only the rules about colour and width are checked.
 */
async function expectAccessible(page: Page, what: string, seen = looks): Promise<void> {
  await page.evaluate(axe.source)
  const found: string[] = []
  for (const { width, colorScheme, options } of seen) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const { violations, passes } = await page.evaluate(
      (options) => axe.run({ exclude: ['.rail'] }, options),
      options,
    )
    expect(passes).not.toBeEmpty()
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.push(`${id} in ${colorScheme} at ${width}: ${html}`)
    const wide = await page
      .locator('main')
      .evaluate(
        (main) => main.scrollWidth > main.clientWidth || document.documentElement.scrollWidth > innerWidth,
      )
    if (wide) {
      const widest = await page
        .locator('main *')
        .evaluateAll((all) =>
          all
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .map((one) => one.outerHTML.slice(0, 80)),
        )
      found.push(`it is wider than a window of ${width}: ${widest.slice(0, 3).join()}`)
    }
  }
  expect({ what, found }).toEqual({ what, found: [] })
}

const places = {
  'an empty': ['own', 'chairs', 'closures', 'tags'],
  'a busy': ['practice', 'chairs', 'closures', 'reminders', 'texts', 'statuses', 'fields', 'tags'],
}

async function fill({ c }: House): Promise<void> {
  const { call } = c.owner
  c.clock.now = Date.parse(at('06:00'))
  await newChair(call, { name: 'Room 1', color: '#22c55e' })
  await newChair(call, { name: 'Room 2', active: false })
  await newClosure(call, { name: 'Training', fromDate: '2026-04-01', throughDate: '2026-04-02' })
  await newClosure(call)
  await newTag(call, 'Recall due')
  await fillDesk(c)
}

for (const kind of ['an empty', 'a busy'] as const)
  browsing(`the pages of the settings are accessible in ${kind} practice`, async () => {
    await using house = await deskHouse(browser)
    if (kind === 'a busy') await fill(house)
    const { page, complaints } = await house.desk({ place: '/settings/practice' })
    // Another test checks all screens of a busy practice on a desktop (desk-look.test.ts).
    const seen = kind === 'a busy' ? looks.slice(1) : looks
    for (const place of places[kind]) {
      await openSettings(page, place)
      await expectAccessible(page, place, seen)
    }
    expect(complaints).toEqual([])
  })

browsing('the dialogues of the settings are accessible, also when they show mistakes', async () => {
  await using house = await deskHouse(browser, 'de')
  await fill(house)
  const { page, w } = await house.desk({ place: '/settings/chairs' })
  const { settings: s, shell } = w
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
  await press(s.addChair)
  await page.getByLabel(s.hasOwnHours).check()
  await page.getByLabel(w.hours.timeOf(w.hours.weekdays.mon, 'end', 0), { exact: true }).fill('01:00')
  await press(shell.save)
  await page.getByText(w.hours.timesRunBack).waitFor()
  await expectAccessible(page, 'a chair with mistakes')
  await press(shell.cancel)
  await page.getByRole('dialog', { name: shell.leaveTitle }).waitFor()
  await expectAccessible(page, 'the question before leaving')
  await press(shell.leaveVerb)
  await page.goto('/desk#/settings/closures')
  await press(s.addClosure)
  await page.getByLabel(s.wholeDays).uncheck()
  await page.getByLabel(s.someChairs).check()
  await press(shell.save)
  await page.getByText(s.chooseChair).waitFor()
  await expectAccessible(page, 'a closure with mistakes')
  await press(shell.cancel)
  await press(shell.leaveVerb)
  await page.goto('/desk#/settings/texts')
  await page.getByText(s.placeholdersLead).click()
  await press(s.preview)
  await page.getByRole('region', { name: s.thePreview }).waitFor()
  await page.getByLabel(s.textNames.emailSubject).fill('')
  await press(shell.save)
  await page.getByText(w.forms.fillIn).waitFor()
  await expectAccessible(page, 'the texts with a mistake')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `${s.title}: ${s.texts}`, expanded: false }).click()
  await page.getByRole('button', { name: `${s.title}: ${s.texts}`, expanded: true }).waitFor()
  await expectAccessible(page, 'the list of pages on a phone')
})
