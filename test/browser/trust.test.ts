/** Owners read the audit trail, restore deleted records, and answer requests of patients about their data. */
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { notFound, success } from '../support/answers.ts'
import { newNote } from '../support/records.ts'
import { busyOwner } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { soon } from './soon.ts'
import { enrol, focusOn, invite, openSettings, rowOf, submitDialog } from './steps.ts'

/** Presses "Show". Returns the sentences of the audit trail, the newest first. */
async function show(page: Page): Promise<string[]> {
  const answered = page.waitForResponse('**/api/v1/audit**')
  await press(page, 'Show')
  await answered
  // Until the answer is drawn, the previous lines are shown, and the button is busy.
  await page.getByRole('button', { name: 'Show', exact: true, disabled: false }).waitFor()
  await page.waitForSelector('.act-line, main [role=status]:has-text("Nothing was found")')
  return sentences(page)
}

const sentences = (page: Page) => page.locator('.act-line summary').allTextContents()

/** Chooses a patient by a part of the name. */
async function choose(page: Page, typed: string, name: string): Promise<void> {
  await page.fill('main [role=combobox]', typed)
  await page.locator('main [role=option]', { hasText: name }).click()
}

const find = async (page: Page, typed: string, name: string) => {
  await openSettings(page, 'rights')
  await choose(page, typed, name)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

inBrowser({
  '§19 The audit trail shows owners in sentences who did what, with the values before and after.': async (
    house,
  ) => {
    const { owner } = await busyOwner(house)
    const { page } = owner
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openSettings(page, 'trail')
    await openSettings(page, 'deleted')
    await openSettings(page, 'trail')

    // The settings themselves request whether there is a patient yet, and this request also adds a row to the trail.
    const told = (await show(page)).filter((sentence) => !sentence.includes('a list of patients'))
    // The page did not request the audit trail before the owner pressed the button.
    expect(asked.filter((path) => /audit|archive/.test(path))).toEqual(['/api/v1/audit'])
    expect(told.slice(0, 3)).toEqual([
      'Zoé Müller deleted Gerda Gone.',
      'Zoé Müller entered Gerda Gone.',
      'Zoé Müller deleted a note about Anna Schneider.',
    ])
    expect(told).toContain('Zoé Müller set up the practice.')
    const changed = rowOf(page, 'changed the phone number')
    await changed.locator('summary').focus()
    await page.keyboard.press('Enter')
    const cells = await changed.locator('tbody tr').first().locator('th, td').allTextContents()
    expect(cells).toEqual(['phone number', '+49 151 1', '+49 151 23456789'])
    const facts = (await changed.locator('.fact-list').textContent())!
    expect(facts).toContain('IP address127.0.0.1')
    expect(facts).toMatch(/Requestreq_[0-9a-f-]{36}/)
    onlyRefused(owner)
  },

  'the audit trail can be filtered by patient, member, kind and day': async (house) => {
    const { owner } = await busyOwner(house)
    const { page } = owner
    await openSettings(page, 'trail')
    await choose(page, 'schneider', 'Berta')
    await page.getByText('entered Berta Schneider').waitFor()
    expect((await sentences(page)).at(-1)).toBe('Zoé Müller entered Berta Schneider.')
    expect(page.url()).not.toContain('Berta')

    await page.getByRole('button', { name: 'Any patient' }).click()
    await page.waitForSelector('main [role=combobox]')
    await page.selectOption('[name=kind]', 'settings')
    expect(await show(page)).toEqual(['Zoé Müller set up the practice.'])
    await page.selectOption('[name=memberId]', { label: 'Zoé Müller' })
    await page.getByLabel('Until the day').fill('2020-02-29')
    expect(await show(page)).toEqual([])
    expect(await page.getByText('Nothing was found.', { exact: true }).count()).toBe(1)
    await page.getByLabel('Until the day').fill('')
    await page.getByLabel('From the day').fill('2020-02-29')
    expect(await show(page)).toHaveLength(1)
    onlyRefused(owner)
  },

  'a button adds older acts to the audit trail, and the first of these acts gets the focus': async (
    house,
  ) => {
    const { owner, call, anna } = await busyOwner(house)
    const { page } = owner
    for (let i = 0; i < 50; i++) await newNote(call, anna.id)
    await openSettings(page, 'trail')
    expect(await show(page)).toHaveLength(50)
    await press(page, 'Show earlier acts')
    await page.getByText('set up the practice').waitFor()
    const all = await sentences(page)
    await page.waitForFunction((text) => document.activeElement?.textContent === text, all[50])
    expect(await page.getByRole('button', { name: 'Show earlier acts' }).count()).toBe(0)
    onlyRefused(owner)
  },

  'the audit trail reads on when answers have no matching act; after 20 such answers, the owner decides whether it continues':
    async (house) => {
      const owner = await house.owner()
      const { page } = owner
      let asked = 0
      await page.route('**/api/v1/audit**', async (route) => {
        const response = await route.fetch({ url: `${house.origin}/api/v1/audit?limit=1&kind=settings` })
        const { data, requestId } = await response.json()
        const events = ++asked < 25 ? [] : data.events
        await route.fulfill({ json: { data: { events, next: 'more' }, requestId } })
      })
      await openSettings(page, 'trail')
      await press(page, 'Show')
      await page.getByText('Nothing was found in the newest lines.').waitFor()
      expect(asked).toBe(20)
      await press(page, 'Show earlier acts')
      await page.getByText('Zoé Müller set up the practice.').waitFor()
      expect(asked).toBe(25)
      expect(await page.textContent('.settings-page')).not.toContain('Nothing was found')
      onlyRefused(owner)
    },

  '§19 Owners restore deleted records. When a record cannot be restored, the page explains the reason.':
    async (house) => {
      const { owner, call, anna } = await busyOwner(house)
      const { page } = owner
      success(await call('DELETE', `/api/v1/patients/${anna.id}`))
      await openSettings(page, 'deleted')
      await press(page, 'Show what was deleted')
      const note = rowOf(page, 'Sensitive to cold')
      expect(await note.textContent()).toContain('by Zoé Müller')
      await note.getByText('Bring back').click()
      await submitDialog(page)
      await page.locator('dialog .form-problem', { hasText: 'Bring the patient back first.' }).waitFor()
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { state: 'detached' })

      for (const [name, news] of [
        ['Anna Schneider', '“Anna Schneider” is back.'],
        ['Sensitive to cold', '“Sensitive to cold at 24.” is back.'],
      ] as const) {
        await rowOf(page, name).getByText('Bring back').click()
        await submitDialog(page)
        await page.locator('.news:focus', { hasText: news }).waitFor()
        await rowOf(page, name).waitFor({ state: 'detached' })
      }
      expect(success(await call('GET', `/api/v1/patients/${anna.id}/notes`)).notes).toHaveLength(1)
      await page.selectOption('main select', 'tag')
      await press(page, 'Show what was deleted')
      await page.getByText('There are no deleted records here.').waitFor()
      onlyRefused(owner, expect.stringMatching(/^409 .*\/restore$/))
    },

  '§19 Owners hand out everything about a person, and see who has looked at the record.': async (house) => {
    const { owner, anna } = await busyOwner(house)
    const { page } = owner
    await find(page, 'anna', 'Anna')
    const saved = page.waitForEvent('download')
    await press(page, 'Everything, as a file: Anna Schneider')
    const file = await saved
    expect(file.suggestedFilename()).toBe('Anna Schneider.json')
    const { patient, notes } = JSON.parse(readFileSync(await file.path(), 'utf8'))
    expect(patient).toMatchObject({ id: anna.id, firstName: 'Anna' })
    expect(notes).toEqual([])

    const opened = page.waitForEvent('popup')
    await press(page, 'Everything, to print: Anna Schneider')
    const paper = await opened
    await paper.waitForSelector('h1')
    expect(await paper.textContent('h1')).toContain('Anna Schneider')
    await soon(async () =>
      expect(await paper.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none'),
    )
    await paper.close()

    await press(page, 'Who has seen the record: Anna Schneider')
    await page.getByText('opened everything about Anna Schneider for printing').waitFor()
    expect(await page.textContent('.chosen')).toContain('Anna Schneider')
    await focusOn(page, 'Who did what')
    expect((await sentences(page)).every((told) => told.includes('Anna Schneider'))).toBe(true)
    onlyRefused(owner)
  },

  '§19 A person is erased only when their name is typed and a reason is given. While their records must be kept, a second reason is needed.':
    async (house) => {
      const { owner, call, anna } = await busyOwner(house)
      const { page } = owner
      await find(page, 'anna', 'Anna')
      await press(page, 'Erase permanently: Anna Schneider')
      await focusOn(page, 'Cancel')
      await page.fill('dialog [name=typed]', 'Anna')
      await page.fill('dialog [name=reason]', 'Asked for it in writing.')
      await submitDialog(page)
      await page.locator('dialog .error', { hasText: 'Please type “Anna Schneider”.' }).waitFor()
      await page.fill('dialog [name=typed]', ' anna  SCHNEIDER ')
      await submitDialog(page)
      await page.getByText('must still be kept').waitFor()
      const why = (await page.textContent('dialog'))!
      expect(why).toContain('must be kept until')
      expect(why).not.toContain('overrideRetention')
      await submitDialog(page)
      await page.locator('dialog .error', { hasText: 'Please fill this in.' }).waitFor()
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { state: 'detached' })
      success(await call('GET', `/api/v1/patients/${anna.id}`))

      await press(page, 'Erase permanently: Anna Schneider')
      await page.fill('dialog [name=typed]', 'Anna Schneider')
      await page.fill('dialog [name=reason]', 'Asked for it in writing.')
      await submitDialog(page)
      await page.fill('dialog [name=overrideRetention]', 'The next practice has the records.')
      await submitDialog(page)
      await page.getByText('Anna Schneider is erased.').first().waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'A person’s rights')
      notFound(await call('GET', `/api/v1/patients/${anna.id}`))
      await page.fill('main [role=combobox]', 'anna s')
      await page.getByText('No patient found.').first().waitFor()
      const refused = `409 /api/v1/patients/${anna.id}/erase`
      onlyRefused(owner, refused, refused)
    },

  'an assistant does not see the pages of the audit trail, of deleted records and of the rights of patients':
    async (house) => {
      const owner = await house.owner()
      const amira = await house.visitor()
      await enrol(amira.page, await invite(owner.page, 'amira@example.org', 'assistant', 'Amira'))
      await openSettings(amira.page, 'security')
      for (const place of ['trail', 'deleted', 'rights'])
        expect(await amira.page.locator(`[href="#/settings/${place}"]`).count()).toBe(0)
      onlyRefused(amira)
    },
})
