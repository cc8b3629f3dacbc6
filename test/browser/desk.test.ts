import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { removePractice } from '../../src/transfer/remove.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { anotherSession } from '../support/sign-in.ts'
import { act, teller } from '../transfer/practices.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages, openDesk } from './desk.ts'
import { hold, sessionOf } from './steps.ts'

useBrowser()

browsing(
  'an incomplete link opens the board, and a link with a wrong id of a patient shows that the page does not exist',
  async () => {
    await using house = await deskHouse(browser)
    const { page, w, complaints } = await house.desk({ place: '/%E0%A4%A' })
    await page.getByRole('button', { name: w.board.next }).waitFor()
    for (const place of ['.', '..', 'nonsense', '..%2Fme']) {
      await page.goto('/enrol')
      await page.goto(`/desk#/patients/${place}`)
      await page.getByRole('heading', { level: 1, name: w.nowhere.title }).waitFor()
    }
    expect(complaints).toEqual([])
  },
)

browsing('when a colour is the address of a picture, the desk does not request the picture', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const color = 'url(https://elsewhere.example/x)'
  await newChair(call, { name: 'Room 1', color })
  const tag = success(await call('POST', '/api/v1/tags', { name: 'Canary', color }), 201)
  const patient = await newPatient(call)
  success(await call('POST', `/api/v1/patients/${patient.id}/tags/${tag.id}`))
  const { page, complaints } = await house.desk({ place: '/settings/chairs' })
  await page.getByText('Room 1').first().waitFor()
  await page.goto('/desk#/settings/tags')
  await page.locator('.settings-page').getByText('Canary').first().waitFor()
  await page.goto(`/desk#/patients/${patient.id}`)
  await page.locator('.settings-page').waitFor({ state: 'detached' })
  await page.locator('main').getByText('Canary').first().waitFor()
  expect(complaints).toEqual([])
})

browsing(
  'when the browser restores a page after the member has signed out, the page leads to the sign-in page',
  async () => {
    await using house = await deskHouse(browser)
    const { page } = await house.desk()
    const comeBack = () =>
      page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await comeBack()
    await page.evaluate(() => sessionStorage.clear())
    expect(page.url()).toContain('/desk')
    await comeBack()
    await page.waitForURL('**/sign-in')
  },
)

browsing(
  '§19 A browser without local storage shows the day. In a browser that keeps no session, the page explains why nobody can sign in.',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    await newChair(call, { name: 'Room 1' })
    const { page, complaints } = await house.desk()
    const forbid = (...names: string[]) =>
      page.addInitScript((names) => {
        const get = () => {
          throw new DOMException('The storage is forbidden.', 'SecurityError')
        }
        for (const name of names) Object.defineProperty(window, name, { get })
        Object.defineProperty(navigator, 'locks', { value: undefined })
      }, names)
    await forbid('localStorage')
    await page.reload()
    await page.locator('[data-column]').waitFor()
    await page.keyboard.press('+')
    await page.locator('.board.large').waitFor()
    // A browser without the Web Locks API gets changes, too.
    await newChair(call, { name: 'Room 2' })
    await page.getByRole('heading', { name: 'Room 2' }).waitFor()
    await page.evaluate(() => {
      location.hash = '#/settings'
    })
    await page.locator('.checklist').waitFor()
    await forbid('sessionStorage')
    await page.reload()
    await page.getByText('set to keep no data').waitFor()
    expect(complaints).toEqual([])
  },
)

browsing('an unknown address of the desk shows a message and a link to a screen', async () => {
  await using house = await deskHouse(browser)
  const { page, w, complaints } = await house.desk()
  const { nowhere, shell, settings } = w
  const open = async (place: string, title: string) => {
    await page.evaluate((place) => {
      location.hash = `#/${place}`
    }, place)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  const places = [
    ['nothing', 'day', shell.day],
    ['day/nothing', 'day', shell.day],
    ['patients/nothing', 'patients', shell.patients],
    ['inbox/nothing', 'inbox', shell.inbox],
    ['waiting-list/nothing', 'waiting-list', shell.waitingList],
    ['day-sheet/nothing', 'day-sheet', shell.daySheet],
    ['settings/nothing', 'settings/practice', settings.practice],
  ] as const
  for (const [place, on, name] of places) {
    await open(place, nowhere.title)
    await page.getByText(nowhere.text).waitFor()
    await page.getByRole('link', { name: nowhere.goTo(name) }).click()
    await page.getByText(nowhere.text).waitFor({ state: 'detached' })
    expect(page.url()).toEndWith(`#/${on}`)
  }
  const unknown = crypto.randomUUID()
  await open(`patients/${unknown}`, w.patient.gone)
  await page.getByRole('link', { name: w.patient.all }).last().waitFor()
  expect(complaints.filter((complaint) => !complaint.includes(unknown))).toEqual([])
})

browsing(
  "a page whose session has ended hides its content, and does not use another member's session",
  async () => {
    await using house = await deskHouse(browser)
    const { c } = house
    await newChair(c.owner.call, { name: 'Room 1' })
    const { page, w } = await house.desk()
    const chair = page.getByText('Room 1', { exact: true })
    expect(await chair.filter({ visible: true }).count()).toBeGreaterThan(0)
    const other = await page.context().newPage()
    await openDesk(other, await anotherSession(c, 'Test', c.assistant.userId))
    const [own, theirs] = await Promise.all([page, other].map(sessionOf))
    await c.as(own!)('POST', '/api/v1/me/sign-out')
    await page.getByRole('button', { name: w.board.next }).click()
    await page.getByText(w.endings.revoked).waitFor()
    expect(await sessionOf(page)).toBe(own!)
    expect(theirs).not.toBe(own)
    // Only a passkey or a sign-out closes the dialog, even if Escape is pressed again and again.
    for (let times = 0; times < 4; times++) await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w.session.usePasskey }).waitFor()
    // Meanwhile, nobody can read the content of the page.
    expect(await chair.count()).toBeGreaterThan(0)
    expect(await chair.filter({ visible: true }).count()).toBe(0)
  },
)

browsing(
  '§19 On the keyboard, a digit leads to each screen, and the first Tab leads past the bars to a card.',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const times = { startAt: '2026-03-02T10:00:00Z', endAt: '2026-03-02T10:30:00Z' }
    const { id } = await newEntry(call, { chairId: chair.id, title: 'Crown', ...times })
    const { page, w, complaints } = await house.desk()
    await page.locator('[data-entry]').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: w.shell.skip }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(`[data-entry="${id}"]:focus`).waitFor()
    const screens = await page
      .locator('.rail nav a')
      .evaluateAll((links) => links.map((link) => link.textContent))
    // The heading has the focus, so that a screen reader reads the name of the screen.
    const headings = ['2 March', w.patient.title, w.inbox.title, w.waiting.title, w.sheet.title, /./]
    expect(screens.length).toBe(headings.length)
    for (let digit = screens.length; digit > 0; digit--) {
      await page.keyboard.press(`${digit}`)
      await page.locator('.rail nav a[aria-current]', { hasText: screens[digit - 1]! }).waitFor()
      await headingWithFocus(page, headings[digit - 1]!)
    }
    expect(complaints).toEqual([])
  },
)

const headingWithFocus = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).and(page.locator(':focus')).waitFor()

browsing(
  'a screen reader announces each step when a member notes, cancels, finds and books appointments by keyboard only',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const { id: chairId } = await newChair(call, { name: 'Room 1' })
    await newChair(call, { name: 'Room 2' })
    const book = async (lastName: string, hour: number) => {
      const patient = await newPatient(call, { firstName: 'Eva', lastName })
      const times = { startAt: `2026-03-02T${hour}:00:00Z`, endAt: `2026-03-02T${hour}:30:00Z` }
      return newEntry(call, { chairId, patientId: patient.id, ...times })
    }
    await book('Anders', 10)
    const berg = await book('Berg', 11)
    const { page, w, complaints } = await house.desk()
    const { keyboard } = page
    /** Waits until the element with the focus has this role and name, which a screen reader announces. */
    const announced = (role: 'button' | 'combobox' | 'heading' | 'textbox', name: string | RegExp) =>
      page.getByRole(role, { name }).and(page.locator(':focus')).waitFor()
    /** Waits until a live region has this text, which a screen reader reads without a change of the focus. */
    const told = (text: string) =>
      page.locator('[aria-live]', { hasText: text }).first().waitFor({ state: 'attached' })
    const tabTo = async (name: string) => {
      const wanted = page.getByRole('button', { name }).and(page.locator(':focus'))
      for (let tabs = 0; tabs < 12 && (await wanted.count()) === 0; tabs++) await keyboard.press('Tab')
      await announced('button', name)
    }
    await page.locator('[data-entry]').nth(1).waitFor()

    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await announced('button', /^Eva Anders, 11:00 to 11:30/)
    await keyboard.press('a')
    await told(w.acts.stepNoted('Eva Anders', w.acts.steps.arrived))
    await announced('button', w.card.long.arrived(0))

    await keyboard.press('ArrowDown')
    await announced('button', /^Eva Berg, 12:00 to 12:30/)
    await keyboard.press('Space')
    await page.getByRole('dialog', { name: 'Eva Berg' }).waitFor()
    await told(w.booking.firstVisit)
    await keyboard.press('Escape')
    await announced('button', /^Eva Berg/)

    await keyboard.press('Delete')
    await announced('textbox', w.acts.reason)
    await keyboard.type('Ill')
    await keyboard.press('Enter')
    await told(w.acts.cancelled('Eva Berg'))
    await announced('button', /^Eva Anders/)

    // The cancelled appointment is found and restored.
    await keyboard.press('q')
    await keyboard.type('berg')
    await page.getByRole('button', { name: w.find.bringBackOf('Berg, Eva') }).waitFor()
    await tabTo(w.find.bringBackOf('Berg, Eva'))
    await keyboard.press('Enter')
    await page.getByRole('button', { name: w.find.showOf('Berg, Eva') }).waitFor()
    await tabTo(w.find.showOf('Berg, Eva'))
    await keyboard.press('Enter')
    await page.locator(`[data-entry="${berg.id}"]:focus`).waitFor()

    await keyboard.press('b')
    await announced('combobox', w.finder.label)
    await keyboard.type('anders')
    await page.getByRole('option', { name: 'Anders, Eva', selected: true }).waitFor()
    await keyboard.press('Enter')
    await announced('combobox', w.booking.name)
    await page.locator('.booking-time').first().waitFor()
    await keyboard.press('Enter')
    await announced('button', /Room 1/)
    await keyboard.press('Enter')
    await announced('button', w.booking.submits.appointment)
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await announced('button', /^Eva Anders/)
    expect(await page.getByRole('button', { name: /^Eva Anders/ }).count()).toBe(2)
    expect(complaints).toEqual([])
  },
)

browsing(
  'the focus is not lost when a person opens another screen, another day or the menu of a card',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const { id: chairId } = await newChair(call, { name: 'Room 1' })
    const patient = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
    const book = async (day: string) => {
      const times = { startAt: `${day}T10:00:00Z`, endAt: `${day}T10:30:00Z` }
      const { id } = await newEntry(call, { chairId, patientId: patient.id, ...times })
      return `[data-entry="${id}"]`
    }
    const [card, later] = [await book('2026-03-02'), await book('2026-03-20')]
    const { page, w, complaints } = await house.desk({ place: '/day/2026-03-02' })
    // The button of the menu appears under the mouse.
    await page.locator(card).hover()
    await page.getByRole('button', { name: w.card.menu('Müller') }).click()
    await page.getByRole('menuitem', { name: w.acts.steps.arrived }).click()
    await page.locator('.toast').waitFor()
    await page.locator(`${card}:focus`).waitFor()

    await page.keyboard.press('j')
    await headingWithFocus(page, '3 March')
    await page.keyboard.press('k')
    await page.locator(card).focus()
    const release = await hold(page, '**/api/v1/day?*')
    await page.evaluate(() => {
      location.hash = '#/day/2026-03-20'
    })
    await headingWithFocus(page, '20 March')
    release()
    await page.locator(`${later}:focus`).waitFor()

    await page.evaluate((id) => {
      location.hash = `#/patients/${id}`
    }, patient.id)
    await headingWithFocus(page, 'Müller')
    await page.keyboard.press('Tab')
    await page.keyboard.press('4')
    await headingWithFocus(page, w.waiting.title)
    await page.goBack()
    await headingWithFocus(page, 'Müller')
    await page.keyboard.press('Tab')
    await page.goBack()
    await headingWithFocus(page, '20 March')
    expect(complaints).toEqual([])
  },
)

browsing(
  '§19 A member who was deactivated sees nothing of the practice any more, and reads why.',
  async () => {
    await using house = await deskHouse(browser, 'en', clinic({ signedIn: true }))
    const { c } = house
    await newChair(c.owner.call, { name: 'Room 1' })
    const { page, w } = await house.desk({ member: c.assistant })
    await page.getByRole('heading', { name: 'Room 1' }).waitFor()
    const notices = w.endings
    // The desk does not ask about the unfinished booking, because the member may not save it any more.
    await page.keyboard.press('b')
    await page.locator('.booking-title').fill('Check-up')
    success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await page.getByText(notices.deactivated).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    // A page that nobody touches leaves the desk by itself.
    const other = await house.desk({ member: c.owner })
    await removePractice(c.store.transfer, c.owner.practiceId, null, act, '1.2.3', teller())
    await other.page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await other.page.getByText(notices.practiceRemoved).waitFor()
  },
)

browsing(
  'when a session ends because it was not used, the desk shows this reason and hides its content',
  async () => {
    await using house = await deskHouse(browser)
    const { c } = house
    const { page, w } = await house.desk()
    c.clock.now += 13 * 3_600_000
    await page.clock.setFixedTime(c.clock.now)
    await page.getByRole('button', { name: w.board.next }).click()
    await page.getByText(w.endings.expired).waitFor()
    expect(await page.locator('h1').filter({ visible: true }).count()).toBe(0)
  },
)

browsing('a new tab gets the session of the tab that was used last', async () => {
  await using house = await deskHouse(browser)
  const { c } = house
  const { page } = await house.desk()
  const other = await page.context().newPage()
  await openDesk(other, await anotherSession(c, 'Test', c.assistant.userId))
  for (const used of [page, other, page]) {
    await used.evaluate(() => dispatchEvent(new Event('focus')))
    const tab = await page.context().newPage()
    await tab.goto('/desk')
    await tab.waitForSelector('main > *')
    expect(await sessionOf(tab)).toBe((await sessionOf(used))!)
    await tab.close()
  }
})

for (const language of languages)
  browsing(`the desk shows the appointments of today, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { call } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const patient = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
    const times = { startAt: '2026-03-02T10:00:00Z', endAt: '2026-03-02T10:30:00Z' }
    await call('POST', '/api/v1/appointments', {
      type: 'appointment',
      chairId: chair.id,
      patientId: patient.id,
      ...times,
    })
    const { page, w, complaints } = await house.desk()
    await page.getByRole('heading', { name: 'Room 1' }).waitFor()
    await page.getByText('Müller, Zoé').waitFor()
    await page.getByRole('button', { name: w.board.next }).click()
    await page.getByText('Müller, Zoé').waitFor({ state: 'detached' })
    // Today is the day of the server, even if the clock of this computer is a day ahead.
    await page.clock.setFixedTime(house.c.clock.now + 86_400_000)
    await page.goto('/enrol')
    await page.goto('/desk')
    await page.getByText('Müller, Zoé').waitFor()
    await page.locator('.now').waitFor()
    expect(complaints).toEqual([])
  })

browsing(
  'in the navigation on a phone and a tablet, each name fits, and no number hides an icon',
  async () => {
    await using house = await deskHouse(browser, 'de')
    const { call } = house.c.owner
    const patient = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
    await call('POST', `/api/v1/patients/${patient.id}/notes`, { body: 'Call them.', isNext: true })
    for (const width of [390, 768]) {
      const { page } = await house.desk({ viewport: { width, height: 800 } })
      await page.locator('.rail nav .count').waitFor()
      // The title of the tab shows the count, too.
      await page.waitForFunction(() => document.title.startsWith('(1) '))
      const tight = await page.locator('.rail nav a').evaluateAll((links) =>
        links.flatMap((link) => {
          const box = link.getBoundingClientRect()
          const [icon, text, count] = [...link.children].map((part) => part.getBoundingClientRect())
          const isInside =
            text!.left >= Math.max(box.left, 0) && text!.right <= Math.min(box.right, innerWidth)
          const isHidden = count !== undefined && count.left < icon!.right && count.bottom > icon!.top + 2
          return [
            ...(isInside ? [] : [`${link.textContent} is wider than its place`]),
            ...(isHidden ? [`the number hides the icon of ${link.textContent}`] : []),
          ]
        }),
      )
      expect(tight).toEqual([])
    }
  },
)
