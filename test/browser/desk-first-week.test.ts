/**
 * The first week at a desk that two members share. It contains tasks that the desk once lacked, in the order of a week.
 */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { openChannels } from '../../src/delivery/channels.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { success } from '../support/answers.ts'
import { mailServer } from '../support/mail-server.ts'
import { came, messages } from '../support/recalling.ts'
import { newAppointmentType, newChair, newEntry, newPatient, newTag } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { anotherSession } from '../support/sign-in.ts'
import { type Passkeys, person } from './browser.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { inBerlin, wordsOf } from './desk.ts'
import { ownerWithClock } from './house.ts'
import { soon } from './soon.ts'
import { addPasskey, enrol, invite, signIn, signOut } from './steps.ts'

useBrowser()

const { acts, booking, card, inbox, recalls, settings, shell, session } = wordsOf.en
const [monday, tuesday, wednesday, thursday] = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
const displaced = 31
type Who = 'ute' | 'amira'

/** A practice with a doctor, two rooms, and a week of visits. */
async function fill({ c }: Awaited<ReturnType<typeof ownerWithClock>>) {
  const { call, userId } = c.owner
  const { userId: doctor } = c.assistant
  const rename = async (id: string, name: string) =>
    success(await call('PATCH', `/api/v1/members/${id}`, { name }))
  await rename(userId, 'Ute Berger')
  await rename(doctor, 'Dr. Yılmaz')
  const online = {
    enabled: true,
    slug: 'lindenplatz',
    frameAncestors: [],
    requestHours: 48,
    mostOpenRequests: 20,
  }
  success(await call('PATCH', '/api/v1/practice', { onlineBooking: online }))
  const room = await newChair(call, { name: 'Room 1' })
  await newChair(call, { name: 'Room 2' })
  const checkUp = await newAppointmentType(call, { recallMonths: 6 })
  const phoneMobile = '+49 1555 1234567'
  const visit = (patientId: string, day: string, from: string, minutes: number) => {
    const startAt = inBerlin(day, from)
    const endAt = new Date(Date.parse(startAt) + minutes * 60_000).toISOString()
    const place = { chairId: room.id, practitionerId: doctor, appointmentTypeId: checkUp.id }
    return newEntry(call, { ...place, patientId, title: 'Check-up', startAt, endAt })
  }
  const latex = await newTag(call, 'Latex', { alert: true })
  const zoe = await newPatient(call)
  success(await call('POST', `/api/v1/patients/${zoe.id}/tags/${latex.id}`))
  await visit(zoe.id, monday!, '10:00', 30)
  // From noon on, the visits follow one another.
  for (let i = 0; i < displaced; i++) {
    const { id } = await newPatient(call, { firstName: 'Ina', lastName: `Patient ${10 + i}`, phoneMobile })
    const at = `${12 + Math.floor(i / 4)}:${['00', '15', '30', '45'][i % 4]}`
    await visit(id, tuesday!, at, 15)
  }
  const adler = await newPatient(call, { firstName: 'Ina', lastName: 'Adler' })
  const done = await visit(adler.id, wednesday!, '08:00', 30)
  const agrees = { email: 'berg@example.org', recallConsent: true }
  const berg = await newPatient(call, { firstName: 'Ina', lastName: 'Berg', ...agrees })
  await came({ assistant: c.owner }, berg.id, checkUp.id, '2025-08-04')
  return { doctor, done, adler, berg }
}

const goTo = (page: Page, place: string) =>
  page.evaluate((place) => {
    location.hash = `#/${place}`
  }, place)

browsing('two members do all tasks of a first week at one shared desk', async () => {
  await using mails = await mailServer()
  await using house = await ownerWithClock(browser, { locale: 'en-GB' })
  const { c, owner } = house
  const { page, device, complaints } = owner
  const channels = openChannels(
    { mailer: smtpMailer({ url: mails.url, from: 'praxis@example.org' }), sms: undefined },
    () => c.clock.now,
    () => undefined,
  )
  const sender = reminding(c, { channels })
  const asOwner = async () => c.as(await anotherSession(c, 'Test'))
  const { doctor, done, adler, berg } = await fill(house)

  const becomes = async (day: string, time: string) => {
    c.clock.now = Date.parse(inBerlin(day, time))
    await page.clock.setFixedTime(c.clock.now)
  }
  await addPasskey(page)
  const link = await invite(page, 'amira@example.org', 'assistant', 'Amira Haddad')
  const apart: Record<string, Passkeys> = {}
  let holder: Who = 'ute'
  /** Hands the device over to a member. The device has the passkey of only one member at a time. */
  const hand = async (to: Who) => {
    apart[holder] = await device.takeOut()
    await device.putIn(apart[to]!)
    holder = to
  }
  {
    await using amira = await person(browser, new URL(page.url()).origin)
    await enrol(amira.page, link)
    apart.amira = await amira.device.takeOut()
  }
  const change = async (who: Who, name: string, initials: string) => {
    await hand(who)
    await page.locator('.rail .who').click()
    await page.getByRole('button', { name: session.usePasskey }).click()
    await soon(async () =>
      expect(await page.locator('.rail .who').getAttribute('aria-label')).toBe(shell.change(name)),
    )
    await page.locator(`.rail .who [data-initials="${initials}"]`).waitFor()
  }

  // Monday. An alert is on the card, in the search line, above the booking button and in this button.
  await becomes(monday!, '09:00')
  await goTo(page, `day/${monday}`)
  await page.reload()
  const latex = card.alert('Latex')
  const visit = page.locator('[data-entry]', { hasText: 'Müller' })
  await visit.getByText('Latex', { exact: true }).waitFor()
  expect(await visit.locator('.visually-hidden').textContent()).toContain(latex)
  await page.keyboard.press('b')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('mül')
  await page.getByRole('option', { name: latex }).waitFor()
  await page.keyboard.press('Enter')
  const submit = page.locator('.booking-submit')
  await page.locator('.dialog-actions .alerts').getByText('Latex').waitFor()
  await page.locator('.booking-time').first().click()
  await page.getByRole('dialog').getByText(booking.free).waitFor()
  const described = await submit.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toContain('Latex')
  await submit.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await soon(async () => expect(await visit.count()).toBe(2))
  await signOut(page)

  // Tuesday. The doctor falls ill at noon. Before the absence is saved, the desk shows the number of booked patients.
  await becomes(tuesday!, '11:55')
  await hand('amira')
  await signIn(page)
  await goTo(page, 'settings/absences')
  await page.getByRole('button', { name: settings.absences.add }).click()
  const absence = page.getByRole('dialog', { name: settings.absences.add })
  await absence.getByLabel(settings.absences.who).selectOption({ label: 'Dr. Yılmaz' })
  await absence.getByRole('button', { name: settings.absences.restOfToday }).click()
  await absence.getByText(settings.touched.some(displaced, false)).waitFor()
  await absence.getByRole('button', { name: shell.save }).click()
  await absence.waitFor({ state: 'detached' })

  // Then the inbox has a list. It proposes free times for each patient, and each first proposal is different.
  await goTo(page, 'inbox')
  const group = page.getByRole('region', { name: inbox.groups.displaced })
  const items = group.locator('.inbox-item')
  const firstTimes = group.locator('.inbox-item .inbox-time:nth-of-type(1)')
  await soon(async () => expect(await firstTimes.count()).toBe(displaced))
  expect(new Set(await firstTimes.allTextContents()).size).toBe(displaced)

  // Some patients are called. Another member takes over, and sees who called and with which result.
  const called = items.filter({ hasText: 'Patient 10' })
  await called.getByRole('button', { name: inbox.calledOf('Patient 10, Ina') }).click()
  await page.getByRole('radio', { name: inbox.results.no_answer }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await called.getByText(inbox.tries(1)).waitFor()
  await change('ute', 'Ute Berger', 'UB')
  await called.getByText('Amira Haddad').waitFor()
  await called.getByRole('button', { name: inbox.calledOf('Patient 10, Ina') }).click()
  await page.getByRole('radio', { name: inbox.results.reached }).check()
  await page.getByRole('button', { name: inbox.noteCall }).click()
  await called.getByText(inbox.tries(2)).waitFor()
  await called.locator('.inbox-time').first().click()
  await called.waitFor({ state: 'detached' })
  await change('amira', 'Amira Haddad', 'AH')
  for (let left = displaced - 1; left > 0; left--) {
    await soon(async () => expect(await items.count()).toBe(left))
    await items.first().locator('.inbox-time').first().click()
  }
  await group.waitFor({ state: 'detached' })
  const window = 'from=2026-03-03T00:00:00Z&to=2026-06-01T00:00:00Z'
  await soon(async () => {
    const { appointments } = success(await (await asOwner())('GET', `/api/v1/appointments?${window}`))
    const moved = appointments.filter(
      (one: { patientId: string; practitionerId: string }) =>
        one.practitionerId === doctor && one.patientId !== adler.id,
    )
    expect(moved).toHaveLength(displaced)
    for (const { startAt } of moved) expect(startAt >= inBerlin(wednesday!, '00:00')).toBe(true)
  })
  await signOut(page)

  // Wednesday. At check-out, the desk offers the next visit in half a year.
  await becomes(wednesday!, '08:25')
  await signIn(page)
  await goTo(page, `day/${wednesday}`)
  await page.locator(`[data-entry="${done.id}"]`).focus()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: acts.nextVisit }).click()
  const again = page.getByRole('dialog', { name: booking.againTitle })
  await again.getByRole('button', { name: booking.weeks(26), pressed: true }).waitFor()
  await again.locator('.booking-time').first().waitFor()
  await again.getByText(booking.free).waitFor()
  await again.locator('.booking-submit').click()
  await again.waitFor({ state: 'detached' })
  await goTo(page, 'day/2026-09-02')
  await page.locator('[data-entry]', { hasText: 'Adler' }).waitFor()
  await signOut(page)

  // Thursday. A patient who is due gets a mail with the link to book, and gets an appointment. After that, the messages
  // stop.
  await becomes(thursday!, '09:00')
  await signIn(page)
  await goTo(page, 'waiting-list/due')
  const line = page.locator('.waiting-item', { hasText: 'Berg' })
  await line.getByRole('button', { name: recalls.messageTo('Berg, Ina') }).click()
  await line.locator('.badge').waitFor()
  await becomes(thursday!, '09:05')
  await sender.round()
  const recalled = async () => {
    const all = await Promise.all(mails.received.map(({ source }) => PostalMime.parse(source)))
    return all.filter(({ subject }) => subject === 'Time for your next visit')
  }
  const [mail] = await recalled()
  expect(mail!.to!.map(({ address }) => address)).toEqual(['berg@example.org'])
  expect(mail!.text).toContain('/book/lindenplatz')
  expect(mail!.text).not.toContain('Check-up')
  await line.getByText(recalls.sent(1, 3)).waitFor()
  await line.getByRole('button', { name: recalls.bookFor('Berg, Ina') }).click()
  const due = page.getByRole('dialog')
  await due.getByRole('region', { name: booking.patient }).getByText('Berg').waitFor()
  await due.getByRole('radio', { name: 'Check-up', checked: true }).waitFor()
  await due.getByLabel(booking.date, { exact: true }).fill('24.3.2026')
  await due.getByLabel(booking.time, { exact: true }).fill('10')
  await due.getByText(booking.free).waitFor()
  await submit.click()
  await line.waitFor({ state: 'detached' })
  const comesOn = async (day: string) => {
    const call = await asOwner()
    const window = `from=${inBerlin(day, '00:00')}&to=${inBerlin(day, '23:00')}`
    const [{ id }] = success(await call('GET', `/api/v1/appointments?${window}`)).appointments
    success(await call('POST', `/api/v1/appointments/${id}/progress`, { step: 'done' }))
  }
  // The session would end before the next day, so the member signs out.
  await signOut(page)
  // The second message falls due before the visit, and the third one after it.
  for (const day of ['2026-03-19', '2026-03-24', '2026-04-02']) {
    await becomes(day, '11:00')
    if (day === '2026-03-24') await comesOn(day)
    await sender.round()
  }
  expect(await recalled()).toHaveLength(1)
  const ofBerg = await messages({ ...c, assistant: { ...c.owner, call: await asOwner() } }, berg.id)
  expect(ofBerg.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'sent'])
  expect(complaints).toEqual([])
})
