/** After a wrong clock is put right, patients get messages about changes as usual (RULES §6). */
import { expect, test } from 'bun:test'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { cancel, day, elsewhere, hour, minute } from './sending.ts'

const onFriday = { startAt: '2026-03-21T09:00:00Z', endAt: '2026-03-21T10:00:00Z' }

test.each([hour, 12 * hour, day / 2 - minute])(
  'when a clock that was %d ms ahead is put right, each change of an appointment is announced once',
  async (ahead) => {
    await using c = await clinic({ atAnyHour: true })
    const r = reminding(c)
    const moved = await booked(c)
    const gone = await booked(c)
    const twice = await booked(c)
    c.clock.now = due + ahead
    await r.round()
    expect(r.emails).toHaveLength(3)
    c.clock.now = due
    await moved.patch(elsewhere)
    await cancel(c, gone.id)
    await twice.patch(elsewhere)
    for (let i = 0; i < 6; i++) {
      c.clock.now += 10 * minute
      await r.round()
    }
    await twice.patch(onFriday)
    for (let i = 0; i < 24; i++) {
      c.clock.now += 10 * minute
      await r.round()
    }
    for (const { id, heard } of [
      { ...moved, heard: ['moved'] as const },
      { ...gone, heard: ['cancelled'] as const },
      { ...twice, heard: ['moved', 'moved'] as const },
    ])
      for (const channel of ['email', 'sms'] as const)
        expect(r.news(id, channel).map(({ kind, state }) => [kind, state])).toEqual(
          heard.map((kind) => [kind, 'sent'] as const),
        )
    expect(new Set(r.emails.map(({ key }) => key)).size).toBe(r.emails.length)
    expect(r.emails).toHaveLength(3 + 4)
    expect(r.texts).toHaveLength(3 + 4)
  },
)

test('a patient gets a message about each move of an appointment while the clock jumps, and the last message is true', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  const { id, patch } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await r.round()
  const jumps = [3 * hour, -2 * hour, hour, -3 * hour, 2 * hour]
  for (const [i, jump] of jumps.entries()) {
    c.clock.now += jump
    await patch(i % 2 === 0 ? elsewhere : onFriday)
    c.clock.now += 6 * minute
    await r.round()
    await r.round()
  }
  expect(r.news(id).map(({ kind, state }) => [kind, state])).toEqual(jumps.map(() => ['moved', 'sent']))
  expect(r.emails).toHaveLength(1 + jumps.length)
})
