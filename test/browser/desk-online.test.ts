/** Tests of online booking in the settings. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { bookingClinic } from '../support/online-booking.ts'
import { newAppointmentType, newChair, newTag } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'
import { describedBy } from './steps.ts'

useBrowser()

browsing.each(languages)(
  'an owner switches online booking on in the settings, and opens the booking page that patients see, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language)
    const { call } = house.c.owner
    await newChair(call, { name: 'Room 1' })
    await newAppointmentType(call, { name: 'Check-up', patientName: { en: 'Visit', de: 'Besuch' } })
    const { page, w, complaints } = await house.desk({ place: '/settings/online' })
    const { settings: s, shell } = w

    await page.getByText(s.online.noKinds).waitFor()
    await page.locator('.notice').getByRole('link', { name: s.online.toKinds }).click()
    await page.getByRole('button', { name: s.editOf('Check-up') }).click()
    const kind = page.getByRole('dialog', { name: s.editOf('Check-up') })
    await kind.getByLabel(s.online.newPatients).selectOption('request')
    await kind.getByLabel(s.online.knownPatients).selectOption('instant')
    await kind.getByLabel(s.online.horizon).fill('0')
    await kind.getByLabel(s.online.questions).fill('One?\nTwo?\nThree?\nFour?')
    await kind.getByRole('button', { name: shell.save }).click()
    await kind.getByText(s.numberBetween(1, 365)).waitFor()
    await kind.getByText(s.online.tooManyQuestions(3, 200)).waitFor()
    await kind.getByLabel(s.online.horizon).fill('30')
    await kind.getByLabel(s.online.leastNotice).fill('1.5')
    await kind.getByLabel(s.online.questions).fill('One?\n\n Two? ')
    await kind.getByRole('button', { name: shell.save }).click()
    await kind.waitFor({ state: 'detached' })
    const [type] = success(await call('GET', '/api/v1/appointment-types')).appointmentTypes
    expect(type.online).toEqual({
      newPatients: 'request',
      knownPatients: 'instant',
      leastNoticeMinutes: 90,
      horizonDays: 30,
      mostPerDay: null,
      cancelUntilMinutes: 1440,
      questions: ['One?', 'Two?'],
    })

    await page.getByRole('link', { name: s.online.title, exact: true }).click()
    await page.getByLabel(s.online.enabled).check()
    await page.getByRole('button', { name: shell.save }).click()
    await page.getByText(w.forms.fillIn).waitFor()
    await page.getByLabel(s.online.address, { exact: true }).fill('Linden Platz')
    await page.getByLabel(s.online.sites).fill('http://praxis.example')
    await page.getByLabel(s.online.requestHours).fill('24')
    await page.getByRole('button', { name: shell.save }).click()
    await page.getByText(s.online.wrongSites).waitFor()
    await page.getByLabel(s.online.address, { exact: true }).fill('lindenplatz')
    await page.getByLabel(s.online.sites).fill('https://praxis.example')
    await page.getByRole('button', { name: shell.save }).click()
    await page.getByText(s.online.saved).first().waitFor()
    expect(success(await call('GET', '/api/v1/practice')).onlineBooking).toEqual({
      enabled: true,
      slug: 'lindenplatz',
      frameAncestors: ['https://praxis.example'],
      requestHours: 24,
      mostOpenRequests: 20,
    })
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: s.online.see }).click()
    const seen = await opened
    await seen.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(seen.url()).pathname).toBe('/book/lindenplatz')

    // The lines for the practice's own site embed the booking page there.
    const lines = await page.getByLabel(s.online.embed, { exact: true }).inputValue()
    expect(lines).toMatch(/^<iframe src="http:\/\/[^"]+\/book\/lindenplatz"/)
    expect(lines).toContain(`title="${s.online.title}"`)
    expect(complaints).toEqual([])
  },
)

browsing.each(languages)(
  'requests of patients for appointments are in the inbox, where a member accepts or declines them, in %s',
  async (language) => {
    const c = await bookingClinic('request')
    await using house = await deskHouse(browser, language, Promise.resolve(c))
    const people = { zoe: { lastName: 'Zander' }, max: { lastName: 'Maurer' } }
    expect((await c.visitor().book('2026-03-05T10:00:00.000Z', {}, people.zoe)).data.state).toBe('requested')
    expect((await c.visitor().book('2026-03-05T13:00:00.000Z', {}, people.max)).data.state).toBe('requested')
    const { patients } = success(await c.owner.call('GET', '/api/v1/patients'))
    const zoe = patients.find(({ lastName }: { lastName: string }) => lastName === 'Zander')
    const tag = await newTag(c.owner.call, 'Latex', { alert: true })
    success(await c.owner.call('POST', `/api/v1/patients/${zoe.id}/tags/${tag.id}`))
    const { page, w, complaints } = await house.desk({ place: '/inbox' })
    const { inbox: texts } = w
    const group = page.getByRole('region', { name: texts.groups.online_request })
    const accept = group.getByRole('button', { name: texts.acceptOf('Zander, Zoé') })
    await group.locator('.alerts').getByText('Latex').waitFor()
    expect(await describedBy(accept)).toBe(w.card.alert('Latex'))
    await group.locator('.inbox-item', { hasText: 'Zander' }).getByText(texts.accept, { exact: true }).click()
    await group.locator('.inbox-item', { hasText: 'Zander' }).waitFor({ state: 'detached' })
    await group
      .locator('.inbox-item', { hasText: 'Maurer' })
      .getByText(texts.decline, { exact: true })
      .click()
    const sure = page.getByRole('dialog')
    await sure.getByText(texts.declineText).waitFor()
    await sure.getByRole('button', { name: texts.decline, exact: true }).click()
    await group.waitFor({ state: 'detached' })
    const query = 'from=2026-03-05T00:00:00Z&to=2026-03-06T00:00:00Z'
    await soon(async () =>
      expect(success(await c.owner.call('GET', `/api/v1/appointments?${query}`)).appointments).toMatchObject([
        { type: 'appointment', startAt: '2026-03-05T10:00:00.000Z', hold: null },
      ]),
    )
    expect(complaints).toEqual([])
  },
)

browsing.each(languages)(
  'a member accepts a request for another time in the inbox, and the board shows that the visit was booked online, in %s',
  async (language) => {
    const c = await bookingClinic('request')
    await using house = await deskHouse(browser, language, Promise.resolve(c))
    const old = { firstName: 'Zoé', lastName: 'Zander', dob: '1987-04-23', email: 'old@example.org' }
    success(await c.owner.call('POST', '/api/v1/patients', old), 201)
    c.clock.now += 3_600_000
    const zander = { lastName: 'Zander' }
    expect((await c.visitor().book('2026-03-05T10:00:00.000Z', {}, zander)).data.state).toBe('requested')
    const { page, w, complaints } = await house.desk({ place: '/inbox' })
    const { inbox: texts, acts } = w
    const request = page.getByRole('region', { name: texts.groups.online_request }).locator('.inbox-item')
    await request.getByText(texts.otherTime, { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: texts.otherTimeOf('Zander, Zoé') })
    await dialog.getByLabel(acts.day, { exact: true }).fill('2026-03-06')
    if (language === 'de') await expectAccessible(page, 'another time for a request')
    await dialog.getByRole('button', { name: texts.accept, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const query = 'from=2026-03-05T00:00:00Z&to=2026-03-07T00:00:00Z'
    const booked = async () =>
      success(await c.owner.call('GET', `/api/v1/appointments?${query}`)).appointments
    await soon(async () =>
      expect(await booked()).toMatchObject([
        { type: 'appointment', startAt: '2026-03-06T10:00:00.000Z', hold: null },
      ]),
    )
    const fresh = page.getByRole('region', { name: texts.groups.online_patient }).locator('.inbox-item')
    await fresh.getByText(texts.compare, { exact: true }).click()
    await page.getByRole('dialog').getByText('old@example.org').first().waitFor()
    await page.keyboard.press('Escape')
    // One key marks the item as done, so the two patients stay separate.
    await fresh.getByRole('button', { name: texts.doneWith('Zander, Zoé') }).press('Enter')
    await fresh.waitFor({ state: 'detached' })
    await soon(async () => {
      const { items } = success(await c.owner.call('GET', '/api/v1/inbox?kind=online_patient'))
      expect(items).toMatchObject([{ mark: { seenBy: c.owner.userId } }])
    })
    expect(success(await c.owner.call('GET', '/api/v1/patients?search=Zander')).patients).toHaveLength(2)
    const [{ id }] = await booked()
    await page.evaluate(() => {
      location.hash = '#/day/2026-03-06'
    })
    await page.locator(`[data-entry="${id}"]`).first().click()
    await page.getByText(acts.bookedOnline).first().waitFor()
    await page.getByText('What is it about?').first().waitFor()
    expect(complaints).toEqual([])
  },
)
