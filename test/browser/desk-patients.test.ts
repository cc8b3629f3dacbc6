/** Tests of patients at the front desk: a receptionist finds, registers and changes them. */
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { newId } from '../../src/domain/id.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { noticeRow } from '../store/records.ts'
import { success } from '../support/answers.ts'
import { monday } from '../support/clinic.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { anotherSession } from '../support/sign-in.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages, openDesk } from './desk.ts'
import { mistakesIn } from './desk-accessible.ts'
import { holdBack } from './desk-cards.ts'
import { soon } from './soon.ts'
import { hasFocus } from './steps.ts'

useBrowser()

type Desk = Awaited<ReturnType<House['desk']>>

let stories = 0

/**
 * Runs a test in one of the languages, which take turns. One language is enough, because a browser takes seconds, and
 * the compiler checks that no words are missing. The page may have no errors, unless the test ends with `expected`.
 */
function story(title: string, tell: (house: House, language: (typeof languages)[number]) => Promise<void>) {
  const language = languages[stories++ % languages.length]!
  browsing(`${title}, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    await tell(house, language)
  })
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click()

/** Expects axe-core to find no mistake, in light and in dark. */
async function expectAccessible({ page }: Pick<Desk, 'page'>, what: string): Promise<void> {
  const found = [...(await mistakesIn(page, 'light')), ...(await mistakesIn(page, 'dark'))]
  await page.emulateMedia({ colorScheme: 'light' })
  expect({ what, found }).toEqual({ what, found: [] })
}

story(
  'the search shows the next visit of each patient, and shows that it is still searching',
  async (house) => {
    const { call } = house.c.owner
    const chair = await newChair(call)
    const { id: patientId } = await newPatient(call, {})
    await newPatient(call, { firstName: 'Ömer', lastName: 'Müller' })
    const times = { startAt: '2026-03-10T09:00:00Z', endAt: '2026-03-10T09:30:00Z' }
    await newEntry(call, { chairId: chair.id, patientId, ...times })
    const { page, w, complaints } = await house.desk()
    const goOn = await holdBack(page, '**/api/v1/patients?**')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: w.finder.label }).fill('müller')
    await page.getByText(w.finder.searching).waitFor()
    goOn()
    const line = (name: string) => page.getByRole('option', { name }).textContent()
    await page.getByText(w.finder.searching).waitFor({ state: 'detached' })
    expect(await line('Müller, Zoé')).toMatch(/ 10[. ].*, 10:00$/)
    expect(await line('Müller, Ömer')).not.toContain('10:00')
    // The page warns when a patient consented to messages but has no address.
    await page.getByRole('option', { name: 'Müller, Zoé' }).click()
    await page.getByText(w.patient.noEmail).first().waitFor()
    expect(complaints).toEqual([])
  },
)

story(
  'a receptionist finds a patient by phone number, name, e-mail address and date of birth',
  async (house, language) => {
    const { call } = house.c.owner
    await newChair(call)
    const zoe = { dob: '1984-05-03', phoneMobile: '+49 151 2345678', email: 'zoe@example.org' }
    await newPatient(call, zoe)
    await newPatient(call, { firstName: 'Ömer', lastName: 'Åkesson', phoneMobile: '030 99887' })
    const desk = await house.desk()
    const { page, w, complaints } = desk
    const find = async (text: string) => {
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: w.finder.label }).fill(text)
      await page.getByRole('option', { name: /Müller, Zoé/ }).waitFor()
      await page.getByRole('option', { name: /Åkesson/ }).waitFor({ state: 'detached' })
    }
    const born = { en: '03/05/1984', de: '3.5.84' }[language]
    for (const text of ['0151 234', '2345678', 'zoe@', born, 'mül 1984']) {
      await find(text)
      // One press of Escape closes the search, also while the list is open.
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await find('0151 23')
    await expectAccessible(desk, 'the finder with a find')
    await page.keyboard.press('Enter')
    await heading(page, 'Müller, Zoé')
    await page
      .getByText(/1984 \(41\)/)
      .first()
      .waitFor()

    await page.keyboard.press('/')
    await page.getByRole('option', { name: /Müller, Zoé/ }).waitFor()
    await page.keyboard.press('Escape')
    await find('müller')
    await page.keyboard.press('Shift+Enter')
    await page.getByRole('dialog', { name: w.finder.label }).waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor()
    expect(complaints).toEqual([])
  },
)

story(
  'the list of patients gets shorter by search and filter, and longer when a person scrolls',
  async (house) => {
    const { call } = house.c.owner
    const tag = await newTag(call, 'Recall')
    const names = Array.from({ length: 120 }, (_, i) => `P${String(i).padStart(3, '0')}`)
    const made = await Promise.all(names.map((lastName) => newPatient(call, { firstName: 'Ada', lastName })))
    success(await call('POST', `/api/v1/patients/${made[70].id}/tags/${tag.id}`))
    const desk = await house.desk({ place: '/patients' })
    const { page, w, complaints } = desk
    await page.getByText(w.patient.count(120)).waitFor()
    await expectAccessible(desk, 'the list')
    const row = (name: string) => page.getByRole('link', { name })
    expect(await row('P119, Ada').count()).toBe(0)
    await page.getByRole('main').hover()
    await soon(async () => {
      await page.mouse.wheel(0, 4_000)
      expect(await row('P119, Ada').count()).toBe(1)
    })
    await row('P099, Ada').click()
    await heading(page, 'P099, Ada')
    // The list has its previous length, and is read again only in that length.
    const limits: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/patients') limits.push(searchParams.get('limit'))
    })
    const again = page.waitForResponse((response) => response.url().includes('/api/v1/patients?'))
    await page.goBack()
    await row('P119, Ada').waitFor()
    await (await again).finished()
    await page.clock.runFor(1_000)
    await row('P099, Ada').waitFor()
    expect(new Set(limits)).toEqual(new Set(['120']))

    await page.getByLabel(w.patient.tag, { exact: true }).selectOption('Recall')
    await page.getByText(w.patient.count(1), { exact: true }).waitFor()
    await page.getByLabel(w.patient.tag, { exact: true }).selectOption('')
    await page.getByRole('searchbox').fill('p003')
    await page.keyboard.press('Enter')
    await heading(page, 'P003, Ada')
    await page.goBack()
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText(w.finder.nothing).waitFor()
    await expectAccessible(desk, 'a list without finds')

    // The page of another patient never shows the previous patient, not even before it is painted.
    const shown = await page.evaluate(async (hash) => {
      const gone = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
      location.hash = hash
      await gone
      for (let i = 0; i < 50; i++) await Promise.resolve()
      return document.querySelector('main h1')?.textContent ?? ''
    }, `#/patients/${made[5].id}`)
    expect(shown).toBe('')
    await heading(page, 'P005, Ada')
    expect(complaints).toEqual([])
  },
)

story(
  'a receptionist registers a new patient with consent, and the form shows a patient who is already registered',
  async (house, language) => {
    await newPatient(house.c.owner.call, { dob: '1984-05-03', phoneMobile: '+49 151 2345678' })
    const desk = await house.desk({ place: '/patients' })
    const { page, w, complaints } = desk
    await press(page, w.patient.add)
    const form = page.getByRole('dialog', { name: w.patient.add })
    const fill = (name: keyof Words['patient']['fields'], text: string) =>
      form.getByLabel(w.patient.fields[name]).first().fill(text)
    await fill('firstName', 'zoe')
    await fill('lastName', 'Mueller')
    await form.getByText(w.patient.alreadyThere).waitFor()
    await fill('dob', '31.2.84')
    await press(form, w.patient.addThis)
    await form.getByText(w.patient.fieldMistakes.date).waitFor()
    await expectAccessible(desk, 'a form with a mistake and a likely duplicate')
    await form.getByRole('button', { name: /Müller, Zoé/ }).click()
    await heading(page, 'Müller, Zoé')

    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: w.finder.label }).fill('Ada Lovelace')
    await page.getByRole('option', { name: w.finder.add('Ada Lovelace') }).click()
    expect(await form.getByLabel(w.patient.fields.lastName).inputValue()).toBe('Lovelace')
    await fill('dob', { en: '10/12/1984', de: '10.12.84' }[language])
    await fill('phoneMobile', '0151 99')
    await form.getByLabel(w.patient.fields.notifyBySms).check()
    expect(await form.getByLabel(w.patient.fields.notifyByEmail).isChecked()).toBe(false)
    await form.getByLabel(w.patient.fields.phoneMobile).press('Enter')
    await heading(page, 'Lovelace, Ada')
    await page.getByText(w.patient.reach.sms.yes, { exact: true }).waitFor()
    await page.getByText(w.patient.reach.email.no, { exact: true }).waitFor()
    const { patients } = success(await house.c.owner.call('GET', '/api/v1/patients?search=lovelace'))
    expect(patients).toMatchObject([
      { dob: '1984-12-10T00:00:00.000Z', notifyBySms: true, notifyByEmail: false },
    ])
    expect(complaints).toEqual([])
  },
)

story(
  'a receptionist changes the status and the tags of a patient with one act each, and undoes the status',
  async (house) => {
    const { call } = house.c.owner
    const patient = await newPatient(call)
    await newTag(call, 'Wheelchair')
    const desk = await house.desk({ place: `/patients/${patient.id}` })
    const { page, w, complaints } = desk
    const now = async () => success(await call('GET', `/api/v1/patients/${patient.id}`))
    const { pack } = success(await call('GET', '/api/v1/me'))
    const other = pack.statuses.find(({ id }: { id: string }) => id !== pack.defaultStatus)
    await page.getByLabel(w.patient.status, { exact: true }).selectOption(other.id)
    await page.getByText(w.patient.statusIs('Zoé Müller', other.label)).first().waitFor()
    await press(page, 'Wheelchair')
    await soon(async () => expect((await now()).tagIds).toHaveLength(1))
    expect((await now()).status).toBe(other.id)
    await page.keyboard.press('z')
    await soon(async () => expect((await now()).status).toBe(pack.defaultStatus))
    await press(page, 'Wheelchair')
    await soon(async () => expect((await now()).tagIds).toEqual([]))
    await page.getByRole('button', { name: 'Wheelchair', pressed: false }).waitFor()
    expect(complaints).toEqual([])
  },
)

story(
  'a note keeps its versions, shows the changes between versions, and can be marked for the next visit',
  async (house) => {
    const { call } = house.c.owner
    const patient = await newPatient(call)
    const desk = await house.desk({ place: `/patients/${patient.id}` })
    const { page, w, complaints } = desk
    const list = async () => success(await call('GET', `/api/v1/patients/${patient.id}/notes`)).notes
    await page.getByText(w.notes.empty).waitFor()
    await page.keyboard.press('n')
    await expectAccessible(desk, 'an empty note')
    await page.getByLabel(w.notes.body, { exact: true }).fill('Sensitive to cold at 24.')
    expect(await list()).toEqual([])
    // The focus leaves the editor, so the note is saved. Further writing makes the next version.
    await page.getByRole('link', { name: w.patient.all }).focus()
    await page.getByText(w.notes.saved, { exact: true }).waitFor()
    await press(page, w.notes.done)
    await press(page, w.notes.edit)
    await page.getByLabel(w.notes.body, { exact: true }).fill('Sensitive to cold at 25.')
    await press(page, w.notes.done)
    await page.getByRole('button', { name: w.notes.edit }).and(page.locator(':focus')).waitFor()
    await page.getByText(w.notes.versions(1)).click()
    await page.locator('del', { hasText: '24' }).waitFor()
    await page.locator('ins', { hasText: '25' }).waitFor()
    await expectAccessible(desk, 'a note with two versions')
    await press(page, `${w.notes.restore} ${w.notes.version(1)}`)
    await page.getByText(w.notes.versions(2)).waitFor()
    // A quick person edits the note while the mark is being saved. The edit must then use the version after the mark.
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/notes/*', (route) => goOn.then(() => route.fallback()), { times: 1 })
    await page.getByRole('button', { name: w.notes.markNext, pressed: false }).click()
    await page.getByRole('button', { name: w.notes.markNext, pressed: true }).waitFor()
    await press(page, w.notes.edit)
    await page.getByLabel(w.notes.body, { exact: true }).waitFor()
    // The clock of the page must not run while the page waits for the answer, or the page would give the request up.
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    letGo()
    await answered
    await soon(async () =>
      expect(await list()).toMatchObject([{ body: 'Sensitive to cold at 24.', isNext: true, version: 4 }]),
    )

    // A pause of half a minute saves the note, too. The real time of the test counts as well, so the first step is
    // shorter.
    await page.getByLabel(w.notes.body, { exact: true }).fill('Sensitive to cold at 26.')
    await page.clock.runFor(15_000)
    expect((await list())[0].version).toBe(4)
    await page.clock.runFor(15_500)
    await page.getByText(w.notes.saved, { exact: true }).waitFor()
    expect(await list()).toMatchObject([{ body: 'Sensitive to cold at 26.', version: 5 }])
    await press(page, w.notes.done)

    await press(page, w.notes.remove)
    await page.getByText(w.notes.empty).waitFor()
    await page.getByRole('button', { name: w.notes.add }).and(page.locator(':focus')).waitFor()
    expect(await list()).toHaveLength(1)
    await page.keyboard.press('z')
    await page.getByText('Sensitive to cold at 26.').first().waitFor()
    expect(complaints).toEqual([])
  },
)

story(
  'when a note cannot be saved, its text stays, and the note is saved when the page is left',
  async (house) => {
    const { call } = house.c.owner
    const patient = await newPatient(call)
    const path = `/api/v1/patients/${patient.id}/notes`
    const desk = await house.desk({ place: `/patients/${patient.id}` })
    const { page, w, complaints } = desk
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    )
    await press(page, w.notes.add)
    const body = page.getByLabel(w.notes.body, { exact: true })
    await body.fill('Sensitive to cold at 24.')
    await press(page, w.notes.done)
    await page.getByRole('alert').getByText(w.notes.unsaved).waitFor()
    expect(await body.inputValue()).toBe('Sensitive to cold at 24.')
    await expectAccessible(desk, 'a note that could not be saved')
    let asked = false
    page.once('dialog', (dialog) => {
      asked = dialog.type() === 'beforeunload'
      void dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await soon(async () => expect(asked).toBe(true))
    await page.unroute(`**${path}`)
    await page.getByRole('link', { name: w.patient.all }).click()
    await soon(async () => expect(success(await call('GET', path)).notes).toHaveLength(1))
    expect(new Set(complaints)).toEqual(new Set([`503 ${path}`]))
  },
)

story('when two desks change one patient at the same time, neither desk loses typed text', async (house) => {
  const { call } = house.c.owner
  const patient = await newPatient(call, { phoneMobile: '0151 1', country: 'Germany', notes: undefined })
  const note = await newNote(call, patient.id, { body: 'Cold at 24.' })
  const url = `/api/v1/patients/${patient.id}`
  const desk = await house.desk({ place: `/patients/${patient.id}` })
  const { page, w, complaints } = desk
  const details = section(page, w.patient.details)
  const field = (name: 'phoneMobile' | 'address') => details.getByLabel(w.patient.fields[name])
  await press(page, w.patient.edit(w.patient.details))

  await field('phoneMobile').fill('0151 22')
  const country = details.getByLabel(w.patient.fields.country)
  expect(await country.inputValue()).toBe('DE')
  await country.selectOption('AT')
  await details.getByLabel(w.patient.fields.town).fill('Graz')
  success(await call('PATCH', url, { address: 'Lindenstraße 4' }))
  await press(details, w.shell.save)
  await details.getByText('Lindenstraße 4').waitFor()
  await details.getByText('0151 22').waitFor()
  await details.getByText('Graz').waitFor()
  expect(success(await call('GET', url))).toMatchObject({ country: 'AT', town: 'Graz' })

  await press(page, w.patient.edit(w.patient.details))
  await field('phoneMobile').fill('0151 333')
  success(await call('PATCH', url, { phoneMobile: '0151 4444' }))
  await press(details, w.shell.save)
  await details.getByText(w.forms.theirs('0151 4444', 'owner')).waitFor()
  // The event about the change can arrive before the answer to the press.
  await details
    .getByText(w.forms.changedMeanwhile('owner'))
    .or(details.getByText(w.forms.changedMeanwhile()))
    .waitFor()
  expect(await field('phoneMobile').inputValue()).toBe('0151 333')
  await expectAccessible(desk, 'a record that two desks changed')
  await press(details, w.shell.save)
  await details.getByText('0151 333').waitFor()
  expect(success(await call('GET', url)).phoneMobile).toBe('0151 333')

  await press(page, w.notes.edit)
  const body = page.getByLabel(w.notes.body, { exact: true })
  await body.fill('Cold at 25.')
  success(await call('PATCH', `${url}/notes/${note.id}`, { body: 'Cold at 24 and 26.' }))
  await press(page, w.notes.done)
  await page.getByText(w.notes.contested('owner')).waitFor()
  expect(await body.inputValue()).toBe('Cold at 25.')
  await expectAccessible(desk, 'a note that two desks changed')
  // The answer to the first press may arrive after the second press.
  const pressed = Promise.withResolvers<void>()
  await page.route(`**${url}/notes/${note.id}`, (route) => pressed.promise.then(() => route.continue()))
  await press(page, w.notes.keepMine)
  await page.getByText(w.notes.saving).waitFor()
  await press(page, w.notes.done)
  pressed.resolve()
  await page.getByText(w.notes.versions(2)).waitFor()
  // When the event about a change arrives first, no request is refused.
  expect(complaints.filter((complaint) => !complaint.startsWith(`412 ${url}`))).toEqual([])
})

story(
  'a receptionist merges two records of one person, and an old link leads to the record that was kept',
  async (house) => {
    const { call } = house.c.owner
    const dob = '1984-05-03'
    const kept = await newPatient(call, { dob, phoneMobile: '0151 2345678' })
    house.c.clock.now += 1000
    const twin = await newPatient(call, { firstName: 'Zoe', dob, email: 'zoe@example.org' })
    const desk = await house.desk({ place: '/patients' })
    const { page, w, complaints } = desk
    await page.getByRole('button', { name: w.patient.maybeTwice }).first().click()
    const dialog = page.getByRole('dialog', { name: w.patient.mergeTitle })
    await dialog.getByText('zoe@example.org').waitFor()
    await expectAccessible(desk, 'two records side by side')
    await press(dialog, w.patient.mergeDo)
    await heading(page, 'Müller, Zoé')
    // The clock of the page is stopped, so that the ten seconds of the undo do not end before the other desk acts.
    await page.clock.pauseAt(house.c.clock.now)
    await page.getByRole('link', { name: /zoe@example.org/ }).waitFor()

    const another = await house.desk({ place: `/patients/${twin.id}` })
    await heading(another.page, w.patient.gone)
    await expectAccessible(another, 'a patient who is gone')
    await another.page.getByRole('link', { name: w.patient.goneKept }).click()
    await heading(another.page, 'Müller, Zoé')
    expect(another.page.url()).toEndWith(kept.id)

    await page.clock.resume()
    await page.keyboard.press('z')
    await page.getByText(w.shell.undone).first().waitFor()
    success(await call('GET', `/api/v1/patients/${twin.id}`))

    // The search does not offer the record itself for merging.
    await press(page, w.patient.mergeWith)
    const search = page.getByRole('dialog', { name: w.patient.mergeWhich })
    // The likely duplicate is offered before anything is typed.
    await search.getByRole('option', { name: 'Müller, Zoe' }).waitFor()
    expect(await search.getByRole('option').count()).toBe(1)
    await search.getByRole('combobox').fill('Müller')
    await search.getByRole('option', { name: 'Müller, Zoe' }).waitFor()
    expect(await search.getByRole('option').count()).toBe(1)
    expect(complaints).toEqual([])
  },
)

story(
  'the page of a patient shows appointments, messages and who has seen the record, and saves the record as a file',
  async (house) => {
    const { call } = house.c.owner
    const patient = await newPatient(call, { email: 'zoe@example.org' })
    const chair = await newChair(call, { name: 'Room 1' })
    const entry = { patientId: patient.id, chairId: chair.id, title: 'Check-up' }
    await newEntry(call, entry)
    const cancelled = await newEntry(call, {
      ...entry,
      startAt: '2026-03-11T09:00:00Z',
      endAt: '2026-03-11T10:00:00Z',
    })
    const cause = { reason: 'Has a cold.', by: 'patient' }
    success(await call('POST', `/api/v1/appointments/${cancelled.id}/cancel`, cause))
    await house.c.practice.write((tx) => {
      const old = { patientId: patient.id, dueAt: monday - 1 }
      for (let i = 0; i < 21; i++)
        insertNotice(tx, noticeRow({ ...old, entryId: newId(monday), id: newId(monday) }))
      tx.record({ kind: 'write' })
    })
    const desk = await house.desk({ place: `/patients/${patient.id}` })
    const { page, w, complaints } = desk
    const visits = section(page, w.patient.visits)
    await visits.getByText('Check-up').first().waitFor()
    await visits.getByText(/Has a cold\./).waitFor()
    await section(page, w.patient.messages).getByText(w.patient.messagesShow).click()
    const messages = section(page, w.patient.messages).getByRole('listitem')
    await messages.nth(19).waitFor()
    expect(await messages.count()).toBe(20)
    await press(page, w.patient.messagesOlder)
    await messages.nth(24).waitFor()
    await section(page, w.patient.seenBy).getByText(w.patient.seenByShow).click()
    await page.getByText(w.patient.acts.createPatient!).waitFor()
    await expectAccessible(desk, 'a page with everything open')
    // Only owners see who has viewed a record.
    const assistant = await page.context().newPage()
    const { c } = house
    await openDesk(assistant, await anotherSession(c, 'Test', c.assistant.userId), `/patients/${patient.id}`)
    await section(assistant, w.patient.messages).waitFor()
    expect(await section(assistant, w.patient.seenBy).count()).toBe(0)
    await assistant.close()

    const file = page.waitForEvent('download')
    await press(page, w.patient.exportFile)
    expect((await file).suggestedFilename()).toBe('Zoé Müller.json')
    const paper = page.waitForEvent('popup')
    await press(section(page, w.patient.record), w.patient.print)
    await (await paper).getByText('Zoé').first().waitFor()
    await (await paper).close()

    expect(complaints).toEqual([])

    await press(page, w.patient.remove)
    await press(page.getByRole('dialog'), w.patient.remove)
    await heading(page, w.patient.title)
    await page.getByText(w.patient.empty).waitFor()
    await page.keyboard.press('z')
    await heading(page, 'Müller, Zoé')
    // The event about the deletion can arrive while the page still reads the patient.
    const path = `/api/v1/patients/${patient.id}`
    expect(complaints.filter((complaint) => !complaint.startsWith(`404 ${path}`))).toEqual([])
  },
)

story(
  'a receptionist forbids a patient to book online, and allows it again, on the page of the patient',
  async (house) => {
    const { call } = house.c.owner
    const { id } = await newPatient(call)
    const { page, w, complaints } = await house.desk({ place: `/patients/${id}` })
    const consents = section(page, w.patient.consents)
    const may = consents.getByLabel(w.patient.fields.mayBookOnline)
    const stored = async () => success(await call('GET', `/api/v1/patients/${id}`)).mayBookOnline
    for (const [from, to, holds] of [
      ['true', 'false', false],
      ['false', 'true', undefined],
    ] as const) {
      await press(page, w.patient.edit(w.patient.consents))
      expect(await may.inputValue()).toBe(from)
      await may.selectOption(to)
      await press(consents, w.shell.save)
      await soon(async () => expect(await stored()).toBe(holds))
      await page.getByRole('button', { name: w.patient.edit(w.patient.consents) }).waitFor()
    }
    expect(complaints).toEqual([])
  },
)

story(
  'the first field with a mistake gets the focus, in the details of a patient and in the form for a new patient',
  async (house) => {
    const { id } = await newPatient(house.c.owner.call)
    const { page, w } = await house.desk({ place: `/patients/${id}` })
    const { fields } = w.patient
    await press(page, w.patient.edit(w.patient.details))
    await page.getByLabel(fields.firstName).fill('')
    await page.getByLabel(fields.email).press('Enter')
    await hasFocus(page, page.getByLabel(fields.firstName))
    await press(page, w.shell.cancel)

    await page.goto('/desk#/patients')
    await press(page, w.patient.add)
    const form = page.getByRole('dialog', { name: w.patient.add })
    await form.getByLabel(fields.firstName).fill('Zoé')
    await press(form, w.patient.addThis)
    await hasFocus(page, form.getByLabel(fields.lastName))
  },
)
