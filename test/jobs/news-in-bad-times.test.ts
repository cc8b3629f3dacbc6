/**
 * Random changes of one appointment while processes die during deliveries, providers give no clear answer, and the
 * clock jumps. In the end, the last message by each channel that a patient got is true.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'
import { mostAttempts } from '../../src/domain/reminders/retry.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { reachable } from '../support/booked.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { drawUntil } from '../support/draw-until.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { hour, minute } from './sending.ts'

const quarter = 15 * minute
const moods = ['well', 'well', 'dies', 'unanswered', 'unknown', 'unwelcome'] as const
type Mood = (typeof moods)[number]
type Step =
  | { readonly do: 'move' | 'wait' | 'jump'; readonly by: number }
  | { readonly do: 'block' | 'unblock' }
  | { readonly do: 'mood'; readonly mood: Mood }

const by = (what: 'move' | 'wait' | 'jump', amount: fc.Arbitrary<number>) =>
  amount.map((by): Step => ({ do: what, by }))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: by('move', fc.integer({ min: 90, max: 130 })) },
  { weight: 6, arbitrary: by('wait', fc.integer({ min: 1, max: 60 })) },
  { weight: 3, arbitrary: by('jump', fc.constantFrom(-3, -1, 1, 3)) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'block' }, { do: 'unblock' }) },
  { weight: 4, arbitrary: fc.constantFrom(...moods).map((mood): Step => ({ do: 'mood', mood })) },
)

async function live(c: Clinic, steps: readonly Step[]) {
  let mood: Mood = 'well'
  const heard: string[] = []
  const deliver = async (_: unknown, { key }: { key: string }) => {
    if (mood === 'unwelcome') throw new DeliveryFailure({ error: 'smtp_550', verdict: 'unwelcome' })
    heard.push(key)
    if (mood === 'dies') await new Promise(() => undefined)
    if (mood === 'unanswered' || mood === 'unknown')
      throw new DeliveryFailure({ error: 'timeout', verdict: mood })
  }
  const process = () => reminding(c, { channels: { email: deliver, sms: deliver }, deliveryMs: hour })
  let r = process()
  const send = async () => {
    if (mood !== 'dies') return void (await r.round())
    for (const sender of Object.values(r.senders)) await sender.tick()
    // After this write, the claims are committed. Deliveries in progress never end, and another process follows.
    await c.practice.write(() => undefined)
    r = process()
  }
  const wait = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 5) {
      c.clock.now += Math.min(5, left) * minute
      await send()
    }
  }
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  const times = (at: number) => ({
    startAt: new Date(at).toISOString(),
    endAt: new Date(at + hour).toISOString(),
  })
  const { id } = await newEntry(c.owner.call, { ...times(monday + 100 * quarter), patientId })
  const path = `/api/v1/appointments/${id}`
  const patch = (body: object) => c.owner.call('PATCH', path, body)
  for (const one of steps)
    if (one.do === 'move') await patch(times(monday + one.by * quarter))
    else if (one.do === 'wait') await wait(one.by)
    else if (one.do === 'jump') c.clock.now += one.by * hour
    else if (one.do === 'mood') mood = one.mood
    else await patch({ type: one.do === 'block' ? 'unavailable' : 'appointment' })
  mood = 'well'
  // This time is longer than the longest pause. Messages that were planned while the
  // clock was ahead wait for a shorter time, too.
  await wait(420)
  const { type, startAt } = (await c.owner.call('GET', path)).data
  return {
    notices: listNotices(c.practice.read, id),
    heard,
    actual: type === 'appointment' ? Date.parse(startAt) : null,
  }
}

test('the last message that a patient gets is true, also when processes die and the clock jumps', async () => {
  let judged = 0
  const told = new Set<string>()
  const round = () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
        await using c = await clinic({ atAnyHour: true })
        const { notices, heard, actual } = await live(c, steps)
        const { now } = c.clock
        const isOver = (startAt: number) => startAt - 10 * minute <= now
        for (const { state, leaseUntil } of notices)
          expect([state === 'running', leaseUntil]).toEqual([false, null])
        for (const tries of Map.groupBy(heard, (key) => key).values())
          expect(tries.length).toBeLessThanOrEqual(mostAttempts)
        // When a message about a change was not sent, the front desk lists it. Then there is no promise to check.
        if (notices.some(({ kind, reason }) => kind !== 'reminder' && reason !== null)) return
        for (const channel of ['email', 'sms'] as const) {
          const messages = heard.flatMap((key) =>
            notices.filter((notice) => notice.id === noticeIdOf(key) && notice.channel === channel),
          )
          const news = messages.filter(({ kind }) => kind !== 'reminder')
          for (const [i, one] of news.entries()) {
            const before = news[i - 1]
            const isSame = before?.kind === one.kind && before.startAt === one.startAt
            if (isSame) expect(one.id).toBe(before.id)
          }
          const last = messages.at(-1)
          if (last === undefined || isOver(last.startAt) || (actual !== null && isOver(actual))) continue
          expect(last.kind === 'cancelled' ? null : last.startAt).toBe(actual)
          judged++
          told.add(last.kind)
        }
      }),
      { numRuns: 20, endOnFailure: true },
    )
  await drawUntil(() => judged > 4 && told.has('moved'), round)
})
