import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { insertNotice, updateNotice } from '../../src/store/notices/notices.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { at, newPatient } from '../support/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { reminding } from '../support/reminding.ts'
import { back, cancel, elsewhere, hour, minute } from './sending.ts'

test('an appointment that is moved and moved back before the due time has one reminder by each channel', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patch } = await booked(c)
  for (let i = 0; i < 3; i++) {
    await patch({ startAt: at('08:00') })
    await patch({ startAt: at('09:00') })
  }
  c.clock.now = due
  await r.round()
  expect(r.emails).toHaveLength(1)
  expect(r.notices(id).filter(({ state }) => state !== 'cancelled')).toHaveLength(2)
})

test('§6.2 For each channel and each lead, a patient is reminded of the same start time once, also when the appointment moves away and back.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patch } = await booked(c)
  c.clock.now = due
  await r.round()
  const before = r.notice(id)
  c.clock.now += minute
  await patch(elsewhere)
  await patch(back)
  await patch({ patientId: null })
  await patch({ patientId: before.patientId })
  await r.round()
  expect(r.emails).toHaveLength(1)
  expect(r.notices(id).find((notice) => notice.id === before.id)).toEqual(before)
})

const ways: [string, object, object][] = [
  ['moved', elsewhere, back],
  ['made a block', { type: 'unavailable' }, { type: 'appointment' }],
]

test.each(ways)(
  'an appointment that is %s and put back after the due time has one reminder by e-mail',
  async (_, away, home) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id, patch } = await booked(c)
    c.clock.now = due + minute
    await patch(away)
    await patch(home)
    c.clock.now += undoMs
    await r.round()
    expect(r.emails).toHaveLength(1)
    expect(r.notices(id).filter(({ startAt, state }) => startAt === nine && state !== 'sent')).toEqual([])
  },
)

test('an appointment that loses its patient and gets the same patient again after the due time has one reminder', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patientId, patch } = await booked(c)
  c.clock.now = due + minute
  await patch({ patientId: null })
  await patch({ patientId })
  c.clock.now += undoMs
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('an appointment that was booked inside the lead gets no reminder when it is moved and moved back', async () => {
  await using c = await clinic()
  const r = reminding(c)
  c.clock.now = due + minute
  const { id, patch } = await booked(c)
  await patch(elsewhere)
  await patch(back)
  await r.round()
  expect(r.emails).toEqual([])
  expect(r.notices(id)[0]).toMatchObject({ startAt: nine, state: 'skipped', reason: 'inside_lead' })
})

test('a notice that was skipped keeps its reason when the appointment is moved or deleted', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const skipped = await booked(c, { email: null })
  c.clock.now = due
  await r.round()
  const [before] = r.notices(skipped.id)
  await skipped.patch(elsewhere)
  await skipped.patch(back)
  expect(r.notices(skipped.id)[0]).toEqual(before!)
  c.clock.now = nine - minute
  const late = await booked(c)
  c.clock.now = nine + hour
  await cancel(c, late.id)
  await cancel(c, skipped.id)
  expect(r.notices(skipped.id)[0]).toEqual(before!)
  expect(r.notice(late.id)).toMatchObject({ state: 'skipped', reason: 'inside_lead' })
})

test('the database refuses a second live notice of one appointment and channel', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  const [notice] = r.notices(id)
  const second = c.practice.write((tx) => insertNotice(tx, { ...notice!, id: newId(due), startAt: 1 }))
  expect(await thrownBy(second)).toThrow('a live notice of this kind exists already')
  const back = c.practice.write((tx) => {
    const ended = { id: newId(due), startAt: 1, state: 'cancelled' as const }
    insertNotice(tx, { ...notice!, ...ended })
    updateNotice(tx, ended.id, { state: 'scheduled' })
  })
  expect(await thrownBy(back)).toThrow('a live notice of this kind exists already')
})

/** Columns that identify a live notice. A second live notice is allowed if it differs in one of them. */
const apart = [
  { entryId: newId(due) },
  { patientId: newId(due) },
  { channel: 'sms' },
  { kind: 'booked' },
  { slot: 7 },
] as const

test('the database refuses a change that gives an appointment and channel a second live notice', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  const [notice] = r.notices(id)
  for (const own of apart) {
    const twin = { ...notice!, ...own, id: newId(due), startAt: 1 }
    const changed = c.practice.write((tx) => {
      insertNotice(tx, twin)
      const like = Object.fromEntries(
        Object.keys(own).map((key) => [key, notice![key as keyof typeof notice]]),
      )
      updateNotice(tx, twin.id, like)
    })
    expect(await thrownBy(changed)).toThrow('a live notice of this kind exists already')
  }
})

test('a live notice may be written again with the same values', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  const [notice] = r.notices(id)
  const { entryId, patientId, channel, kind, slot, startAt, state } = notice!
  const same = { entryId, patientId, channel, kind, slot, startAt, state }
  await c.practice.write((tx) => updateNotice(tx, notice!.id, same))
  expect(r.notices(id)[0]).toEqual(notice!)
})

test('the database refuses a second notice of the same entry, patient, channel and start, whatever the states of the two', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  const [notice] = r.notices(id)
  const refusal = 'a notice of this occasion exists already'
  const ended = ['sent', 'skipped', 'cancelled', 'dead', 'uncertain'] as const
  for (const first of ended)
    for (const state of [...ended, 'scheduled'] as const) {
      const second = c.practice.write((tx) => {
        updateNotice(tx, notice!.id, { state: first })
        insertNotice(tx, { ...notice!, id: newId(due), state })
      })
      expect(await thrownBy(second)).toThrow(refusal)
    }
  const moved = c.practice.write((tx) => {
    const other = { ...notice!, id: newId(due), startAt: 1, state: 'cancelled' as const }
    insertNotice(tx, other)
    updateNotice(tx, other.id, { startAt: notice!.startAt })
  })
  expect(await thrownBy(moved)).toThrow(refusal)
})

test('an appointment with a new start time has a new reminder', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patch } = await booked(c)
  c.clock.now = due
  await r.round()
  await patch(elsewhere)
  c.clock.now += 5 * minute
  await r.round()
  c.clock.now = Date.parse('2026-03-19T09:00:00Z') - minute
  await r.round()
  // The patient knew the old start, and got a message about the new start.
  expect(r.emails.map(({ subject }) => subject.slice(0, 8))).toEqual(['Your app', 'New time'])
  c.clock.now += minute
  await r.round()
  expect(r.emails).toHaveLength(3)
  expect(r.emails[2]!.text).toContain('Friday, 20 March 2026')
})

test('a new patient of an appointment gets the reminder, and the earlier patient gets no reminder', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patch } = await booked(c)
  const { id: other } = await newPatient(c.owner.call, { ...reachable, email: 'anna@example.org' })
  await patch({ patientId: other })
  c.clock.now = due
  await r.round()
  expect(r.emails.map(({ to }) => to)).toEqual(['anna@example.org'])
})
