/** A hurried person at the front desk does not wait for answers, and clicks twice. */
import { expect } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { success } from '../support/answers.ts'
import { newChair, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, wordsOf } from './desk.ts'
import { cardOf, depthOf, drawn, holdBack, press } from './desk-cards.ts'
import { ownerWithClock } from './house.ts'
import { soon } from './soon.ts'

useBrowser()

interface Entry {
  readonly id: string
  readonly startAt: string
}

/** A day with one chair and two appointments. The times are UTC; the clocks of the practice are an hour ahead. */
async function busyHouse(house: House) {
  const { call } = house.c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const book = async (lastName: string, from: string, to: string) => {
    const patient = await newPatient(call, { firstName: 'Eva', lastName })
    const times = { startAt: `2026-03-02T${from}:00Z`, endAt: `2026-03-02T${to}:00Z` }
    const body = { type: 'appointment', chairId: chair.id, patientId: patient.id, ...times }
    return success(await call('POST', '/api/v1/appointments', body), 201)
  }
  const anna = await book('Anders', '09:00', '09:30')
  const berta = await book('Berg', '11:00', '11:30')
  const start = async ({ id }: Entry): Promise<string> =>
    success(await call('GET', `/api/v1/appointments/${id}`)).startAt.slice(11, 16)
  const state = async ({ id }: Entry): Promise<string> =>
    success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
  return { call, anna, berta, start, state }
}

const dialogs = (page: Page) => page.locator('dialog[open]').count()

browsing('the undo key waits for the answer to the newest act, and does not undo an older act', async () => {
  await using house = await deskHouse(browser)
  const { anna, berta, start } = await busyHouse(house)
  const { page, w } = await house.desk()
  await press(page, anna, 'm', 'ArrowDown', 'Enter')
  await page.locator('.toast').getByText('Eva Anders').waitFor()
  const goOn = await holdBack(page, `**/api/v1/appointments/${berta.id}`)
  await press(page, berta, 'm', 'ArrowDown', 'Enter', 'z')
  await page.locator('p[role="status"]').getByText(w.shell.undoWaits).waitFor()
  goOn()
  await page.locator('.toast').getByText(w.shell.undone).waitFor()
  expect([await start(anna), await start(berta)]).toEqual(['09:15', '11:00'])
})

browsing('a double click that drops a card does not open the card', async () => {
  await using house = await deskHouse(browser)
  const { anna, berta, start } = await busyHouse(house)
  const { page, w } = await house.desk()
  const box = (await cardOf(page, berta).boundingBox())!
  await press(page, anna, 'm')
  await page.locator('.ghost').waitFor()
  await page.mouse.dblclick(box.x + 20, box.y - box.height)
  await soon(async () => expect(await start(anna)).not.toBe('09:00'))
  await page.locator('.toast').getByText('Eva Anders').waitFor()
  expect(await dialogs(page)).toBe(0)
  // A click that swaps two cards does not open the other card either.
  await press(page, anna, 's')
  const other = (await cardOf(page, berta).boundingBox())!
  await page.mouse.dblclick(other.x + 20, other.y + other.height / 2)
  await soon(async () => expect(await start(berta)).not.toBe('11:00'))
  await page.locator('.toast').getByText(w.acts.swapped('Eva Anders', 'Eva Berg')).waitFor()
  expect(await dialogs(page)).toBe(0)
  // A double click still opens a card.
  await cardOf(page, anna).dblclick()
  await page.locator('dialog[open]').waitFor()
})

for (const width of [390, 1280])
  browsing(
    `a link to an appointment shows its card, marked and with the focus, at ${width} pixels`,
    async () => {
      await using house = await deskHouse(browser)
      const { berta } = await busyHouse(house)
      const viewport = { width, height: 420 }
      const { page, w } = await house.desk({ place: '/inbox', viewport })
      const follow = (id: string) =>
        page.evaluate((id) => {
          location.hash = `#/day/2026-03-02/${id}`
        }, id)
      await follow(berta.id)
      await page.locator(`[data-entry="${berta.id}"][data-flash]:focus`).waitFor()
      const { y, height } = (await cardOf(page, berta).boundingBox())!
      expect(y).toBeGreaterThan(0)
      expect(y + height).toBeLessThan(viewport.height)
      await follow(crypto.randomUUID())
      await page.locator('.toast').getByText(w.board.notOnDay).waitFor()
    },
  )

browsing(`an owner finds the checklist on the board until something is booked`, async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { page, w } = await house.desk()
  const link = page.getByRole('link', { name: w.shell.checklistLink })
  await page.getByText(w.board.noChairs).waitFor()
  await link.waitFor()
  const chair = await newChair(call)
  await page.locator('[data-column]').waitFor()
  await link.click()
  await page.waitForURL(/#\/settings/)
  await page.goBack()
  await page.locator('[data-column]').waitFor()
  await link.waitFor()
  const times = { startAt: '2026-03-03T09:00:00Z', endAt: '2026-03-03T09:30:00Z' }
  success(
    await call('POST', '/api/v1/appointments', { type: 'appointment', chairId: chair.id, ...times }),
    201,
  )
  await link.waitFor({ state: 'detached' })
})

browsing('a step just after a move is noted, also when the move removed the earlier step', async () => {
  await using house = await deskHouse(browser)
  const { anna, start, state } = await busyHouse(house)
  const { page, complaints } = await house.desk()
  // The desk gets no changes, as on a slow network.
  await page.route('**/api/v1/changes**', () => {})
  await page.reload()
  await press(page, anna, 'c')
  await soon(async () => expect(await state(anna)).toBe('confirmed'))
  await press(page, anna, 'm', 'ArrowDown', 'Enter', 'a')
  await soon(async () => expect(await start(anna)).toBe('09:15'))
  await soon(async () => expect(await state(anna)).toBe('arrived'))
  expect(complaints).toEqual([])
})

browsing(`when a passkey is refused or cancelled, the dialogue explains this in words`, async () => {
  await using house = await ownerWithClock(browser, { locale: 'en-GB' })
  const { page, complaints } = house.owner
  const w = wordsOf.en
  await page.evaluate(() => sessionStorage.setItem('chairside.session', 'cls_gone'))
  await page.keyboard.press('j')
  const button = page.getByRole('button', { name: w.session.usePasskey })
  await button.click()
  // The device has no passkey.
  const problem = page.locator('dialog .form-problem')
  await problem.getByText(w.passkey.notDone).waitFor()
  // The server cannot be reached.
  await page.route('**/auth/sign-in/options', (route) => route.abort())
  await button.click()
  await problem.getByText(w.failures.offline).waitFor()
  await page.unroute('**/auth/sign-in/options')
  // The server refuses the passkey.
  await page.route('**/auth/sign-in/options', (route) => route.fulfill({ status: 401, json: refused }))
  await button.click()
  await problem.getByText(w.session.passkeyInvalid).waitFor()
  expect(complaints.filter((text) => !/^(401|503) |ERR_FAILED/.test(text))).toEqual([])
})

const refused = {
  error: { code: 'invalid_authorization', message: 'The passkey is not known.', details: [] },
}

browsing('when two moves in a row do not reach the server, the card returns to its first place', async () => {
  await using house = await deskHouse(browser)
  const { anna } = await busyHouse(house)
  const { page, w } = await house.desk()
  const before = await depthOf(page, anna)
  const failed: string[] = []
  page.on('requestfailed', (request) => request.method() === 'PATCH' && failed.push(request.url()))
  const breakNow = await holdBack(page, '**/api/v1/**', (route) => route.abort())
  await press(page, anna, 'm', 'PageDown', 'Enter')
  await page.locator('.ghost').waitFor({ state: 'detached' })
  await press(page, anna, 'm', 'PageUp', 'PageUp', 'Enter')
  await page.locator('.ghost').waitFor({ state: 'detached' })
  breakNow()
  await page.getByText(w.shell.offline).waitFor()
  // Only one message is shown at a time, so the test counts the failed requests of both moves.
  await soon(async () => expect(failed).toHaveLength(2))
  await page.locator('.toast.trouble').waitFor()
  await soon(async () => expect(await depthOf(page, anna)).toBe(before))
})

browsing('an appointment that is being moved by keyboard is put back when another day is shown', async () => {
  await using house = await deskHouse(browser)
  const { anna, start } = await busyHouse(house)
  const { page } = await house.desk()
  await press(page, anna, 'm', 'ArrowDown', 'j')
  await page.waitForURL(/2026-03-03/)
  await page.locator('.ghost').waitFor({ state: 'detached' })
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'GET' || writes.push(request.url()))
  await page.keyboard.press('Enter')
  await drawn(page)
  expect(writes).toEqual([])
  expect(await start(anna)).toBe('09:00')
})

browsing('the undo key acts only once while it is held down, also with Caps Lock', async () => {
  await using house = await deskHouse(browser)
  const { anna, start } = await busyHouse(house)
  const { page, w } = await house.desk()
  for (const moved of ['10:15–10:45', '10:30–11:00']) {
    await press(page, anna, 'm', 'ArrowDown', 'Enter')
    await page.locator('.toast').getByText(moved).waitFor()
  }
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'GET' || writes.push(request.method()))
  const undo = (repeat: boolean) =>
    page.evaluate(
      (repeat) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Z', repeat, bubbles: true })),
      repeat,
    )
  await undo(false)
  await undo(true)
  await page.locator('.toast').getByText(w.shell.undone).waitFor()
  await drawn(page)
  expect(writes).toEqual(['PATCH'])
  expect(await start(anna)).toBe('09:15')
})

browsing('when the server does not answer for half a minute, the desk shows that it is offline', async () => {
  await using house = await deskHouse(browser)
  const { anna } = await busyHouse(house)
  const { page, w } = await house.desk()
  const before = await depthOf(page, anna)
  await page.route('**/api/v1/appointments/**', () => {})
  const sent = page.waitForRequest(`**/api/v1/appointments/${anna.id}`)
  await press(page, anna, 'm', 'PageDown', 'Enter')
  await page.locator('.ghost').waitFor({ state: 'detached' })
  await sent
  await page.clock.runFor(31_000)
  await page.locator('.toast').getByText(w.shell.offlineWrite).waitFor()
  await soon(async () => expect(await depthOf(page, anna)).toBe(before))
})

browsing(
  'the typed reason of a cancellation and the note of a no-show stay until the server has accepted them',
  async () => {
    await using house = await deskHouse(browser)
    const { call, anna, berta, state } = await busyHouse(house)
    const { page, w } = await house.desk()
    await press(page, anna, 'Delete')
    const dialog = page.getByRole('dialog', { name: w.acts.cancelTitle })
    await dialog.getByLabel(w.acts.reason).fill('Broken leg')
    await page.context().setOffline(true)
    await page.getByText(w.shell.offline).waitFor()
    await dialog.getByRole('button', { name: w.acts.cancel, exact: true }).click()
    await dialog.getByText(w.shell.offlineWrite).waitFor()
    expect(await dialog.getByLabel(w.acts.reason).inputValue()).toBe('Broken leg')
    await page.context().setOffline(false)
    await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
    // Another desk changes the appointment meanwhile. The dialogue shows the refusal beside the reason, with the new
    // time.
    const { version } = success(await call('GET', `/api/v1/appointments/${anna.id}`))
    const later = { startAt: '2026-03-02T09:15:00Z', endAt: '2026-03-02T09:45:00Z' }
    success(await call('PATCH', `/api/v1/appointments/${anna.id}`, later, { 'if-match': `"${version}"` }))
    await dialog.getByRole('button', { name: w.acts.cancel, exact: true }).click()
    // The event with the author of the change can arrive after the refusal.
    await dialog
      .getByText(w.acts.changed('Eva Anders', 'owner'))
      .or(dialog.getByText(w.acts.changed('Eva Anders')))
      .waitFor()
    await dialog.getByText('10:15').waitFor()
    expect(await dialog.getByLabel(w.acts.reason).inputValue()).toBe('Broken leg')
    await dialog.getByRole('button', { name: w.acts.cancel, exact: true }).click()
    await page.locator('.toast').getByText(w.acts.cancelled('Eva Anders')).waitFor()
    // The card has disappeared, and its neighbour has the focus.
    await page.locator(`[data-entry="${berta.id}"]:focus`).waitFor()
    await page.keyboard.press('n')
    const noShow = page.getByRole('dialog', { name: w.acts.noShowTitle('Eva Berg') })
    await noShow.getByLabel(w.acts.note).fill('Called twice')
    await page.route(`**/api/v1/appointments/${berta.id}/progress`, breakOnce())
    await page.keyboard.press('Enter')
    await noShow.getByText(w.failures.internal).waitFor()
    expect(await noShow.getByLabel(w.acts.note).inputValue()).toBe('Called twice')
    // When a dialogue is closed before the answer, a message shows the refusal.
    const goOn = await holdBack(page, `**/api/v1/appointments/${berta.id}/progress`, breakOnce())
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await noShow.waitFor({ state: 'detached' })
    goOn()
    await page.locator('.toast').getByText(w.failures.internal).waitFor()
    await press(page, berta, 'n', 'Enter')
    await soon(async () => expect(await state(berta)).toBe('no_show'))
  },
)

/** Answers the first request with an error of the server. Later requests reach the server. */
const breakOnce = () => {
  const error = { code: 'internal_error', status: 500, message: 'The server failed.' }
  let times = 0
  return (route: Route) =>
    times++ > 0 ? route.fallback() : route.fulfill({ status: 500, json: { error, requestId: 'req_1' } })
}

browsing(
  'after a cancellation by keyboard, the board does not scroll, and a neighbouring card has the focus',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, berta } = await busyHouse(house)
    const { page, w } = await house.desk({ viewport: { width: 1280, height: 560 } })
    const scroller = page.locator('.scroller')
    const depth = () => scroller.evaluate((element) => element.scrollTop)
    await cardOf(page, anna).waitFor()
    // Both cards are visible, and the board can scroll up and down.
    await cardOf(page, anna).evaluate((card) => card.scrollIntoView({ block: 'start' }))
    const before = await depth()
    expect(before).toBeGreaterThan(0)
    await press(page, berta, 'Delete')
    const dialog = page.getByRole('dialog', { name: w.acts.cancelTitle })
    await dialog.getByLabel(w.acts.reason).fill('Broken leg')
    await page.keyboard.press('Enter')
    await cardOf(page, berta).waitFor({ state: 'detached' })
    await cardOf(page, anna).and(page.locator(':focus')).waitFor()
    await drawn(page)
    expect(await depth()).toBe(before)
  },
)

browsing(
  'after a lost answer, the board shows the present state as soon as the server gives any other answer',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, start } = await busyHouse(house)
    const { page, w } = await house.desk()
    // The desk gets no changes, as on a bad network.
    await page.route('**/api/v1/changes**', () => {})
    await page.reload()
    await cardOf(page, anna).waitFor()
    const before = await depthOf(page, anna)
    await page.route(`**/api/v1/appointments/${anna.id}`, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, anna, 'm', 'PageDown', 'Enter')
    await page.locator('.toast').getByText(w.shell.offlineWrite).waitFor()
    expect(await start(anna)).toBe('10:00')
    await page.keyboard.press('/')
    await page.keyboard.type('Berg')
    await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
    await soon(async () => expect(await depthOf(page, anna)).toBeGreaterThan(before))
  },
)

/** Whether requests of a page reach the server, even if the desk shows that it is offline. */
const reaches = (page: Page): Promise<boolean> =>
  page.evaluate(() => fetch('/desk').then(Boolean, () => false))

browsing(
  'when the desk is offline, an undo fails, and can be repeated after the connection is back',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, start } = await busyHouse(house)
    const { page, w } = await house.desk()
    await press(page, anna, 'm', 'ArrowDown', 'Enter')
    await page.locator('.toast').waitFor()
    // The clock of the page is stopped, so that the ten seconds of an undo do not end on a slow machine. The desk checks
    // its connection by this clock. So the test moves the clock forward after each change of the network.
    await page.clock.pauseAt(house.c.clock.now + 1)
    await page.context().setOffline(true)
    await soon(async () => expect(await reaches(page)).toBe(false))
    await page.clock.runFor(1_000)
    await page.getByText(w.shell.offline).waitFor()
    await page.keyboard.press('z')
    await page.locator('.toast').getByText(w.shell.offlineWrite).waitFor()
    await page.context().setOffline(false)
    await soon(async () => expect(await reaches(page)).toBe(true))
    await page.clock.runFor(2_000)
    await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await soon(async () => expect(await start(anna)).toBe('09:00'))
  },
)

browsing(
  'when the request of an undo fails, the undo can be repeated after the connection is back',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, start } = await busyHouse(house)
    const { page, w } = await house.desk()
    await press(page, anna, 'm', 'ArrowDown', 'Enter')
    await page.locator('.toast').waitFor()
    await page.clock.pauseAt(house.c.clock.now + 1)
    // The desk has not noticed yet that the network is down.
    await page.route(`**/api/v1/appointments/${anna.id}`, (route) => route.abort(), { times: 1 })
    await page.keyboard.press('z')
    await page.locator('.toast').getByText(w.shell.offlineWrite).waitFor()
    await page.clock.runFor(2_000)
    await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.locator('.toast').getByText(w.shell.undone).waitFor()
    expect(await start(anna)).toBe('09:00')
  },
)

browsing('the undo of a move restores the step that the move had removed', async () => {
  await using house = await deskHouse(browser)
  const { anna, start, state } = await busyHouse(house)
  const { page, w, complaints } = await house.desk()
  await press(page, anna, 'c')
  await soon(async () => expect(await state(anna)).toBe('confirmed'))
  await press(page, anna, 'm', 'ArrowDown', 'Enter', 'z')
  await page.locator('.toast').getByText(w.shell.undone).waitFor()
  expect([await start(anna), await state(anna)]).toEqual(['09:00', 'confirmed'])
  expect(complaints).toEqual([])
})

browsing(
  'after a step was noted in the dialogue of a visit, a button for steps there has the focus',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, state } = await busyHouse(house)
    const { page, w } = await house.desk()
    await press(page, anna, 'e')
    const button = page.getByRole('dialog').getByRole('button', { name: w.acts.steps.arrived })
    await button.focus()
    await page.keyboard.press('Enter')
    await soon(async () => expect(await state(anna)).toBe('arrived'))
    await page.locator('.entry-steps button:focus').waitFor()
  },
)

browsing('a step that was noted in a dialogue can be undone there', async () => {
  await using house = await deskHouse(browser)
  const { anna, state } = await busyHouse(house)
  const { page, w } = await house.desk()
  await press(page, anna, 'e')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.acts.steps.arrived }).click()
  await soon(async () => expect(await state(anna)).toBe('arrived'))
  await dialog.getByRole('button', { name: w.shell.undo }).click()
  await soon(async () => expect(await state(anna)).toBe('expected'))
})

browsing(
  `when text was typed in a booking, the desk asks before Escape or the back button closes the booking`,
  async () => {
    await using house = await deskHouse(browser)
    await busyHouse(house)
    const { page, w } = await house.desk()
    const title = page.getByRole('combobox', { name: w.finder.label })
    const question = page.getByRole('dialog', { name: w.shell.leaveTitle })
    const stay = async () => {
      await question.getByRole('button', { name: w.shell.keepVerb }).click()
      await question.waitFor({ state: 'detached' })
      expect(await page.locator('.booking-title').inputValue()).toBe('Check-up')
    }
    await page.keyboard.press('b')
    await title.waitFor()
    await page.keyboard.press('Escape')
    await title.waitFor({ state: 'detached' })
    await page.keyboard.press('b')
    await page.locator('.booking-title').fill('Check-up')
    await page.getByRole('heading', { name: w.booking.titles.appointment }).click()
    await page.keyboard.press('Escape')
    await stay()
    // A browser would close a dialog by itself when Escape is pressed twice. Here, the first press opens the question,
    // and the second press closes the question.
    for (let twice = 0; twice < 2; twice++) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
    }
    // The back button of a telephone closes a dialogue in this way.
    await page.evaluate(() => document.querySelector('dialog')!.close())
    await stay()
    // The back button of the browser asks, too, and then it goes back.
    await page.evaluate(() => history.pushState(null, '', '#/patients'))
    await page.goBack()
    await stay()
    // When the address changes several times, the desk asks once, and then opens the last address.
    await page.evaluate(async () => {
      for (const place of ['inbox', 'waiting-list', 'day-sheet']) {
        location.hash = `#/${place}`
        await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
      }
    })
    await question.first().waitFor()
    expect(await question.count()).toBe(1)
    await page.getByRole('button', { name: w.shell.leaveVerb }).click()
    await title.waitFor({ state: 'detached' })
    await page.waitForURL(/#\/day-sheet$/)
  },
)

browsing(
  '§19 The back button closes a dialogue, and asks first when something was typed in the dialogue.',
  async () => {
    await using house = await deskHouse(browser)
    const { anna } = await busyHouse(house)
    const { page, w, complaints } = await house.desk({ place: '/day/2026-03-02' })
    await page.getByRole('link', { name: w.shell.patients }).click()
    await page.getByRole('heading', { name: w.patient.title, level: 1 }).waitFor()
    await page.keyboard.press('b')
    await page.locator('.booking-title').waitFor()
    // At 400 %, the head and the buttons would fill the page. So the body of the dialogue does not scroll by itself.
    await page.setViewportSize({ width: 320, height: 200 })
    const body = page.locator('.dialog-body')
    await soon(async () =>
      expect(await body.evaluate((body) => body.scrollHeight - body.clientHeight)).toBe(0),
    )
    await page.locator('.booking-submit').scrollIntoViewIfNeeded()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goBack()
    await page.locator('[data-column]').waitFor()
    await page.locator('dialog').waitFor({ state: 'detached' })

    const question = page.getByRole('dialog', { name: w.shell.leaveTitle })
    const stay = async () => {
      await page.goBack()
      await question.getByRole('button', { name: w.shell.keepVerb }).click()
      await question.waitFor({ state: 'detached' })
    }
    await page.goForward()
    await page.getByRole('button', { name: w.patient.add }).click()
    const firstName = page.getByRole('dialog').getByLabel(w.patient.fields.firstName)
    await firstName.fill('Gerda')
    await stay()
    expect(await firstName.inputValue()).toBe('Gerda')
    await page.getByRole('dialog').getByRole('button', { name: w.shell.cancel }).click()
    const toBoard = async () => {
      await page.getByRole('link', { name: w.shell.patients }).click()
      await page.getByRole('heading', { name: w.patient.title, level: 1 }).waitFor()
      await page.getByRole('link', { name: w.shell.day }).first().click()
      await page.locator('[data-column]').waitFor()
    }
    await toBoard()
    await press(page, anna, 'Delete')
    const reason = page.getByRole('dialog').getByLabel(w.acts.reason)
    await reason.fill('Broken leg')
    await stay()
    expect(await reason.inputValue()).toBe('Broken leg')
    await page.getByRole('button', { name: w.acts.keep }).click()
    // A dialogue over the board closes together with the board.
    await toBoard()
    await press(page, anna, 'b')
    await page.locator('.booking-title').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: w.patient.title, level: 1 }).waitFor()
    expect(complaints).toEqual([])
  },
)

browsing('the key for the next week works immediately after the key that opens the week', async () => {
  await using house = await deskHouse(browser)
  await busyHouse(house)
  const { page, complaints } = await house.desk()
  await page.locator('[data-entry]').first().waitFor()
  await page.evaluate(() => {
    for (const key of ['w', 'j'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await page.locator('[data-column="2026-03-09"]').waitFor()
  expect(complaints).toEqual([])
})

browsing(
  'text that was typed in a record stays when the screen is left before the text is painted',
  async () => {
    await using house = await deskHouse(browser)
    const { id } = await newPatient(house.c.owner.call, { firstName: 'Zoe', lastName: 'Muller' })
    const { page, complaints } = await house.desk({ place: `/patients/${id}` })
    const street = page.getByLabel('Street')
    await page.getByRole('button', { name: 'Edit: Details' }).click()
    await street.evaluate((field: HTMLInputElement) => {
      field.value = 'Elm Street 12'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      location.hash = '#/inbox'
    })
    await street.waitFor({ state: 'detached' })
    await page.evaluate((id) => {
      location.hash = `#/patients/${id}`
    }, id)
    await street.waitFor()
    expect(await street.inputValue()).toBe('Elm Street 12')
    expect(complaints).toEqual([])
  },
)

/** Loads the desk once more. Scripts after the first screen are held back until the returned function is called. */
async function withSlowCode(page: Page): Promise<() => void> {
  // The desk requests the inbox's counts when its first screen is ready. From then on, scripts are held back. The blank
  // page makes sure that the previous page sends no such request.
  await page.goto('about:blank')
  const { promise, resolve } = Promise.withResolvers<void>()
  let isCounted = false
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/inbox?')) isCounted = true
  })
  await page.route('**/*.js', async (route) => {
    if (isCounted) await promise
    await route.continue()
  })
  await page.goto('/desk')
  return resolve
}

browsing(
  'keys that are pressed while a dialogue is loading do nothing, and the desk shows a message about this',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, state } = await busyHouse(house)
    const { page, w } = await house.desk()
    const goOn = await withSlowCode(page)
    const tooEarly = page.locator('.toast').getByText(w.shell.keyTooEarly)
    // The same key pressed twice only waits for the dialogue.
    await press(page, anna, 'e', 'e')
    expect(await tooEarly.count()).toBe(0)
    await press(page, anna, 'a', 'd', 'Delete', 'b')
    await tooEarly.waitFor()
    goOn()
    await page.locator('dialog[open]').waitFor()
    await drawn(page)
    expect(await dialogs(page)).toBe(1)
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await state(anna)).toBe('expected')
  },
)

browsing(
  'the key for an offered next visit opens its booking, also while another dialogue is loading',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, berta } = await busyHouse(house)
    house.c.clock.now = Date.parse('2026-03-02T09:40:00Z')
    const { page, w } = await house.desk()
    const goOn = await withSlowCode(page)
    await press(page, anna, 'd')
    await page.getByRole('button', { name: w.acts.nextVisit }).waitFor()
    await press(page, berta, 'e', 'r')
    goOn()
    await page.getByRole('dialog', { name: w.booking.againTitle }).getByText('Anders').first().waitFor()
    expect(await dialogs(page)).toBe(2)
  },
)
