/** The calendars that members subscribe to, as calendar programs read them. */
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { mostEvents } from '../../src/domain/calendar-feed.ts'
import { hashSecret } from '../../src/domain/secrets.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { auditRows } from '../support/audit.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { newAppointmentType, newChair, newEntry, newPatient } from '../support/records.ts'

const day = 86_400_000
const path = '/api/v1/me/calendar-feeds'

/** Makes a clinic in which members may subscribe to calendars. */
async function withFeeds(calendarFeeds = 'busy') {
  const c = await clinic({ signedIn: true })
  success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds }))
  return c
}

const subscribe = async (c: Clinic, body: object = {}) =>
  success(await c.assistant.call('POST', path, body), 201)

/** Reads a feed by its URL, as a calendar program does. */
const fetchFeed = (c: Clinic, url: string, headers: Record<string, string> = {}) =>
  c.anonymous('GET', new URL(url).pathname, undefined, headers)

interface Read {
  readonly id: string
  readonly title: string
  readonly start: string
  readonly end: string
  readonly status: string
  readonly sequence: number
}

/** Reads the events of a feed with two independent libraries. Both must return the same events. */
function eventsIn(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const one = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const instant = (time: ICAL.Time) => time.toJSDate().toISOString()
    return {
      id: event.uid,
      title: event.summary,
      start: instant(event.startDate),
      end: instant(event.endDate),
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
    }
  })
  const other = Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) =>
    event?.type !== 'VEVENT'
      ? []
      : [
          {
            id: event.uid,
            title: String(event.summary),
            start: event.start.toISOString(),
            end: event.end!.toISOString(),
            status: String(event.status),
            sequence: Number(event.sequence),
          },
        ],
  )
  const byId = (a: Read, b: Read) => (a.id < b.id ? -1 : 1)
  expect(other.sort(byId)).toEqual(one.toSorted(byId))
  return one
}

const readFeed = async (c: Clinic, url: string) => eventsIn((await fetchFeed(c, url)).text)

test('§33 A member can subscribe to the appointments that they treat, or to the calendar of a chair.', async () => {
  await using c = await withFeeds()
  const chair = await newChair(c.owner.call, { name: 'Room 2, left' })
  const treated = await newEntry(c.owner.call, { practitionerId: c.assistant.userId })
  const onChair = await newEntry(c.owner.call, { chairId: chair.id, title: 'Zoé Müller', notes: 'Zoé' })
  const own = await subscribe(c)
  const ofChair = await subscribe(c, { chairId: chair.id })
  expect(own).toMatchObject({ chairId: null, lastFetchedAt: null })
  const at = { start: '2026-03-10T09:00:00.000Z', end: '2026-03-10T10:00:00.000Z' }
  const said = { ...at, status: 'CONFIRMED', sequence: 1 }
  expect(await readFeed(c, own.url)).toEqual([{ id: treated.id, title: 'Busy', ...said }])
  expect(await readFeed(c, ofChair.url)).toEqual([{ id: onChair.id, title: 'Busy · Room 2, left', ...said }])
  const foreign = await newChair(c.stranger.call)
  for (const chairId of [foreign.id, crypto.randomUUID(), 'x', 7])
    invalid(await c.assistant.call('POST', path, { chairId }), 'chairId')
})

test("§33 No feed shows a name or a text. Owners choose whether feeds show the kind of appointment or the patient's initials.", async () => {
  await using c = await withFeeds()
  const patient = await newPatient(c.owner.call, { firstName: 'núria', lastName: 'Öztürk' })
  const type = await newAppointmentType(c.owner.call, { name: 'Check-up; long' })
  const practitionerId = c.assistant.userId
  await newEntry(c.owner.call, {
    practitionerId,
    patientId: patient.id,
    appointmentTypeId: type.id,
    title: 'Secret title',
    notes: 'Secret notes',
    serviceRef: 'Secret',
  })
  const block = { type: 'unavailable', startAt: '2026-03-11T09:00:00Z', endAt: '2026-03-11T10:00:00Z' }
  await newEntry(c.owner.call, { practitionerId, title: 'Secret block', ...block })
  const { url } = await subscribe(c)
  for (const [calendarFeeds, titles] of [
    ['busy', ['Busy', 'Busy']],
    ['type', ['Check-up; long', 'Busy']],
    ['initials', ['N. Ö.', 'Busy']],
  ] as const) {
    success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds }))
    const { text } = await fetchFeed(c, url)
    expect(eventsIn(text).map(({ title }) => title)).toEqual([...titles])
    expect(text).not.toMatch(/secret|núria|öztürk/i)
  }
  success(await c.assistant.call('PATCH', '/api/v1/me', { language: 'de' }))
  expect((await readFeed(c, url)).at(-1)!.title).toBe('Belegt')
})

test('§33 Feeds are off until an owner sets `calendarFeeds` of the practice. Existing feeds work again when they are switched on again.', async () => {
  await using c = await clinic({ signedIn: true })
  problem(await c.assistant.call('POST', path, {}), 409, 'conflict')
  const set = async (calendarFeeds: unknown) =>
    success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds })).calendarFeeds
  expect(await set('busy')).toBe('busy')
  const { url } = await subscribe(c)
  expect((await fetchFeed(c, url)).status).toBe(200)
  expect(await set(null)).toBe('off')
  expect((await fetchFeed(c, url)).status).toBe(404)
  expect(await set('type')).toBe('type')
  expect((await fetchFeed(c, url)).status).toBe(200)
  invalid(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds: 'names' }), 'calendarFeeds')
  problem(await c.assistant.call('PATCH', '/api/v1/practice', { calendarFeeds: 'busy' }), 403, 'forbidden')
})

test('§33 The address of a feed is shown once. The database keeps only the SHA-256 of its secret.', async () => {
  await using c = await withFeeds()
  const { url, ...kept } = await subscribe(c)
  const secret = /\/calendar\/(cf_[\w-]{43})\.ics$/.exec(url)![1]!
  expect(success(await c.assistant.call('GET', path))).toEqual({ feeds: [kept] })
  using file = new Database(c.path, { readonly: true })
  const [{ hash }] = file.query<{ hash: Uint8Array }, []>('select hash from calendar_feeds').all() as [
    { hash: Uint8Array },
  ]
  expect(hash).toEqual(new Uint8Array(hashSecret(secret)))
  const key = { 'idempotency-key': 'once' }
  const made = success(await c.assistant.call('POST', path, {}, key), 201)
  expect((await fetchFeed(c, made.url)).status).toBe(200)
  const again = await c.assistant.call('POST', path, {}, key)
  problem(again, 409, 'conflict')
  expect(again.body.error.details).toEqual([
    { path: 'feedId', message: 'names what the first request made', feedId: made.id },
  ])
})

test('§33 Subscribing to a feed needs a session with a passkey that was used a short time ago.', async () => {
  await using c = await withFeeds()
  const { token } = success(await c.assistant.call('POST', '/api/v1/me/tokens', { name: 'x' }), 201)
  problem(await c.as(token)('POST', path, {}), 403, 'forbidden')
  const { id } = await subscribe(c)
  problem(await c.as(token)('DELETE', `${path}/${id}`), 403, 'forbidden')
  expect(success(await c.as(token)('GET', path)).feeds).toHaveLength(1)
  c.clock.now += 10 * 60_000
  problem(await c.assistant.call('POST', path, {}), 403, 'passkey_required')
})

test('§33 A feed covers 60 days back and 400 days ahead. A cancelled appointment stays for 30 days as cancelled.', async () => {
  await using c = await withFeeds()
  const practitionerId = c.assistant.userId
  const book = (days: number) => {
    const start = Date.UTC(2026, 2, 2, 12) + days * day
    const times = { startAt: new Date(start).toISOString(), endAt: new Date(start + 1_800_000).toISOString() }
    return newEntry(c.owner.call, { practitionerId, ...times })
  }
  for (const days of [-61, 400]) await book(days)
  const [first, last, gone] = [await book(-60), await book(399), await book(3)]
  const { url } = await subscribe(c)
  const ids = async () => (await readFeed(c, url)).map(({ id, status }) => `${id} ${status}`)
  const both = [`${first.id} CONFIRMED`, `${last.id} CONFIRMED`]
  expect(await ids()).toEqual([both[0]!, `${gone.id} CONFIRMED`, both[1]!])
  const cancel = { reason: 'ill', by: 'patient' }
  success(await c.owner.call('POST', `/api/v1/appointments/${gone.id}/cancel`, cancel))
  expect(await ids()).toEqual([...both, `${gone.id} CANCELLED`])
  expect((await readFeed(c, url)).at(-1)!.sequence).toBe(2)
  c.clock.now = monday + 30 * day
  expect(await ids()).toContain(`${gone.id} CANCELLED`)
  c.clock.now = monday + 31 * day
  expect(await ids()).not.toContain(`${gone.id} CANCELLED`)
})

test('§33 A program that reads an unchanged feed again gets 304. This costs no read of the calendar while the practice has no new changes.', async () => {
  await using c = await withFeeds()
  const practitionerId = c.assistant.userId
  const entry = await newEntry(c.owner.call, { practitionerId })
  const { url } = await subscribe(c)
  const first = await fetchFeed(c, url)
  expect(first.text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  const known = { 'if-none-match': first.headers.get('etag')! }
  const prepared = spyOn(Connection.prototype, 'prepared')
  const looked = () =>
    prepared.mock.calls.filter(([text]) => /"(?:entries|cancellations)"|^\s*(?:insert|update)/i.test(text))
      .length
  for (let i = 0; i < 300; i++) {
    const { status, text } = await fetchFeed(c, url, known)
    expect({ status, text }).toEqual({ status: 304, text: '' })
  }
  expect(looked()).toBe(0)
  // A change that the feed does not show does not change the ETag.
  await newPatient(c.owner.call)
  expect((await fetchFeed(c, url, known)).status).toBe(304)
  expect(looked()).toBeGreaterThan(0)
  prepared.mockRestore()
  success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, { endAt: '2026-03-10T11:00:00Z' }))
  const { status, text } = await fetchFeed(c, url, known)
  expect(status).toBe(200)
  expect(eventsIn(text)[0]).toMatchObject({ end: '2026-03-10T11:00:00.000Z', sequence: 2 })
})

test('§33 A feed ends when its member or an owner ends it, and when the member is deactivated.', async () => {
  await using c = await withFeeds()
  const status = async (url: string) => (await fetchFeed(c, url)).status
  const { id, url } = await subscribe(c)
  expect(await status(url)).toBe(200)
  for (const { call } of [c.owner, c.stranger]) notFound(await call('DELETE', `${path}/${id}`))
  notFound(await c.stranger.call('DELETE', `/api/v1/calendar-feeds/${id}`))
  problem(await c.assistant.call('DELETE', `/api/v1/calendar-feeds/${id}`), 403, 'forbidden')
  success(await c.assistant.call('DELETE', `${path}/${id}`))
  expect(await status(url)).toBe(404)
  notFound(await c.assistant.call('DELETE', `${path}/${id}`))

  const other = await subscribe(c)
  const listed = { id: other.id, memberId: c.assistant.userId }
  expect(success(await c.owner.call('GET', '/api/v1/calendar-feeds')).feeds).toMatchObject([listed])
  success(await c.owner.call('DELETE', `/api/v1/calendar-feeds/${other.id}`))
  expect(await status(other.url)).toBe(404)

  const third = await subscribe(c)
  const member = `/api/v1/members/${c.assistant.userId}`
  success(await c.owner.call('PATCH', member, { active: false }))
  success(await c.owner.call('PATCH', member, { active: true }))
  expect(await status(third.url)).toBe(404)
})

test('a new link that ends the tokens of a member also ends their feeds, and a deleted chair ends its feeds', async () => {
  await using c = await withFeeds()
  const chair = await newChair(c.owner.call)
  const mine = await subscribe(c)
  const ofChair = success(await c.owner.call('POST', path, { chairId: chair.id }), 201)
  const link = (endTokens: boolean) =>
    c.owner.call('POST', `/api/v1/members/${c.assistant.userId}/link`, { endTokens })
  success(await link(false))
  expect((await fetchFeed(c, mine.url)).status).toBe(200)
  success(await link(true))
  expect((await fetchFeed(c, mine.url)).status).toBe(404)
  success(await c.owner.call('DELETE', `/api/v1/chairs/${chair.id}`))
  expect((await fetchFeed(c, ofChair.url)).status).toBe(404)
  expect(success(await c.owner.call('GET', path)).feeds).toEqual([])
})

test('§33 The audit trail says who subscribed, who read a feed for the first time, and who ended it. No row holds the secret.', async () => {
  await using c = await withFeeds()
  const { id, url } = await subscribe(c)
  expect(statusCounts(await atOnce(5, () => fetchFeed(c, url)))).toEqual({ 200: 5 })
  c.clock.now = monday + 3_600_000
  await fetchFeed(c, url)
  success(await c.assistant.call('DELETE', `${path}/${id}`))
  const rows = await auditRows(c)
  const ofFeed = rows.filter(({ recordId }) => recordId === id)
  expect(ofFeed.map(({ action, actor, credential }) => `${action} ${actor} ${credential}`)).toEqual([
    'createCalendarFeed member session',
    'fetchCalendarFeed member link',
    'endCalendarFeed member session',
  ])
  expect(ofFeed.every(({ userId, kind }) => userId === c.assistant.userId && kind === 'access')).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(url.slice(-20, -4))
})

test('§33 The list of feeds says when a feed was last read, to the hour.', async () => {
  await using c = await withFeeds()
  const { url } = await subscribe(c)
  const last = async () => success(await c.assistant.call('GET', path)).feeds[0].lastFetchedAt
  for (const [minutes, shown] of [
    [5, '2026-03-02T08:05:00.000Z'],
    [64, '2026-03-02T08:05:00.000Z'],
    [65, '2026-03-02T09:05:00.000Z'],
  ] as const) {
    c.clock.now = monday + minutes * 60_000
    await fetchFeed(c, url)
    // The service notes the read in the background. This write happens after the note.
    await newPatient(c.owner.call)
    expect(await last()).toBe(shown)
  }
})

test('neither the observed requests nor the refusals contain the secret of a feed', async () => {
  const seen: unknown[] = []
  await using c = await clinic({
    signedIn: true,
    observe: (one) => void seen.push(one),
    rateLimit: { perMinute: 5 },
  })
  success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds: 'busy' }))
  const { url } = await subscribe(c)
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push((await fetchFeed(c, url)).status)
  expect(statuses).toContain(429)
  expect(JSON.stringify([seen, c.refused, c.faults])).not.toContain(url.slice(-20, -4))
  expect(JSON.stringify(c.refused)).toContain('GET /calendar/:file')
})

test('a feed URL with a wrong secret gets 404', async () => {
  await using c = await withFeeds()
  const { url } = await subscribe(c)
  const right = new URL(url).pathname
  const { token } = success(await c.assistant.call('POST', '/api/v1/me/tokens', { name: 'x' }), 201)
  const wrong = [
    ...[
      right.slice(0, -5) + (right.at(-5) === 'A' ? 'B' : 'A') + right.slice(-4),
      right.slice(0, -4),
      `${right}.ics`,
    ],
    ...[right.replace('cf_', 'ck_'), `/calendar/${token}.ics`, '/calendar/.ics', '/calendar/x'],
    `/calendar/cf_${'A'.repeat(100_000)}.ics`,
  ]
  for (const one of wrong) expect((await c.anonymous('GET', one)).status).toBe(404)
  expect((await c.anonymous('HEAD', right)).status).toBe(200)
  expect((await c.anonymous('POST', right, {})).status).toBe(404)
  // The secret of a feed is not an API token.
  problem(await c.as(right.slice(10, -4))('GET', '/api/v1/me'), 401, 'invalid_authorization')
})

test('§8 A member has at most 20 calendar feeds.', async () => {
  await using c = await withFeeds()
  expect(statusCounts(await atOnce(22, () => c.assistant.call('POST', path, {})))).toEqual({
    201: 20,
    409: 2,
  })
})

test('§8 A feed holds at most 20,000 events.', async () => {
  await using c = await withFeeds()
  const { url } = await subscribe(c)
  const minute = 60_000
  await c.store.practices.of(c.owner.practiceId, byTest).write((tx) => {
    for (let i = 0; i < mostEvents + 5; i++)
      insertEntry(tx, {
        id: crypto.randomUUID(),
        type: 'appointment',
        chairId: null,
        patientId: null,
        title: 'x'.repeat(100),
        startAt: monday + i * minute,
        endAt: monday + (i + 1) * minute,
        color: null,
        serviceRef: null,
        notes: null,
        metadata: {},
        createdBy: c.owner.userId,
        createdAt: monday,
        updatedAt: monday,
        practitionerId: c.assistant.userId,
        seriesId: null,
        appointmentTypeId: null,
      })
  })
  const { text } = await fetchFeed(c, url)
  expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(mostEvents)
  expect(text.length).toBeLessThan(10_000_000)
})
