import type { Browser, BrowserContextOptions } from 'playwright-core'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { at, newNote, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { type Serving, serving } from '../support/serving.ts'
import { anotherSession } from '../support/sign-in.ts'
import { type WatchedClinic, watchedClinic } from '../support/well.ts'
import { type Person, person } from './browser.ts'
import { sessionOf, setUp, signInAs } from './steps.ts'

/** A server with an empty database, and people with browsers. */
export interface House extends AsyncDisposable {
  readonly server: Serving
  readonly origin: string
  readonly setupLink: string
  readonly visitor: (options?: BrowserContextOptions) => Promise<Person>
  /** A person who has set up the practice and sees the front desk. */
  readonly owner: (options?: BrowserContextOptions) => Promise<Person>
}

export async function openHouse(browser: Browser, env: Record<string, string> = {}): Promise<House> {
  const everybody = new AsyncDisposableStack()
  const server = everybody.use(await serving(env))
  const setupLink = server.setupUrl!
  const { origin } = new URL(setupLink)
  const visitor = async (options?: BrowserContextOptions) =>
    everybody.use(await person(browser, origin, options))
  const owner = async (options?: BrowserContextOptions) => {
    const owner = await visitor(options)
    await owner.page.goto(setupLink)
    await setUp(owner.page)
    return owner
  }
  return {
    server,
    origin,
    setupLink,
    visitor,
    owner,
    [Symbol.asyncDispose]: () => everybody.disposeAsync(),
  }
}

/** An owner at the front desk, in a practice whose records were made, changed, viewed and deleted. */
export async function busyOwner(house: House, options: BrowserContextOptions = {}) {
  const owner = await house.owner(options)
  const call = house.server.as((await sessionOf(owner.page))!)
  const lastName = 'Schneider'
  const anna = await newPatient(call, {
    firstName: 'Anna',
    lastName,
    dob: '1984-05-06',
    phoneMobile: '+49 151 1',
  })
  await newPatient(call, { firstName: 'Berta', lastName, dob: '1990-01-02' })
  const path = `/api/v1/patients/${anna.id}`
  success(await call('PATCH', path, { phoneMobile: '+49 151 23456789', notifyBySms: true }))
  const note = await newNote(call, anna.id)
  success(await call('DELETE', `${path}/notes/${note.id}`))
  const gone = await newPatient(call, { firstName: 'Gerda', lastName: 'Gone' })
  success(await call('DELETE', `/api/v1/patients/${gone.id}`))
  return { owner, call, anna }
}

/** An owner at the front desk, in a practice whose reminders could not be delivered. */
export async function unluckyOwner(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<AsyncDisposable & { readonly c: Clinic; readonly owner: Person }> {
  const everybody = new AsyncDisposableStack()
  const c = everybody.use(await clinic({ atAnyHour: true }))
  await booked(c)
  c.clock.now = Date.parse(at('06:00'))
  const refuses = (error: string) => () => Promise.reject(new DeliveryFailure({ error, verdict: 'refused' }))
  const channels = { email: refuses('smtp_550'), sms: refuses('timeout'), logOnly: false }
  await reminding(c, { channels }).round()

  const token = await anotherSession(c, 'Test')
  const { url } = everybody.use(listening(c))
  const owner = everybody.use(await person(browser, url, options))
  await owner.page.clock.setFixedTime(c.clock.now)
  await signInAs(owner.page, token)
  return { c, owner, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

/**
 * An owner who looks at a server whose health the test controls. The page's clock is stopped, and the test moves it
 * forward.
 */
export async function watchedOwner(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<AsyncDisposable & { readonly c: WatchedClinic; readonly owner: Person }> {
  const everybody = new AsyncDisposableStack()
  const c = everybody.use(await watchedClinic())
  const token = await anotherSession(c, 'Test')
  const { url } = everybody.use(listening(c))
  const owner = everybody.use(await person(browser, url, options))
  await owner.page.clock.install({ time: c.clock.now })
  await signInAs(owner.page, token, '/settings/service')
  return { c, owner, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

/**
 * An owner at the front desk, who can make passkeys. The test can move the clock of the service, and can give it a mail
 * server.
 */
export async function ownerWithClock(
  browser: Browser,
  { mailUrl, ...options }: BrowserContextOptions & { readonly mailUrl?: string } = {},
): Promise<AsyncDisposable & { readonly c: Clinic; readonly owner: Person }> {
  const everybody = new AsyncDisposableStack()
  // Passkeys need a host name, so they do not work at an IP address.
  let origin = ''
  const mailer = mailUrl && smtpMailer({ url: mailUrl, from: 'praxis@example.org' })
  const c = everybody.use(await clinic({ signedIn: true, origin: () => origin, ...(mailer && { mailer }) }))
  everybody.use(listening(c))
  origin = `http://localhost:${c.app.server!.port}`
  const owner = everybody.use(await person(browser, origin, options))
  await signInAs(owner.page, c.owner.token)
  return { c, owner, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

/** Makes every part of the service fail at once. */
export function breakDown({ state }: WatchedClinic): void {
  state.writable = false
  const fault = 'another machine has continued the backup'
  state.backup = { ...state.backup!, fault, foreign: true, lagMs: 3 * 3_600_000 }
}

/** Adds more items to the inbox: one more refused text message, and a patient for every other kind of item. */
export async function fillDesk(c: Clinic): Promise<void> {
  const ends = {
    Anna: { state: 'dead', reason: 'refused', lastError: 'smtp_550' },
    Berta: { state: 'uncertain', reason: null, lastError: 'no_answer' },
    Carla: { state: 'sent', reason: null, sentAt: c.clock.now },
    Emma: { state: 'scheduled', reason: null, lastError: 'timeout', failingSince: c.clock.now - 3_600_000 },
    Dora: { state: 'sent', reason: null, sentAt: c.clock.now },
  } as const
  for (const [firstName, end] of Object.entries(ends)) {
    const { id } = await booked(c, { firstName, lastName: 'Schneider' })
    const answer = { answer: 'cancel_requested', at: '' }
    await c.practice.write((tx) => {
      const notices = listNotices(tx, id)
      for (const notice of firstName === 'Anna' ? notices.slice(0, 1) : notices)
        updateNotice(tx, notice.id, end)
      if (firstName === 'Carla') updateEntry(tx, id, { metadata: { patientAnswer: answer } })
    })
  }
}

/**
 * Books an appointment and sends its reminder. Returns the path of the link in the reminder, and functions that read
 * the patient's answers. From here on, the clock runs by itself, because a page in a real browser needs this.
 */
export async function reminded(c: Clinic) {
  const { path, patientId } = await booked(c, { email: 'zoe@example.org' })
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  letTimeFlow(c)
  return {
    path: /\/visit#[\w-]+/.exec(r.emails[0]!.text)![0],
    unsubscribe: new URL(r.emails[0]!.unsubscribe!).pathname,
    metadata: async () => success(await c.owner.call('GET', path)).metadata,
    patient: async () => success(await c.owner.call('GET', `/api/v1/patients/${patientId}`)),
  }
}

/** Lets the clock of a clinic run from its present time. */
export function letTimeFlow({ clock }: Clinic): void {
  const ahead = clock.now - Date.now()
  Object.defineProperty(clock, 'now', { get: () => Date.now() + ahead })
}
