/** `GET /day`: one day of the calendar in one answer (RULES §24). */
import { Database } from 'bun:sqlite'
import { describe, expect, spyOn, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { times } from '../store/records.ts'
import { invalid, success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic, type Member, monday } from '../support/clinic.ts'
import { newChair, newEntry, newNote, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const path = '/api/v1/day'
const tuesday = '2026-03-10'
const hour = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

const dayOf = async ({ call }: Pick<Member, 'call'>, date = tuesday) =>
  success(await call('GET', `${path}?date=${date}`))

const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title)

/** Books an entry at local times of Berlin. On these days, they are one hour ahead of UTC. */
const book = (c: Clinic, title: string, from: string, until: string, fields: object = {}) =>
  newEntry(c.owner.call, { title, startAt: `${from}:00+01:00`, endAt: `${until}:00+01:00`, ...fields })

describe('the entries of a day', () => {
  test('§24 The entries of a day are all entries that touch it, also those that began before it or end after it.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    await book(c, 'ends at midnight', '2026-03-09T23:00', '2026-03-10T00:00')
    await book(c, 'over night', '2026-03-09T22:00', '2026-03-10T00:30')
    await book(c, 'exactly a day', '2026-03-09T00:30', '2026-03-10T00:30')
    await book(c, 'for weeks', '2026-02-20T08:00', '2026-04-01T08:00', { type: 'unavailable' })
    await book(c, 'for weeks, over', '2026-02-20T08:00', '2026-03-10T00:00', { type: 'unavailable' })
    await book(c, 'the whole day', '2026-03-10T00:00', '2026-03-11T00:00', { type: 'reminder' })
    await book(c, 'into the next', '2026-03-10T23:59', '2026-03-11T02:00', { chairId })
    await book(c, 'next day', '2026-03-11T00:00', '2026-03-11T01:00')
    const day = await dayOf(c.assistant)
    expect(titles(day.withoutChair)).toEqual(['for weeks', 'exactly a day', 'over night', 'the whole day'])
    expect(day.entries).toMatchObject([{ title: 'into the next', chairId }])
    expect(day).toMatchObject({ entriesTotal: 5, more: false })
  })

  test('the entries of a day of 23 or 25 hours are the entries between its two midnights', async () => {
    await using c = await clinic()
    for (const [title, startAt, endAt] of [
      ['before', '2026-03-28T22:00:00Z', '2026-03-28T23:00:00Z'],
      ['first', '2026-03-28T23:00:00Z', '2026-03-28T23:15:00Z'],
      ['last', '2026-03-29T21:45:00Z', '2026-03-29T22:00:00Z'],
      ['after', '2026-03-29T22:00:00Z', '2026-03-29T22:15:00Z'],
    ])
      await newEntry(c.owner.call, { title, startAt, endAt })
    const day = await dayOf(c.owner, '2026-03-29')
    expect(titles(day.withoutChair)).toEqual(['first', 'last'])
    expect(day).toMatchObject({
      dayStart: '2026-03-28T23:00:00.000Z',
      dayEnd: '2026-03-29T22:00:00.000Z',
      previous: '2026-03-28',
      next: '2026-03-30',
      timezone: 'Europe/Berlin',
    })
    expect(day.grid).toHaveLength(23 * 4)
    expect(day.grid.slice(7, 9)).toEqual([
      { at: '2026-03-29T00:45:00.000Z', label: '01:45', offset: '+01:00' },
      { at: '2026-03-29T01:00:00.000Z', label: '03:00', offset: '+02:00' },
    ])
    expect((await dayOf(c.owner, '2026-10-25')).grid).toHaveLength(25 * 4)
  })

  test('a day that the time zone skipped has no entries, and entries across it are on the days before and after', async () => {
    // Both time zones skipped a day when they changed to the other side of the date line.
    for (const [timezone, skipped, jump] of [
      ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
      ['Pacific/Kwajalein', '1993-08-21', '1993-08-21T12:00:00.000Z'],
    ] as const) {
      await using c = await clinic({ timezone })
      const { id: chairId } = await newChair(c.owner.call)
      const at = Date.parse(jump)
      const over = (hours: number) => ({ startAt: iso(at - hours * hour), endAt: iso(at + hours * hour) })
      await newEntry(c.owner.call, { chairId, ...over(5) })
      await newEntry(c.owner.call, { title: 'for weeks', ...over(500) })
      const day = await dayOf(c.owner, skipped)
      expect(day).toMatchObject({
        date: skipped,
        dayStart: jump,
        dayEnd: jump,
        grid: [],
        entries: [],
        withoutChair: [],
        entriesTotal: 0,
        more: false,
        practitioners: [],
        chairs: [{ id: chairId, hours: [], closures: [] }],
      })
      for (const beside of [day.previous, day.next]) {
        const { entriesTotal, grid } = await dayOf(c.owner, beside)
        expect({ beside, entriesTotal, rows: grid.length }).toEqual({ beside, entriesTotal: 2, rows: 24 * 4 })
      }
    }
  })

  test('an entry of the day has all fields that a list of entries returns, and further fields', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const made = await newEntry(c.owner.call, { chairId, notes: 'Brings X-rays.', color: '#22c55e' })
    const [entry] = (await dayOf(c.owner)).entries
    const { patient, firstVisit, answer, progress, reminders, practitioner, hasNextNote, ...rest } = entry
    expect(rest).toEqual(made)
    expect({ patient, firstVisit, answer, reminders, practitioner, hasNextNote }).toEqual({
      patient: null,
      firstVisit: false,
      answer: null,
      reminders: [],
      practitioner: null,
      hasNextNote: false,
    })
    expect(progress).toMatchObject({ state: 'expected', late: false, version: 1 })
  })

  test('a day never shows entries or chairs of another practice', async () => {
    await using c = await clinic()
    const { id: patientId } = await newPatient(c.stranger.call)
    await newEntry(c.stranger.call, { patientId })
    await newEntry(c.stranger.call, { startAt: '2026-03-09T09:00:00Z', endAt: '2026-03-10T09:00:00Z' })
    await newEntry(c.stranger.call, { startAt: '2026-03-01T09:00:00Z', endAt: '2026-03-12T09:00:00Z' })
    await newChair(c.stranger.call)
    expect(await dayOf(c.owner)).toMatchObject({ chairs: [], withoutChair: [], entriesTotal: 0 })
    expect(await dayOf(c.stranger)).toMatchObject({ entriesTotal: 3 })
  })
})

describe('the day', () => {
  test('§24 `GET /day` returns one day in the time zone of the practice. Without a date, the day is today.', async () => {
    await using c = await clinic({ timezone: 'Pacific/Auckland' })
    c.clock.now = Date.parse('2026-03-10T11:30:00Z')
    const day = success(await c.owner.call('GET', path))
    expect(day).toMatchObject({
      date: '2026-03-11',
      previous: '2026-03-10',
      dayEnd: '2026-03-11T11:00:00.000Z',
    })
  })

  test('a date that the calendar does not have is refused, and the calendar has years 1 to 9999', async () => {
    await using c = await clinic()
    for (const date of ['2026-02-30', '2026-3-1', '10.03.2026', '2026-03-10T00:00:00Z', ''])
      invalid(await c.owner.call('GET', `${path}?date=${date}`), 'date')
    expect(await dayOf(c.owner, '0001-01-01')).toMatchObject({ previous: null, next: '0001-01-02' })
    expect(await dayOf(c.owner, '9999-12-31')).toMatchObject({ previous: '9999-12-30', next: null })
  })

  test('§24 A day lists the chairs in their order. A chair that is out of use is listed only when it has entries.', async () => {
    await using c = await clinic()
    const last = await newChair(c.owner.call, { position: 9, color: '#22c55e' })
    const first = await newChair(c.owner.call, { position: 1 })
    const [idle, used] = [await newChair(c.owner.call), await newChair(c.owner.call)]
    await newEntry(c.owner.call, { chairId: used.id })
    for (const { id } of [idle, used])
      success(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { active: false }))
    const { chairs } = await dayOf(c.assistant)
    expect(chairs.map(({ id }: { id: string }) => id)).toEqual([first.id, last.id, used.id])
    expect(chairs[1]).toMatchObject({ name: last.name, color: '#22c55e', position: 9, active: true })
    expect(chairs[2]).toMatchObject({ active: false, hours: [] })
    expect((await dayOf(c.assistant, '2026-03-11')).chairs).toHaveLength(2)
  })

  test('a day shows the open hours and the closures of each chair', async () => {
    await using c = await clinic()
    const [one, other] = [await newChair(c.owner.call), await newChair(c.owner.call)]
    const closure = { fromDate: tuesday, throughDate: tuesday, yearly: false, ...times }
    const [lunch, repair] = [newId(monday), newId(monday)]
    await c.practice.write((tx) => {
      const lunchTime = { startTime: '12:00', endTime: '13:00', chairIds: null }
      insertClosure(tx, { id: lunch, name: 'Lunch', ...closure, ...lunchTime })
      const wholeDay = { startTime: null, endTime: null, chairIds: [other.id] }
      insertClosure(tx, { id: repair, name: 'Repair', ...closure, ...wholeDay })
      tx.record({ kind: 'write', record: { kind: 'closure', id: lunch } })
    })
    const at = (time: string) => `${tuesday}T${time}:00.000Z`
    const noon = { id: lunch, name: 'Lunch', startAt: at('11:00'), endAt: at('12:00') }
    const all = { startAt: '2026-03-09T23:00:00.000Z', endAt: at('23:00') }
    expect((await dayOf(c.owner)).chairs).toMatchObject([
      {
        id: one.id,
        hours: [
          { startAt: at('08:00'), endAt: at('11:00') },
          { startAt: at('12:00'), endAt: at('16:00') },
        ],
        closures: [noon],
      },
      { id: other.id, hours: [], closures: [{ id: repair, name: 'Repair', ...all }, noon] },
    ])
    expect((await dayOf(c.owner, '2026-03-11')).chairs[1]).toMatchObject({
      hours: [{ startAt: '2026-03-11T08:00:00.000Z', endAt: '2026-03-11T16:00:00.000Z' }],
      closures: [],
    })
  })

  test('a day names at most 20 closures of a chair, but every closure shortens its open hours', async () => {
    await using c = await clinic()
    await newChair(c.owner.call)
    await c.practice.write((tx) => {
      for (let minute = 10; minute < 40; minute++) {
        const when = { startTime: `09:${minute}`, endTime: `09:${minute + 1}`, yearly: false, chairIds: null }
        const closure = {
          name: `Minute ${minute}`,
          fromDate: tuesday,
          throughDate: tuesday,
          ...when,
          ...times,
        }
        insertClosure(tx, { id: newId(monday), ...closure })
      }
      tx.record({ kind: 'write', record: { kind: 'practice', id: c.owner.practiceId } })
    })
    const [{ closures, hours }] = (await dayOf(c.owner)).chairs
    expect(closures.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 20 }, (_, i) => `Minute ${i + 10}`),
    )
    expect(hours[1]).toEqual({ startAt: `${tuesday}T08:40:00.000Z`, endAt: `${tuesday}T16:00:00.000Z` })
  })

  test('the rows of a day are as long as the slots that the practice has set', async () => {
    await using c = await clinic()
    success(await c.owner.call('PATCH', '/api/v1/practice', { slotMinutes: 60 }))
    const { grid } = await dayOf(c.owner)
    expect(grid.map(({ label }: { label: string }) => label)).toHaveLength(24)
    expect(grid[9]).toEqual({ at: `${tuesday}T08:00:00.000Z`, label: '09:00', offset: '+01:00' })
  })
})

describe('an entry of the day', () => {
  /** Returns the only entry of the day. */
  const only = async (c: Clinic, date = tuesday) => (await dayOf(c.owner, date)).withoutChair[0]

  test('§24 Each entry of a day names its patient, and how to reach the patient.', async () => {
    await using c = await clinic()
    const fields = { phoneMobile: '+4915551234567', email: 'zoe@example.org', dob: '1987-04-23' }
    const patient = await newPatient(c.owner.call, { ...fields, notifyBySms: true, preferredLanguage: 'de' })
    await newEntry(c.owner.call, { patientId: patient.id })
    expect((await only(c)).patient).toEqual({
      id: patient.id,
      firstName: 'Zoé',
      lastName: 'Müller',
      ...fields,
      dob: patient.dob,
      notifyByEmail: true,
      notifyBySms: true,
      preferredLanguage: 'de',
      alerts: [],
    })
  })

  test('§24 Each entry of a day says whether the patient comes for the first time.', async () => {
    await using c = await clinic()
    const { id: patientId } = await newPatient(c.owner.call)
    const { id: other } = await newPatient(c.owner.call)
    await newEntry(c.owner.call, {
      patientId: other,
      startAt: '2026-03-02T09:00:00Z',
      endAt: '2026-03-02T10:00:00Z',
    })
    const on = (date: string, fields: object = {}) =>
      newEntry(c.owner.call, {
        patientId,
        startAt: `${date}T09:00:00Z`,
        endAt: `${date}T10:00:00Z`,
        ...fields,
      })
    await on('2026-03-03', { type: 'reminder' })
    await on(tuesday)
    expect((await only(c)).firstVisit).toBe(true)
    expect((await only(c, '2026-03-03')).firstVisit).toBe(false)
    const missed = await on('2026-03-04')
    expect((await only(c)).firstVisit).toBe(false)
    c.clock.now = Date.parse('2026-03-05T12:00:00Z')
    const step = { step: 'no_show' }
    success(await c.owner.call('POST', `/api/v1/appointments/${missed.id}/progress`, step))
    expect((await only(c)).firstVisit).toBe(true)
    const { id } = await on('2026-03-05')
    expect((await only(c)).firstVisit).toBe(false)
    success(await c.owner.call('POST', `/api/v1/appointments/${id}/progress`, { step: 'done' }))
    expect((await only(c)).firstVisit).toBe(false)
    expect((await only(c, '2026-03-04')).firstVisit).toBe(true)
  })

  test('§24 Each entry of a day has the progress of the visit, and whether the patient is late.', async () => {
    await using c = await clinic()
    const { id } = await newEntry(c.owner.call)
    await newEntry(c.owner.call, {
      type: 'unavailable',
      startAt: '2026-03-10T11:00:00Z',
      endAt: '2026-03-10T12:00:00Z',
    })
    c.clock.now = Date.parse('2026-03-10T09:07:30Z')
    expect((await only(c)).progress).toMatchObject({ state: 'expected', late: true, lateMinutes: 7 })
    success(await c.owner.call('POST', `/api/v1/appointments/${id}/progress`, { step: 'arrived' }))
    c.clock.now += 10 * 60_000
    expect((await only(c)).progress).toEqual({
      state: 'arrived',
      late: false,
      lateMinutes: 0,
      waitingSince: '2026-03-10T09:07:30.000Z',
      waitedMinutes: 10,
      note: null,
      version: 2,
    })
    expect((await dayOf(c.owner)).withoutChair[1].progress).toBeNull()
    c.clock.now += 60_000
    success(await c.owner.call('POST', `/api/v1/appointments/${id}/progress`, { step: 'done' }))
    expect((await only(c)).progress).toMatchObject({ state: 'done', waitedMinutes: 11, version: 3 })
    const one = success(await c.owner.call('GET', `/api/v1/appointments/${id}/progress`))
    expect(one).toMatchObject((await only(c)).progress)
  })

  test('an entry of the day shows the answer of its patient', async () => {
    await using c = await clinic()
    const { id } = await booked(c)
    expect((await only(c)).answer).toBeNull()
    const database = new Database(c.path)
    const patientAnswer = { answer: 'cancel_requested', at: '2026-03-09T09:00:00.000Z' }
    database.query('update entries set metadata = ?').run(JSON.stringify({ patientAnswer }))
    database.close()
    expect(await only(c)).toMatchObject({ id, answer: 'cancel_requested' })
  })

  test('§24 Each entry of a day shows the state of at most 20 messages about the present appointment, by due time.', async () => {
    await using c = await clinic()
    const { id, patch } = await booked(c)
    await patch({ startAt: '2026-03-10T09:30:00.000Z' })
    const shown = (await only(c)).reminders
    const dueAt = new Date(due + hour / 2).toISOString()
    expect(shown).toEqual([
      { channel: 'email', kind: 'reminder', state: 'scheduled', reason: null, dueAt, sentAt: null },
      { channel: 'sms', kind: 'reminder', state: 'scheduled', reason: null, dueAt, sentAt: null },
    ])
    const r = reminding(c)
    c.clock.now = due + hour / 2
    await r.round()
    expect((await only(c)).reminders).toMatchObject([
      { channel: 'email', state: 'sent', sentAt: new Date(c.clock.now).toISOString() },
      { channel: 'sms', state: 'sent' },
    ])
    await c.practice.write((tx) => {
      const [notice] = listNotices(tx, id).filter(({ state }) => state === 'sent')
      updateNotice(tx, notice!.id, { state: 'dead', reason: 'gave_up' })
      tx.record({ kind: 'write', record: { kind: 'reminder', id: notice!.id } })
    })
    expect((await only(c)).reminders.map(({ reason }: { reason: string }) => reason)).toContain('gave_up')
  })

  test('an entry of the day shows at most 20 messages, also those that were moved to the table of past messages', async () => {
    await using c = await clinic()
    await booked(c)
    const database = new Database(c.path)
    const { retired, live } = { retired: 'past_reminders', live: 'reminder_jobs' }
    const columns =
      'id, practice_key, entry_id, patient_id, channel, kind, slot, start_at, due_at, state, reason, attempts, sent_at, last_error, created_at, updated_at'
    database.run(`insert into ${retired} (${columns}) select ${columns} from ${live}`)
    database.run(`delete from ${live}`)
    expect((await only(c)).reminders).toMatchObject([{ channel: 'email' }, { channel: 'sms' }])
    database.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
      insert into ${retired} (${columns}) select ${columns.replace('id,', 'randomblob(16),').replace(' created_at', ' created_at + i').replace(' due_at', ' due_at + i')}
      from ${retired}, n`)
    database.close()
    const { reminders } = await only(c)
    expect(reminders).toHaveLength(20)
    expect(reminders[19].dueAt).toBe(new Date(due + 30).toISOString())
  })

  test('§24 Each entry of a day says whether the patient has a note that is marked as next.', async () => {
    await using c = await clinic()
    const { id: patientId } = await newPatient(c.owner.call)
    await newEntry(c.owner.call, { patientId })
    const { id: other } = await newPatient(c.owner.call)
    await newNote(c.owner.call, patientId)
    await newNote(c.owner.call, other, { isNext: true })
    expect((await only(c)).hasNextNote).toBe(false)
    const { id } = await newNote(c.owner.call, patientId, { isNext: true })
    expect((await only(c)).hasNextNote).toBe(true)
    success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}/notes/${id}`, { isNext: false }))
    expect((await only(c)).hasNextNote).toBe(false)
  })

  test('§24 Each entry of a day names the member who treats, and the day lists all of these members.', async () => {
    await using c = await clinic()
    const treated = (title: string, practitionerId: string | null, at: number) => {
      const [startAt, endAt] = [
        Date.parse(`${tuesday}T08:00Z`) + at * hour,
        Date.parse(`${tuesday}T09:00Z`) + at * hour,
      ]
      return { type: 'appointment', title, practitionerId, startAt, endAt } as const
    }
    await c.practice.write((tx) => {
      updateMember(tx, c.owner.userId, { color: '#22c55e', name: 'Zoé' })
      updateMember(tx, c.assistant.userId, { name: 'Anna' })
      const rows = [
        treated('a', c.owner.userId, 0),
        treated('b', c.assistant.userId, 1),
        treated('c', c.owner.userId, 2),
        treated('d', null, 3),
      ]
      for (const row of rows) insertEntry(tx, { ...blank(c), ...row, id: newId(monday) })
      tx.record({ kind: 'write', record: { kind: 'practice', id: c.owner.practiceId } })
    })
    const { withoutChair, practitioners } = await dayOf(c.owner)
    const [zoe, anna] = [
      { id: c.owner.userId, name: 'Zoé', color: '#22c55e' },
      { id: c.assistant.userId, name: 'Anna', color: null },
    ]
    expect(withoutChair.map(({ practitioner }: { practitioner: unknown }) => practitioner)).toEqual([
      zoe,
      anna,
      zoe,
      null,
    ])
    expect(practitioners).toEqual([anna, zoe])
  })
})

/** A row of an entry with empty fields. */
const blank = (c: Clinic) => ({
  ...times,
  chairId: null,
  patientId: null,
  title: null,
  color: null,
  serviceRef: null,
  notes: null,
  createdBy: c.owner.userId,
  metadata: {},
  practitionerId: null,
  seriesId: null,
  appointmentTypeId: null,
})

describe('a day that is very full', () => {
  const start = Date.parse('2026-03-09T23:00:00Z')
  const many = (c: Clinic, count: number, fields: object = {}) =>
    c.practice.write((tx) => {
      for (let i = 0; i < count; i++) {
        const startAt = start + i * 1_000
        const row = { type: 'reminder' as const, startAt, endAt: startAt + 1_000, ...fields }
        insertEntry(tx, { ...blank(c), title: String(i), ...row, id: newId(monday) })
      }
      tx.record({ kind: 'write', record: { kind: 'practice', id: c.owner.practiceId } })
    })

  test('§24 A very full day returns its first 2,000 entries, and the number of all entries.', async () => {
    await using c = await clinic()
    await many(c, 2_000)
    expect(await dayOf(c.owner)).toMatchObject({ entriesTotal: 2_000, more: false })
    await many(c, 1)
    await book(c, 'over night', '2026-03-09T22:00', '2026-03-10T00:30')
    const day = await dayOf(c.owner)
    expect(day).toMatchObject({ entriesTotal: 2_002, more: true })
    expect(day.withoutChair).toHaveLength(2_000)
    expect(day.withoutChair[0].title).toBe('over night')
    expect(day.withoutChair.at(-1).title).toBe('1997')
  })

  test('a very full day returns fewer entries when their texts are very long', async () => {
    await using c = await clinic()
    await many(c, 100, { notes: 'x'.repeat(100_000) })
    const day = await dayOf(c.owner)
    expect(day).toMatchObject({ entriesTotal: 100, more: true })
    expect(day.withoutChair.length).toBeWithin(50, 90)
  })

  test('a day finds entries that began the day before only among the last 10,000 of them', async () => {
    await using c = await clinic()
    const before = start - 20_000_000
    await many(c, 1, { title: 'far', startAt: before, endAt: start + hour })
    await many(c, 9_999, { startAt: before + 1, endAt: before + 2 })
    expect((await dayOf(c.owner)).entriesTotal).toBe(1)
    await many(c, 1, { title: 'near', startAt: before + 1, endAt: start + hour })
    expect(titles((await dayOf(c.owner)).withoutChair)).toEqual(['near'])
  })
})

test('a day with many entries is read by as many statements as a day without entries', async () => {
  await using c = await clinic()
  await newChair(c.owner.call)
  const statements = async () => {
    const prepared = spyOn(Connection.prototype, 'prepared')
    await dayOf(c.owner)
    const texts = prepared.mock.calls.map(([text]) => text).filter((text) => /^select .* from "/s.test(text))
    prepared.mockRestore()
    return texts
  }
  await dayOf(c.owner)
  const before = await statements()
  for (let i = 0; i < 20; i++) {
    const { id: chairId } = await newChair(c.owner.call)
    const { id: patientId } = await newPatient(c.owner.call)
    await newNote(c.owner.call, patientId, { isNext: true })
    await newEntry(c.owner.call, { chairId, patientId })
  }
  expect(await statements()).toEqual(before)
  expect(before.length).toBeWithin(5, 12)
})

test('§24 `GET /day` shows one state of the calendar, whatever another process writes meanwhile.', async () => {
  await using c = await clinic()
  await newEntry(c.owner.call, { title: 'before' })
  const other = new Database(c.path)
  const { prepared } = Connection.prototype
  // Another connection writes between the statements.
  const spy = spyOn(Connection.prototype, 'prepared').mockImplementation(function (
    this: Connection,
    text: string,
  ) {
    if (text.includes('isFirstVisit'))
      other.run("update entries set title = 'after', start_at = start_at + 1")
    return prepared.call(this, text)
  } as typeof prepared)
  const day = await dayOf(c.owner)
  spy.mockRestore()
  other.close()
  expect(titles(day.withoutChair)).toEqual(['before'])
  expect(titles((await dayOf(c.owner)).withoutChair)).toEqual(['after'])
  expect(await dayOf(c.owner)).toMatchObject({ entriesTotal: 1 })
})
