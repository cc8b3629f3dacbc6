/**
 * A message about a move must arrive before the old start, at which the patient would come. So the old start limits its
 * tries.
 */

import { expect, test } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import { booked } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { waitingAs } from '../support/inbox.ts'
import { reminding } from '../support/reminding.ts'
import { elsewhere, failing, hour, minute } from './sending.ts'

/** The instant of a local time in Berlin on a day of March 2026. */
const on = (date: string, time: string) => Date.parse(`2026-03-${date}T${time}:00+01:00`)
const startingAt = (date: string, time: string) => ({
  startAt: new Date(on(date, time)).toISOString(),
  endAt: new Date(on(date, time) + hour).toISOString(),
})
const away = { error: 'unreachable', verdict: 'away' } as const

/**
 * Books an appointment on the 10th whose patient is reminded the day before. Then the appointment is moved to the 20th.
 */
async function moved(c: Clinic, start: string, remindedAt: string, movedAt: number) {
  const { id, patch } = await booked(c, {}, startingAt('10', start))
  c.clock.now = on('09', remindedAt)
  const r = reminding(c)
  await r.round()
  expect(r.emails).toHaveLength(1)
  c.clock.now = movedAt
  await patch(elsewhere)
  c.clock.now += 5 * minute
  return { id, patch }
}

test('a further try of a message about a move does not wait for the morning when the morning is after the old start', async () => {
  await using c = await clinic()
  const { id } = await moved(c, '07:30', '08:00', on('09', '20:30'))
  const f = failing(c, away)
  await f.round()
  const [news] = f.news(id)
  expect(news).toMatchObject({ kind: 'moved', state: 'scheduled', lastError: 'unreachable' })
  expect(news!.nextAttemptAt).toBeLessThanOrEqual(c.clock.now + 10 * minute)
})

test('tries of a message about a move end half a minute before it is too late for the old start', async () => {
  await using c = await clinic()
  const { id } = await moved(c, '17:00', '17:00', on('10', '15:00'))
  const f = failing(c, away)
  for (; f.news(id)[0]!.state === 'scheduled'; c.clock.now = f.news(id)[0]!.nextAttemptAt) await f.round()
  const [news] = f.news(id)
  expect(news).toMatchObject({ state: 'dead', reason: 'provider_away' })
  expect(news!.updatedAt).toBe(on('10', '16:49') + minute / 2)
})

test('a message about a move that is over the ceiling is skipped when the next morning is after the old start', async () => {
  await using c = await clinic()
  const other = await booked(c, {}, startingAt('11', '09:00'))
  const { id } = await moved(c, '17:00', '17:00', on('10', '09:00'))
  const r = reminding(c, { ceilings: { email: 1, sms: 1 } })
  await r.round()
  expect(r.notice(other.id).state).toBe('sent')
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'skipped', reason: 'over_ceiling' }])
  c.clock.now = on('11', '08:00')
  await r.round()
  expect(r.news(id)).toMatchObject([{ state: 'skipped' }])
})

test('§6.6 News of a move go out before the start that the patient knows, or not at all. This is also true when a person asks for a further try.', async () => {
  await using c = await clinic()
  const { id } = await moved(c, '17:00', '17:00', on('10', '15:00'))
  const f = failing(c, { error: 'timeout', verdict: 'unknown' })
  await f.round()
  const [news] = f.news(id)
  expect(news).toMatchObject({ kind: 'moved', state: 'uncertain' })
  const retryable = async () =>
    (await waitingAs(c.owner, 'uncertain')).items.map(
      (item: { message: { retryable: boolean } }) => item.message.retryable,
    )
  expect(await retryable()).toEqual([true])
  c.clock.now = on('10', '16:50')
  expect(await retryable()).toEqual([false])
  const path = `/api/v1/reminders/${news!.id}/retry`
  problem(await c.owner.call('POST', path), 409, 'conflict')
  expect(
    await c.owner.call('POST', '/api/v1/reminders/retry', { state: 'uncertain' }).then(success),
  ).toMatchObject({
    retried: 0,
    refused: { tooLate: 1 },
  })
})
