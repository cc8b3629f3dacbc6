import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { channelCodes } from '../../db/codes.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { insertNotice, listNotices } from '../../src/store/notices/notices.ts'
import { noticeRow } from '../store/records.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { cancel, elsewhere, failing, hour, minute, setLead } from './sending.ts'

const edit = async (c: Clinic, patientId: string, changes: object) =>
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, changes))

const ways: [string, object, object, 'email' | 'sms', string][] = [
  ['an address', { email: null }, { email: 'new@example.org' }, 'email', 'no_address'],
  ['a consent to e-mail', { notifyByEmail: false }, { notifyByEmail: true }, 'email', 'no_consent'],
  ['a number', { phoneMobile: null }, { phoneMobile: '+49 151 23456789' }, 'sms', 'no_phone'],
  ['a consent to texts', { notifyBySms: false }, { notifyBySms: true }, 'sms', 'no_consent'],
  [
    'a right number',
    { phoneMobile: 'ask her mother' },
    { phoneMobile: '0151 23456789' },
    'sms',
    'invalid_phone',
  ],
  [
    'a cheap number',
    { phoneMobile: '+49 900 1234567' },
    { phoneMobile: '0151 23456789' },
    'sms',
    'costly_number',
  ],
  [
    'a number nearby',
    { phoneMobile: '+1 876 210 1234' },
    { phoneMobile: '0151 23456789' },
    'sms',
    'country_not_allowed',
  ],
]

test.each(ways)(
  '§6.2 A message that could not reach a patient goes out when an address, a number, a country or a consent arrives before the appointment. %s',
  async (_, lacking, given, channel, reason) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id, patientId } = await booked(c, lacking)
    c.clock.now = due
    await r.round()
    expect(r.notice(id, channel)).toMatchObject({ state: 'skipped', reason })
    c.clock.now += hour
    await edit(c, patientId, given)
    expect(r.notice(id, channel)).toMatchObject({
      state: 'scheduled',
      reason: null,
      nextAttemptAt: c.clock.now + undoMs,
    })
    c.clock.now += undoMs
    await r.round()
    expect(r.notice(id, channel)).toMatchObject({ state: 'sent' })
    expect([r.emails.length, r.texts.length]).toEqual([1, 1])
  },
)

test('a message to a refused address stays refused until the patient has another address', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patientId } = await booked(c)
  c.clock.now = due
  await failing(c, { error: 'smtp_550', verdict: 'refused' }).sender.round('email')
  const refused = r.notice(id)
  expect(refused).toMatchObject({ state: 'dead', reason: 'refused' })
  for (const changes of [
    { phoneMobile: '0151 23456789' },
    { country: 'DE' },
    { notifyByEmail: false },
    { notifyByEmail: true },
  ])
    await edit(c, patientId, changes)
  expect(r.notice(id)).toEqual(refused)
  await edit(c, patientId, { email: 'right@example.org' })
  c.clock.now += undoMs
  await r.round()
  expect(r.emails).toMatchObject([{ to: 'right@example.org' }])
  expect(r.notice(id)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a message that could not be sent does not come back when its appointment is over, moved or deleted', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const lacking = { email: null }
  const [moved, deleted] = [await booked(c, lacking), await booked(c, lacking)]
  c.clock.now = due
  await r.round()
  await moved.patch(elsewhere)
  await cancel(c, deleted.id)
  for (const { id, patientId } of [moved, deleted]) {
    const before = listNotices(c.practice.read, id)
    await edit(c, patientId, { email: 'new@example.org' })
    expect(listNotices(c.practice.read, id)).toEqual(before)
  }
  const over = await booked(c, lacking)
  await c.practice.write((tx) =>
    insertNotice(
      tx,
      noticeRow({
        entryId: over.id,
        patientId: over.patientId,
        startAt: nine,
        slot: 7,
        state: 'skipped',
        reason: 'no_address',
      }),
    ),
  )
  c.clock.now = nine
  await edit(c, over.patientId, { email: 'new@example.org' })
  expect(r.notices(over.id).filter(({ state }) => state === 'scheduled')).toEqual([])
})

test('a new address of a patient does not bring back the messages of another patient', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const [one, other] = [await booked(c, { email: null }), await booked(c, { email: null })]
  c.clock.now = due
  await r.round()
  await edit(c, other.patientId, { email: 'new@example.org' })
  c.clock.now += undoMs
  await r.round()
  expect(r.notice(one.id)).toMatchObject({ state: 'skipped', reason: 'no_address' })
  expect(r.notice(other.id)).toMatchObject({ state: 'sent' })
})

test('messages about changes that could not reach the patient go out later if they are still true', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patientId, patch } = await booked(c)
  c.clock.now = due
  await r.round()
  await edit(c, patientId, { email: null, notifyBySms: false })
  await patch(elsewhere)
  c.clock.now += hour
  await r.round()
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'skipped', reason: 'no_address' }])
  await edit(c, patientId, { email: 'new@example.org', notifyBySms: true })
  c.clock.now += 5 * minute
  await r.round()
  expect(r.emails.map(({ to }) => to)).toEqual(['zoe@example.org', 'new@example.org'])
  expect(r.texts).toHaveLength(2)

  await edit(c, patientId, { email: null })
  await cancel(c, id)
  c.clock.now += hour
  await r.round()
  expect(r.news(id).at(-1)).toMatchObject({ kind: 'cancelled', state: 'skipped' })
  await edit(c, patientId, { email: 'new@example.org' })
  c.clock.now += 5 * minute
  await r.round()
  expect(r.emails.at(-1)!.subject).toMatch(/^Cancelled/)
})

test('when a patient with very many skipped reminders gets an address, the nearest 500 are planned again', async () => {
  await using c = await clinic()
  const { id, patientId } = await booked(c, { email: null })
  await c.practice.write((tx) => {
    for (let slot = 1; slot <= 501; slot++)
      insertNotice(
        tx,
        noticeRow({ entryId: id, patientId, startAt: nine, slot, state: 'skipped', reason: 'no_address' }),
      )
  })
  await edit(c, patientId, { email: 'new@example.org' })
  using database = new Database(c.path, { readonly: true })
  const left = database.query(
    `select count(*) from reminder_jobs where reason = 'no_address' and channel = ${channelCodes.email}`,
  )
  expect(left.values()).toEqual([[1]])
})

test('§6.2 A skipped reminder does not come back when its lead was switched off in the meantime: `switched_off`.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patientId } = await booked(c, { email: null })
  c.clock.now = due
  await r.round()
  await setLead(c, 0)
  await edit(c, patientId, { email: 'new@example.org' })
  await r.round()
  expect(r.emails).toEqual([])
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'switched_off' })
})
