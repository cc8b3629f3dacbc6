import { expect } from 'bun:test'
import type { Dialog, Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import { newChair, newEntry, newPatient, newTag } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages, wordsOf } from './desk.ts'
import { soon } from './soon.ts'
import { card, focusedWhenDrawn, hasFocus, hold } from './steps.ts'

useBrowser()

/** The settings of a practice, as the API has them. */
const practiceOf = async ({ c }: House) => success(await c.owner.call('GET', '/api/v1/practice'))
const remindersOf = async ({ c }: House) => success(await c.owner.call('GET', '/api/v1/practice/reminders'))

/** Saves a card and waits for the desk's message. */
async function save(page: Page, name: string, verb: string, said: string): Promise<void> {
  await card(page, name).getByRole('button', { name: verb, exact: true }).click()
  await page.locator('.toast', { hasText: said }).last().waitFor()
}

for (const [first, language] of languages.entries()) {
  let stories = first
  /** Runs each test in only one of the languages, which take turns, because a browser takes seconds. */
  const inTurn: typeof browsing = ((...story: Parameters<typeof browsing>) => {
    if (stories++ % languages.length === 0) browsing(...story)
  }) as typeof browsing

  inTurn(
    `an owner sets the name, the hours, the bookings and the contact of the practice, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { page, w, complaints } = await house.desk({ place: '/settings/practice' })
      const { settings: s, shell } = w

      // The pages are in groups. The name of each group is above its first page.
      const begins = page.locator('.settings-pages li', { has: page.locator('.settings-group') })
      const [practice, patients, me, owners] = Object.values(s.groups)
      await soon(async () =>
        expect(await begins.allInnerTexts()).toEqual([
          `${practice}\n${s.practice}`,
          `${patients}\n${s.reminders}`,
          `${me}\n${s.own}`,
          `${owners}\n${w.people.title}`,
        ]),
      )

      const basics = card(page, s.basics)
      await basics.getByLabel(s.practiceName).fill('')
      await basics.getByRole('button', { name: shell.save }).click()
      await basics.getByText(w.forms.fillIn).waitFor()
      await hasFocus(page, basics.getByLabel(s.practiceName))
      await basics.getByLabel(s.practiceName).fill('Praxis am Park')
      await basics.getByText(s.unsaved).waitFor()
      await basics.getByLabel(s.timeZone).selectOption('Europe/Vienna')
      await save(page, s.basics, shell.save, s.practiceSaved)
      expect(await practiceOf(house)).toMatchObject({ name: 'Praxis am Park', timezone: 'Europe/Vienna' })
      await page.locator('.brand', { hasText: 'Praxis am Park' }).waitFor()

      const hours = card(page, s.hours)
      const { mon, tue, wed } = w.hours.weekdays
      await hours.getByLabel(wed, { exact: true }).uncheck()
      await hours.getByLabel(`${w.hours.addBreak}, ${mon}`).click()
      await hasFocus(page, hours.getByLabel(w.hours.timeOf(mon, 'start', 1), { exact: true }))
      await hours.getByLabel(w.hours.timeOf(tue, 'end', 0), { exact: true }).fill('08:00')
      await hours.getByRole('button', { name: shell.save }).click()
      await hours.getByText(w.hours.timesRunBack).waitFor()
      await hasFocus(page, hours.getByLabel(w.hours.timeOf(tue, 'end', 0), { exact: true }))
      await hours.getByText(w.hours.copyHours).click()
      await hours.getByText(w.hours.timesRunBack).waitFor({ state: 'detached' })
      const closes = hours.getByLabel(w.hours.timeOf(tue, 'end', 1), { exact: true })
      await soon(async () => expect(await closes.inputValue()).toBe('17:00'))
      await save(page, s.hours, shell.save, s.hoursSaved)
      const { workingHours } = await practiceOf(house)
      const withBreak = [
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '17:00' },
      ]
      expect(workingHours).toMatchObject({ mon: withBreak, tue: withBreak, wed: [] })

      const bookings = card(page, s.bookings)
      await bookings.getByLabel(s.slot).fill('0')
      await bookings.getByRole('button', { name: shell.save }).click()
      await bookings.getByText(s.numberBetween(1, 1440)).waitFor()
      await bookings.getByLabel(s.slot).fill('10')
      await bookings.getByLabel(s.shortNotice).fill('48')
      await bookings.getByLabel(s.practitionersOnce).check()
      await save(page, s.bookings, shell.save, s.bookingsSaved)
      expect(await practiceOf(house)).toMatchObject({
        slotMinutes: 10,
        shortNoticeHours: 48,
        practitionersOnce: true,
      })

      const contact = card(page, s.contact)
      await contact.getByLabel(s.phone).fill(' 030 1234567')
      await contact.getByLabel(s.replyTo).fill('praxis')
      await contact.getByLabel(s.address).fill('Lindenplatz 1\n10969 Berlin')
      await contact.getByRole('button', { name: shell.save }).click()
      await contact.getByText(s.noEmail).waitFor()
      await contact.getByLabel(s.replyTo).fill('praxis@example.org')
      await save(page, s.contact, shell.save, s.contactSaved)
      const set = {
        phone: '030 1234567',
        replyTo: 'praxis@example.org',
        address: 'Lindenplatz 1\n10969 Berlin',
      }
      expect(await remindersOf(house)).toMatchObject(set)
      await soon(async () => expect(await contact.getByLabel(s.phone).inputValue()).toBe('030 1234567'))
      await contact.getByLabel(s.phone).fill('')
      await contact.getByRole('button', { name: shell.save }).click()
      await contact.getByText(s.unsaved).waitFor({ state: 'hidden' })
      expect(await remindersOf(house)).toMatchObject({ ...set, phone: null })
      expect(complaints).toEqual([])
    },
  )

  inTurn(
    `§19 A text that a member typed in the settings survives a reload and the end of the session. ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { page, w, complaints } = await house.desk({ place: '/settings/practice' })
      const { settings: s, shell } = w
      const { call } = house.c.owner
      const name = page.getByLabel(s.practiceName, { exact: true })

      // Another member is faster. Their change of another field is taken over, and the typed text stays.
      await name.fill('Praxis am Park')
      success(await call('PATCH', '/api/v1/practice', { timezone: 'Europe/Zurich' }))
      const timeZone = page.getByLabel(s.timeZone, { exact: true })
      // From here on, this desk gets changes, so it knows who changes something.
      await soon(async () => expect(await timeZone.inputValue()).toBe('Europe/Zurich'))
      success(await call('PATCH', '/api/v1/practice', { name: 'Elsewhere' }))
      await card(page, s.basics).getByRole('button', { name: shell.save }).click()
      // The event about the change can arrive before the answer to the press.
      await page
        .getByText(w.forms.changedMeanwhile('owner'))
        .or(page.getByText(w.forms.changedMeanwhile()))
        .waitFor()
      await page.getByText(w.forms.theirs('Elsewhere', 'owner')).waitFor()
      expect((await practiceOf(house)).name).toBe('Elsewhere')
      expect(await name.inputValue()).toBe('Praxis am Park')
      await save(page, s.basics, shell.save, s.practiceSaved)
      expect(await practiceOf(house)).toMatchObject({ name: 'Praxis am Park', timezone: 'Europe/Zurich' })

      // The desk asks before the page is left. When the person stays, everything is kept.
      const chairs = page.getByRole('link', { name: s.chairs, exact: true })
      await name.fill('Half a na')
      await chairs.click()
      const asked = page.getByRole('dialog', { name: w.shell.leaveTitle })
      await asked.getByRole('button', { name: shell.keepVerb }).click()
      expect(page.url()).toEndWith('#/settings/practice')
      expect(await name.inputValue()).toBe('Half a na')
      await name.fill('Praxis am Park')
      const hasHeading = focusedWhenDrawn(page, 'main h1')
      await chairs.click()
      await page.getByRole('heading', { name: s.chairs, level: 1 }).waitFor()
      expect(await hasHeading).toBe(true)
      await page.goBack()
      await name.fill('Half a na')
      await page.getByRole('button', { name: shell.signOut }).click()
      const signingOut = page.getByRole('dialog', { name: w.session.signOutTitle })
      await signingOut.getByRole('button', { name: shell.cancel }).click()
      expect(await asksOnLeaving(page)).toBe(true)
      await chairs.click()
      await asked.getByRole('button', { name: w.shell.leaveVerb }).click()
      await page.getByRole('heading', { name: s.chairs, level: 1 }).waitFor()
      expect(await asksOnLeaving(page)).toBe(false)

      // The end of a session loses no unsaved text.
      await page.getByRole('link', { name: s.practice, exact: true }).click()
      await name.fill('Half a na')
      const token = await page.evaluate(() => sessionStorage.getItem('chairside.session'))
      success(await house.c.as(token!)('POST', '/api/v1/me/sign-out'))
      await card(page, s.basics).getByRole('button', { name: shell.save }).click()
      await page.locator('dialog[open], [role=alert]:not(:empty)').first().waitFor()
      expect(page.url()).toEndWith('#/settings/practice')
      expect(await name.inputValue()).toBe('Half a na')
      expect(complaints.every((each) => /^(?:401|412) \/api\/v1/.test(each))).toBe(true)
    },
  )

  inTurn(
    `an owner chooses the language of the desk, and whether the day sheet shows phone numbers, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { page, w, complaints } = await house.desk({ place: '/settings/practice' })
      const { settings: s, shell } = w
      const sheet = card(page, shell.daySheet)
      await sheet.getByLabel(s.daySheetPhones).click()
      await save(page, shell.daySheet, shell.save, s.daySheetSaved)
      expect(await practiceOf(house)).toMatchObject({ daySheetPhones: false })

      const other = languages.find((each) => each !== language)!
      await page.getByRole('link', { name: s.own, exact: true }).click()
      await page.getByLabel(s.deskLanguage).selectOption(other)
      const theirs = wordsOf[other].settings
      await page.getByRole('heading', { name: theirs.own, level: 1 }).waitFor()
      await page.locator('.toast', { hasText: theirs.languageSaved }).waitFor()
      await soon(async () => expect(await page.locator('html').getAttribute('lang')).toBe(other))
      await page.reload()
      await page.getByLabel(theirs.deskLanguage).selectOption('')
      await page.getByRole('heading', { name: s.own, level: 1 }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  inTurn(`an owner adds, orders, changes and deletes chairs, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { page, w, complaints } = await house.desk({ place: '/settings/chairs' })
    const { settings: s, shell } = w
    const { call } = house.c.owner
    const chairs = async () => success(await call('GET', '/api/v1/chairs')).chairs
    await page.getByText(s.noChairs).waitFor()
    for (const name of ['Room 1', 'Room 2', 'Room 3']) {
      await page.getByRole('button', { name: s.addChair }).click()
      const dialog = page.getByRole('dialog', { name: s.addChair })
      if (name === 'Room 2') {
        await dialog.getByLabel(s.chairName).fill('room 1')
        await dialog.getByRole('button', { name: shell.save }).click()
        await dialog.getByText(s.nameTaken).waitFor()
      }
      await dialog.getByLabel(s.chairName).fill(name)
      await dialog.getByRole('button', { name: shell.save }).click()
      await page.locator('.records strong', { hasText: name }).waitFor()
    }
    const save = await hold(page, '**/api/v1/chairs/*')
    await page.getByRole('button', { name: s.up('Room 3') }).click()
    await hasFocus(page, page.getByRole('button', { name: s.up('Room 3') }))
    await page.getByText(s.movedTo('Room 3', 2, 3)).waitFor()
    await page.locator('.records > li:nth-child(2)', { hasText: 'Room 3' }).waitFor()
    // The next press works before the first one is saved.
    await page.getByRole('button', { name: s.up('Room 3') }).click()
    await page.locator('.records > li:first-child', { hasText: 'Room 3' }).waitFor()
    save()

    await page.getByRole('button', { name: s.editOf('Room 1') }).click()
    const dialog = page.getByRole('dialog', { name: s.editOf('Room 1') })
    await dialog.getByRole('radio', { name: s.colors.violet }).check()
    await dialog.getByLabel(s.hasOwnHours).check()
    await dialog.getByLabel(w.hours.weekdays.mon, { exact: true }).uncheck()
    // Escape asks first, because something was changed.
    await page.keyboard.press('Escape')
    const asked = page.getByRole('dialog', { name: w.shell.leaveTitle })
    await asked.getByRole('button', { name: shell.keepVerb }).click()
    await dialog.getByRole('button', { name: shell.save }).click()
    await page.locator('.records > li', { hasText: s.ownHours }).waitFor()
    const [first, second] = await chairs()
    expect([first.name, second.name]).toEqual(['Room 3', 'Room 1'])
    expect(second).toMatchObject({ color: '#a855f7', workingHours: { mon: [] } })

    await newEntry(call, { chairId: first.id })
    await page.getByRole('button', { name: s.editOf('Room 3') }).click()
    const busy = page.getByRole('dialog', { name: s.editOf('Room 3') })
    await busy.getByRole('button', { name: s.delete }).click()
    const sure = page.getByRole('dialog', { name: s.deleteOf('Room 3') })
    await sure.getByRole('button', { name: s.delete }).click()
    await sure.getByText(s.chairHasEntries).waitFor()
    await sure.getByRole('button', { name: shell.cancel }).click()
    await busy.getByLabel(s.inUse).uncheck()
    await busy.getByRole('button', { name: shell.save }).click()
    await page.locator('.records > li', { hasText: s.outOfUse }).waitFor()
    await page.getByRole('button', { name: s.editOf('Room 2') }).click()
    await page.getByRole('dialog').getByRole('button', { name: s.delete }).click()
    await page
      .getByRole('dialog', { name: s.deleteOf('Room 2') })
      .getByRole('button', { name: s.delete })
      .click()
    await page.locator('.records strong', { hasText: 'Room 2' }).waitFor({ state: 'detached' })
    expect(await chairs()).toMatchObject([{ name: 'Room 3', active: false }, { name: 'Room 1' }])
    expect(complaints).toEqual(['409 /api/v1/chairs', expect.stringMatching(/^409 .*chairs\//)])
  })

  inTurn(
    `when the time zone has no country, an owner can choose the country of the holidays, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      success(await house.c.owner.call('PATCH', '/api/v1/practice', { timezone: 'UTC' }))
      const { page, w, complaints } = await house.desk({ place: '/settings/closures' })
      const { settings: s } = w
      await page.getByLabel(s.country).selectOption('DE')
      await page.getByRole('checkbox', { name: language === 'de' ? 'Karfreitag' : 'Good Friday' }).waitFor()
      expect(complaints).toEqual([])
      // The browser has stored a region that the desk does not know any more.
      await page.evaluate(() =>
        localStorage.setItem('chairside.desk.holidays', '{"country":"FR","region":"BY"}'),
      )
      await page.reload()
      await page.getByLabel(s.country).selectOption('DE')
      await page.getByRole('checkbox', { name: language === 'de' ? 'Karfreitag' : 'Good Friday' }).waitFor()
      expect(new Set(complaints)).toEqual(new Set(['400 /api/v1/closures/holidays']))
    },
  )

  inTurn(
    `one button closes the practice on all public holidays, and can be undone, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      success(await call('PATCH', '/api/v1/practice', { timezone: 'Europe/Berlin' }))
      const { id: chairId } = await newChair(call, { name: 'Room 1' })
      const [startAt, endAt] = ['2026-03-12T14:00:00Z', '2026-03-12T15:00:00Z']
      await newEntry(call, { chairId, patientId: (await newPatient(call)).id, startAt, endAt })
      const { page, w, complaints } = await house.desk({ place: '/settings/closures' })
      const { settings: s, shell } = w
      const closures = async () => success(await call('GET', '/api/v1/closures')).closures
      await page.getByText(s.noClosures).waitFor()
      await page.getByLabel(s.region).selectOption('BY')
      // The holidays have names in the language of the member, although the messages of the practice are English.
      const [corpusChristi, goodFriday] = {
        en: ['Corpus Christi', 'Good Friday'],
        de: ['Fronleichnam', 'Karfreitag'],
      }[language] as [string, string]
      await page.getByRole('checkbox', { name: corpusChristi }).waitFor()
      await page.getByRole('checkbox', { name: goodFriday }).uncheck()
      const press = page.getByRole('button', { name: /\d+/ }).filter({ hasText: s.closeOn(2).split('2')[0]! })
      const count = Number(/\d+/.exec((await press.textContent())!)![0])
      expect(count).toBeGreaterThan(8)
      await press.click()
      await page.locator('.toast', { hasText: s.holidaysAdded(count) }).waitFor()
      expect(await closures()).toHaveLength(count)
      await page.getByRole('checkbox', { name: goodFriday, checked: true }).waitFor()
      await page.locator('.toast').getByRole('button', { name: shell.undo }).click()
      await page.getByText(s.noClosures).waitFor()
      expect(await closures()).toEqual([])

      await page.getByRole('button', { name: s.addClosure }).click()
      const dialog = page.getByRole('dialog', { name: s.addClosure })
      await dialog.getByLabel(s.closureName).fill('Training')
      await dialog.getByLabel(s.firstDay).fill('2026-03-12')
      await soon(async () =>
        expect(await dialog.getByLabel(s.lastDay).inputValue()).toMatch(/12\.? M.+ 2026$/),
      )
      await dialog.getByLabel(s.lastDay).fill('2026-03-10')
      await dialog.getByLabel(s.wholeDays).uncheck()
      await dialog.getByLabel(s.opensAt).fill('11:00')
      await dialog.getByLabel(s.someChairs).check()
      await dialog.getByRole('button', { name: shell.save }).click()
      for (const wrong of [s.daysRunBack, s.timeRunsBack, s.chooseChair])
        await dialog.getByText(wrong).waitFor()
      await hasFocus(page, dialog.getByLabel(s.lastDay))
      await dialog.getByLabel(s.lastDay).fill('2026-03-12')
      await dialog.getByLabel(s.opensAt).fill('00:00')
      await dialog.getByLabel('Room 1').check()
      await dialog.getByText(s.touched.some(1, false)).waitFor()
      await dialog.getByRole('button', { name: shell.save }).click()
      await page.locator('.records > li', { hasText: '12:00–24:00 · Room 1' }).waitFor()

      const assistant = await house.desk({ member: house.c.assistant, place: '/settings/closures' })
      await assistant.page.getByText(s.closuresForOwners).waitFor()
      await assistant.page.locator('.records > li', { hasText: 'Training' }).waitFor()
      expect(await assistant.page.getByRole('button', { name: s.addClosure }).count()).toBe(0)
      expect(await assistant.page.getByRole('link', { name: s.chairs, exact: true }).count()).toBe(0)
      // A page for owners explains this to other members, and has a link to another page.
      await assistant.page.evaluate(() => {
        location.hash = '#/settings/people'
      })
      await assistant.page.getByRole('heading', { name: w.people.title, level: 1 }).waitFor()
      await assistant.page.getByText(s.forOwners).waitFor()
      await assistant.page.getByRole('link', { name: w.nowhere.goTo(s.closures) }).click()
      await assistant.page.getByText(s.closuresForOwners).waitFor()
      await page.getByRole('button', { name: s.editOf('Training') }).click()
      await page.getByRole('dialog').getByRole('button', { name: s.delete }).click()
      await page
        .getByRole('dialog', { name: s.deleteOf('Training') })
        .getByRole('button', { name: s.delete })
        .click()
      await page.getByText(s.noClosures).waitFor()
      expect([...complaints, ...assistant.complaints]).toEqual([])
    },
  )

  inTurn(`an owner changes the statuses of patients and the tags, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { call } = house.c.owner
    const tag = await newTag(call, 'Recall')
    const { id } = await newPatient(call)
    success(await call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
    const { page, w, complaints } = await house.desk({ place: '/settings/statuses' })
    const { settings: s, shell } = w
    const before = (await practiceOf(house)).pack.statuses
    await page.getByLabel(s.statuses.number(2), { exact: true }).fill('Longer gone')
    await page.getByLabel(s.statuses.remove(3)).click()
    await page.getByRole('button', { name: s.statuses.add }).click()
    await hasFocus(page, page.getByLabel(s.statuses.number(before.length), { exact: true }))
    await page.getByRole('button', { name: shell.save }).click()
    await page.getByText(w.forms.fillIn).waitFor()
    await page.getByLabel(s.statuses.number(before.length), { exact: true }).fill('Für später!')
    await page.getByLabel(s.statuses.first(2), { exact: true }).check()
    await save(page, s.statuses.title, shell.save, s.statuses.saved)
    const { pack } = await practiceOf(house)
    expect(pack.statuses).toEqual([
      before[0],
      { id: before[1].id, label: 'Longer gone' },
      ...before.slice(3),
      { id: 'fur_spater', label: 'Für später!' },
    ])
    expect(pack.defaultStatus).toBe(before[1].id)
    await page.getByLabel(s.statuses.remove(1)).click()
    await page.getByRole('button', { name: shell.save }).click()
    await page.getByText(s.statuses.inUse).waitFor()
    // A full list has no button that adds a status. When a status is removed, the button is there again, and gets the
    // focus.
    const add = page.getByRole('button', { name: s.statuses.add })
    for (let n = before.length; n <= 50; n++) {
      await add.click()
      await hasFocus(page, page.getByLabel(s.statuses.number(n), { exact: true }))
    }
    await add.waitFor({ state: 'detached' })
    await page.getByLabel(s.statuses.remove(50), { exact: true }).click()
    await hasFocus(page, add)
    await page.reload()

    await page.goto('/desk#/settings/tags')
    const row = page.locator('.records > li', { hasText: 'Recall' })
    await row.getByText(s.patients(1)).waitFor()
    await row.getByRole('button', { name: s.editOf('Recall') }).click()
    const dialog = page.getByRole('dialog', { name: s.editOf('Recall') })
    await dialog.getByLabel(s.tagName).fill('Recall due')
    await dialog.getByRole('radio', { name: s.colors.red }).check()
    await dialog.getByRole('button', { name: shell.save }).click()
    await page.getByText('Recall due', { exact: true }).waitFor()
    expect(success(await call('GET', `/api/v1/tags/${tag.id}`))).toMatchObject({
      name: 'Recall due',
      color: '#ef4444',
    })
    await page.getByRole('button', { name: s.editOf('Recall due') }).click()
    await page.getByRole('dialog').getByRole('button', { name: s.delete }).click()
    const sure = page.getByRole('dialog', { name: s.deleteOf('Recall due') })
    await sure.getByText(s.deleteTagText(1)).waitFor()
    await sure.getByRole('button', { name: s.delete }).click()
    await page.getByText(s.noTags).waitFor()
    expect(complaints).toEqual(['409 /api/v1/practice'])
  })

  inTurn(
    `the checklist of an owner counts the steps that are done, and stays until the owner hides it, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const { page, w, complaints } = await house.desk({ place: '/settings/own' })
      const { settings: s } = w
      const list = page.locator('.checklist')
      await list.getByRole('link', { name: s.stepTreats }).waitFor()
      await list.getByText(s.doneOf(1, 11)).waitFor()
      await list.getByRole('link', { name: s.stepImport }).click()
      await page.waitForURL(/#\/settings\/imports$/)
      await list.getByRole('link', { name: s.stepChairs }).click()
      await page.getByRole('heading', { name: s.chairs, level: 1 }).waitFor()
      await newChair(call)
      const practitioners = [{ memberId: house.c.owner.userId }]
      const type = { name: 'Check-up', durationMinutes: 30, practitioners }
      success(await call('POST', '/api/v1/appointment-types', type), 201)
      const { id } = await newPatient(call)
      await list.getByText(s.doneOf(5, 11)).waitFor()
      const step = list.getByRole('link', { name: s.stepImport })
      expect(await step.isVisible()).toBe(true)
      // The first booking folds the list. The other steps stay in it.
      await newEntry(call, { patientId: id })
      await list.getByText(s.doneOf(6, 11)).waitFor()
      expect(await step.isVisible()).toBe(false)
      await list.locator('summary').click()
      // The browser sends its event about the opened list a moment after the click.
      await page.waitForFunction(() => localStorage.getItem('chairside.desk.checklist-folded') !== null)
      await page.reload()
      await list.getByText(s.doneOf(6, 11)).waitFor()
      expect(await step.isVisible()).toBe(true)
      await list.getByRole('button', { name: s.hideChecklist }).click()
      await list.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.shell.undo }).click()
      await list.getByRole('button', { name: s.hideChecklist }).click()
      const read = page.waitForResponse('**/api/v1/imports')
      await page.reload()
      await read
      await page.getByRole('button', { name: s.addChair }).waitFor()
      expect(await list.count()).toBe(0)
      expect(complaints).toEqual([])
    },
  )
}

browsing(
  'a person can answer the question about unsaved changes before the question is painted',
  async () => {
    await using house = await deskHouse(browser)
    const { page, w, complaints } = await house.desk({ place: '/settings/closures' })
    const { settings: s, shell } = w
    await page.getByRole('button', { name: s.addClosure }).click()
    await page.getByRole('dialog').getByLabel(s.wholeDays).uncheck()
    // The focus is checked in the same script, because a browser paints nothing while a script runs.
    await page.evaluate(
      async (names) => {
        for (const name of names) {
          const buttons = [...document.querySelectorAll<HTMLElement>('dialog button')]
          buttons.findLast(({ textContent }) => textContent === name)!.click()
          for (let i = 0; i < 100; i++) await undefined
        }
      },
      [shell.cancel, shell.leaveVerb],
    )
    await page.locator('dialog').first().waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)

/** Tries to reload the page, and answers its question with "stay". Returns whether the page asked. */
async function asksOnLeaving(page: Page): Promise<boolean> {
  const { promise: asks, resolve } = Promise.withResolvers<boolean>()
  const stay = (dialog: Dialog) =>
    void dialog.dismiss().then(
      () => resolve(dialog.type() === 'beforeunload'),
      () => resolve(false),
    )
  page.once('dialog', stay)
  const leaves = page.reload().then(() => false)
  // When the page stays, the reload never ends.
  leaves.catch(() => undefined)
  return await Promise.race([asks, leaves]).finally(() => page.off('dialog', stay))
}
