/** Tests of what stays on the screen when a request, a script or a pointer is lost. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { person } from './browser.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse } from './desk.ts'
import { cardOf, holdBack, press } from './desk-cards.ts'
import { soon } from './soon.ts'

useBrowser()

browsing.each(['entrance.js', 'sign-in-*.js'])(
  'when the script %s does not load, the sign-in page shows a message',
  async (script) => {
    await using house = await deskHouse(browser)
    const { page: desk } = await house.desk()
    await using visitor = await person(browser, new URL(desk.url()).origin)
    await visitor.page.route(`**/desk/${script}`, (route) => route.abort())
    await visitor.page.goto('/sign-in')
    await visitor.page.getByText('This page did not load whole.').waitFor()
  },
)

browsing('when all scripts load, the sign-in page shows no message about a failure', async () => {
  await using house = await deskHouse(browser)
  const { page: desk } = await house.desk()
  await using visitor = await person(browser, new URL(desk.url()).origin)
  await visitor.page.goto('/sign-in')
  await visitor.page.getByRole('button').first().waitFor()
  expect(await visitor.page.getByText('This page did not load whole.').count()).toBe(0)
})

browsing('when the time of a move is taken, the dialogue names the other entry only once', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const chairId = (await newChair(call, { name: 'Room 1' })).id
  const at = (hour: number) => ({
    startAt: `2026-03-02T${hour}:00:00Z`,
    endAt: `2026-03-02T${hour}:30:00Z`,
  })
  const moved = await newEntry(call, { chairId, title: 'Crown', ...at(10) })
  const other = await newEntry(call, { chairId, title: 'Filling', ...at(12) })
  const { page, w } = await house.desk()
  // This desk gets no changes of other desks.
  await page.route('**/api/v1/changes**', () => {})
  await page.reload()
  await cardOf(page, moved).waitFor()
  await press(page, moved, 'o')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.acts.time, { exact: true }).fill('15')
  await dialog.getByText(w.acts.free, { exact: true }).waitFor()
  success(await call('PATCH', `/api/v1/appointments/${other.id}`, at(14)))
  await dialog.getByRole('button', { name: w.acts.move, exact: true }).click()
  await dialog.getByText(w.acts.taken('Filling', '15:00–15:30')).waitFor()
  await soon(async () => expect(await dialog.getByText('Filling').count()).toBe(1))
  // For another time, the dialogue checks the calendar again.
  await dialog.getByLabel(w.acts.time, { exact: true }).fill('15:15')
  await dialog.getByText(w.acts.takenBy('Filling')).waitFor()
  expect(await dialog.getByText('Filling').count()).toBe(1)
})

browsing('when the pointer of a drag disappears, nothing covers the desk', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const chair = await newChair(call)
  const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T09:30:00Z' }
  const entry = await newEntry(call, { type: 'unavailable', chairId: chair.id, ...times })
  const { page } = await house.desk()
  const { x, y } = (await cardOf(page, entry).boundingBox())!
  await cardOf(page, entry).evaluate(
    (card, { x, y }) => {
      // No pointer has this id, so the browser refuses to capture it.
      const at = (name: string, by: number) =>
        card.dispatchEvent(
          new PointerEvent(name, {
            bubbles: true,
            isPrimary: true,
            button: 0,
            pointerId: 4711,
            clientX: x + 20,
            clientY: y + 8 + by,
          }),
        )
      at('pointerdown', 0)
      at('pointermove', 40)
    },
    { x, y },
  )
  expect(await page.locator('.drag-shield').count()).toBe(0)
  await cardOf(page, entry).dblclick()
  await page.locator('dialog[open]').waitFor()
})

browsing(
  'the button for earlier deleted records uses the filter of the shown list, and not a newer choice',
  async () => {
    await using house = await deskHouse(browser)
    const { page, w } = await house.desk({ place: '/settings/deleted' })
    const asked: string[] = []
    await page.route('**/api/v1/archive*', (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ json: { data: { items: [], next: asked.length === 1 ? 'more' : null } } })
    })
    await page.getByLabel(w.deleted.kind).selectOption('note')
    await page.getByRole('button', { name: w.deleted.show }).click()
    const earlier = page.getByRole('button', { name: w.deleted.earlier })
    await earlier.waitFor()
    await page.getByLabel(w.deleted.kind).selectOption('patient')
    await earlier.click()
    await earlier.waitFor({ state: 'detached' })
    expect(asked).toEqual(['?kind=note', '?kind=note&cursor=more'])
  },
)

browsing('when the search for more free times fails, the found free times stay', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  await newChair(call)
  const { page, w } = await house.desk()
  await page.keyboard.press('b')
  const times = page.locator('.booking-time')
  await times.first().waitFor()
  const before = await times.count()
  const failed = page.waitForEvent('requestfailed')
  await page.route('**/api/v1/openings*', (route) => route.abort())
  await page.getByRole('button', { name: w.booking.moreTimes }).click()
  await failed
  await page.getByText(w.failures.offline).first().waitFor()
  expect(await times.count()).toBe(before)
})

browsing('text that is typed while a section is being saved stays in the field', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { id } = await newPatient(call)
  const { page, w } = await house.desk({ place: `/patients/${id}` })
  await page.getByRole('button', { name: w.patient.edit(w.patient.details) }).click()
  const address = page.getByLabel(w.patient.fields.address)
  await address.fill('Elm Street 1')
  const goOn = await holdBack(page, `**/api/v1/patients/${id}`)
  await page.getByRole('button', { name: w.shell.save, exact: true }).click()
  await address.fill('Elm Street 12')
  goOn()
  await page.locator('p[role="status"]').getByText(w.patient.saved).waitFor()
  expect(await address.inputValue()).toBe('Elm Street 12')
  expect(success(await call('GET', `/api/v1/patients/${id}`)).address).toBe('Elm Street 1')
})

browsing(
  'when two members change one entry, different fields are both saved, and a field that both changed is not overwritten unseen',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chair = await newChair(call)
    const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T09:30:00Z' }
    const entry = await newEntry(call, { type: 'unavailable', chairId: chair.id, title: 'Meeting', ...times })
    const path = `/api/v1/appointments/${entry.id}`
    const { page, w } = await house.desk()
    const dialog = page.getByRole('dialog')
    const [title, notes] = [dialog.getByLabel(w.acts.titleField), dialog.getByLabel(w.acts.notesField)]
    const save = () => dialog.getByRole('button', { name: w.shell.save, exact: true }).click()

    await cardOf(page, entry).dblclick()
    await notes.fill('Bring the keys')
    success(await call('PATCH', path, { title: 'Team meeting', endAt: '2026-03-02T10:00:00Z' }))
    await page.getByRole('dialog', { name: 'Team meeting' }).waitFor()
    // The field is updated one frame after the heading.
    await soon(async () => expect(await title.inputValue()).toBe('Team meeting'))
    await save()
    await dialog.waitFor({ state: 'detached' })
    const first = success(await call('GET', path))
    expect([first.title, first.notes, first.endAt]).toEqual([
      'Team meeting',
      'Bring the keys',
      '2026-03-02T10:00:00.000Z',
    ])

    await cardOf(page, entry).dblclick()
    await title.fill('Party')
    success(await call('PATCH', path, { title: 'Training' }))
    await dialog.getByText(w.forms.theirs('Training', 'owner')).waitFor()
    await save()
    await dialog
      .getByText(w.forms.changedMeanwhile('owner'))
      .or(dialog.getByText(w.forms.changedMeanwhile()))
      .waitFor()
    expect(success(await call('GET', path)).title).toBe('Training')
    await save()
    await dialog.waitFor({ state: 'detached' })
    expect(success(await call('GET', path)).title).toBe('Party')
  },
)
