/** The keys that sign the links of patients (RULES §6). */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { signAnswerLink } from '../../src/domain/reminders/answer-link.ts'
import { noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'
import { retiredAfter } from '../../src/store/notices/notice-upkeep.ts'
import { cancel, hour, minute } from '../jobs/sending.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const stateOf = async (c: Clinic, token: string) =>
  success(await c.anonymous('POST', '/visit/look', { token })).state

const rotate = (c: Clinic) => c.store.keys.rotate(c.owner.practiceId, byTest, () => c.clock.now)

/** Sends the mail about this entry and returns the token in its link. */
async function mailed(c: Clinic, id: string): Promise<string> {
  const r = reminding(c)
  await r.round()
  const notice = r.notice(id)
  return /visit#([\w-]+)/.exec(r.emails.find((mail) => noticeIdOf(mail.key) === notice.id)!.text)![1]!
}

const forged = (key: Uint8Array, c: Clinic, id: string) => signAnswerLink(key, reminding(c).notice(id).id)

function keysIn(c: Clinic): number {
  const database = new Database(c.path, { readonly: true })
  const { n } = database
    .query<{ n: number }, []>(
      "select count(*) as n from link_keys join practices p on p.key = practice_key where p.name like 'Praxis%'",
    )
    .get()!
  database.close()
  return n
}

test('§6.7 After a new key is made, a link that was sent before still works until the appointment begins.', async () => {
  await using c = await clinic()
  const { id } = await booked(c, reachable)
  c.clock.now = due
  const token = await mailed(c, id)
  for (let i = 0; i < 3; i++) {
    c.clock.now += 60_000
    await rotate(c)
  }
  expect(await stateOf(c, token)).toBe('open')
  c.clock.now = nine
  expect(await stateOf(c, token)).toBe('expired')
})

test('§6.7 A key signs no link for an appointment that was booked or moved after the key was replaced. So a key from an old backup opens no newer appointment.', async () => {
  await using c = await clinic()
  const old = c.store.keys.newest(c.owner.practiceId)
  const before = await booked(c, reachable)
  c.clock.now += 60_000
  await rotate(c)
  c.clock.now += 60_000
  const after = await booked(c, reachable, { startAt: at('10:00'), endAt: at('11:00') })
  expect(await stateOf(c, forged(old, c, after.id))).toBe('invalid')
  expect(await stateOf(c, forged(old, c, before.id))).toBe('open')
  success(await c.owner.call('PATCH', before.path, { startAt: at('09:30') }))
  expect(await stateOf(c, forged(old, c, before.id))).toBe('invalid')
})

test('a reminder of an appointment that was booked before the new key is signed with the new key', async () => {
  await using c = await clinic()
  const old = c.store.keys.newest(c.owner.practiceId)
  const { id } = await booked(c, reachable)
  c.clock.now = due
  await rotate(c)
  const token = await mailed(c, id)
  expect(token).not.toBe(forged(old, c, id))
  expect(token).toBe(forged(c.store.keys.newest(c.owner.practiceId), c, id))
  expect(await stateOf(c, token)).toBe('open')
})

test('a new key signs links at once, also when it is made while messages are being sent', async () => {
  await using c = await clinic()
  const old = c.store.keys.newest(c.owner.practiceId)
  for (let i = 0; i < 20; i++) await booked(c, reachable)
  const tokens = new Map<string, string>()
  const email = async ({ text }: { text: string }, { key }: { key: string }) => {
    tokens.set(noticeIdOf(key), /visit#([\w-]+)/.exec(text)![1]!)
    if (tokens.size === 1) await rotate(c)
  }
  c.clock.now = due
  await reminding(c, { channels: { email } }).sender.round('email')
  const signedWithOld = [...tokens].map(([id, token]) => token === signAnswerLink(old, id))
  expect([signedWithOld[0], signedWithOld.at(-1)]).toEqual([true, false])
  for (const token of tokens.values()) expect(await stateOf(c, token)).toBe('open')
})

/** Presses the button that mailboxes show for the header `List-Unsubscribe` (RFC 8058). */
const pressUnsubscribe = async (c: Clinic, url: string) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await c.anonymous('POST', new URL(url).pathname, 'List-Unsubscribe=One-Click', form)).status
}

test('the unsubscribe button of an old mail works after a new key is made, also when the appointment is over', async () => {
  await using c = await clinic()
  await booked(c, reachable)
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  await rotate(c)
  for (const later of [nine + hour, nine + retiredAfter - 1]) {
    c.clock.now = later
    await reminding(c).round()
    expect(await pressUnsubscribe(c, r.emails[0]!.unsubscribe!)).toBe(200)
  }
})

test('the unsubscribe button in the mail about a cancellation works after a new key is made', async () => {
  await using c = await clinic()
  const { id } = await booked(c, reachable)
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  await cancel(c, id)
  c.clock.now += 10 * minute
  await r.round()
  expect(r.emails).toHaveLength(2)
  await rotate(c)
  await reminding(c).round()
  expect(await pressUnsubscribe(c, r.emails[1]!.unsubscribe!)).toBe(200)
})

test('§6.7 An old key is deleted 90 days after the last appointment for which it may have signed a link.', async () => {
  await using c = await clinic()
  await booked(c, reachable)
  await rotate(c)
  const r = reminding(c)
  c.clock.now = nine + retiredAfter - 1
  await r.round()
  expect(keysIn(c)).toBe(2)
  c.clock.now = nine + retiredAfter
  await r.round()
  expect(keysIn(c)).toBe(1)
})

test('an old key is deleted after 90 days when there is no future appointment', async () => {
  await using c = await clinic()
  const replaced = c.clock.now
  expect(await rotate(c)).toEqual({ olderKeys: 1 })
  c.clock.now = replaced + retiredAfter - 1
  await reminding(c).round()
  expect(keysIn(c)).toBe(2)
  c.clock.now = replaced + retiredAfter
  await reminding(c).round()
  expect(keysIn(c)).toBe(1)
})

test('a practice keeps at most 32 older keys, and the oldest key is deleted first', async () => {
  await using c = await clinic()
  await booked(c, reachable)
  const first = c.store.keys.newest(c.owner.practiceId)
  await rotate(c)
  const second = c.store.keys.newest(c.owner.practiceId)
  for (let i = 0; i < 31; i++) await rotate(c)
  expect(c.store.keys.all(c.owner.practiceId, c.clock.now).map(({ key }) => key)).toContainEqual(first)
  expect(await rotate(c)).toEqual({ olderKeys: 32 })
  const kept = c.store.keys.all(c.owner.practiceId, c.clock.now).map(({ key }) => key)
  expect(kept).toHaveLength(33)
  expect(kept).not.toContainEqual(first)
  expect(kept).toContainEqual(second)
})
