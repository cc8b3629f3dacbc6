import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'
import { noticeKinds } from '../../src/domain/reminders/notice.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { success } from '../support/answers.ts'
import { reachable } from '../support/booked.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { drawUntil } from '../support/draw-until.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { hour, minute } from './sending.ts'

/**
 * Random changes of one appointment, through the service, while its messages go out. Some deliveries wait, fail or end
 * without an answer. In the end, the last message by each channel that a patient got is true.
 */
type Step =
  | { readonly do: 'change'; readonly quarter: number | undefined; readonly who: number | undefined }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'provider'; readonly mood: Mood }
  | { readonly do: 'block' | 'unblock' | 'delete' }
type Mood = 'well' | 'slow' | 'away' | 'silent'

const quarter = 15 * minute
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      quarter: fc.option(fc.integer({ min: 90, max: 130 }), { nil: undefined, freq: 5 }),
      who: fc.constantFrom(undefined, undefined, undefined, undefined, 0, 1, 1, 2),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 90 }).map((minutes) => ({ do: 'wait' as const, minutes })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Mood[]>('well', 'well', 'slow', 'away', 'silent')
      .map((mood) => ({ do: 'provider' as const, mood })),
  },
  { weight: 2, arbitrary: fc.constantFrom('block' as const, 'unblock' as const).map((act) => ({ do: act })) },
  { weight: 1, arbitrary: fc.constant({ do: 'delete' as const }) },
)

/** Steps up to the evening. The message about the change falls due after the usual send window. */
const untilEvening: readonly Step[] = [
  ...Array.from({ length: 8 }, () => ({ do: 'wait' as const, minutes: 83 })),
  { do: 'change', quarter: 123, who: undefined },
  { do: 'wait', minutes: 74 },
]

async function live(c: Clinic, steps: readonly Step[], tellBooked: boolean) {
  let mood: Mood = 'well'
  let release = Promise.withResolvers<void>()
  const heard: { to: string; key: string; at: number }[] = []
  const deliver = async ({ to }: { to: string }, { key }: { key: string }) => {
    const at = c.clock.now
    if (mood === 'away') throw new DeliveryFailure({ error: 'unreachable', verdict: 'away' })
    if (mood === 'slow') await release.promise
    heard.push({ to, key, at })
    if (mood === 'silent') throw new DeliveryFailure({ error: 'no_answer', verdict: 'unknown' })
  }
  // Leases are renewed in real time, and the clock of this test jumps. So leases must be longer than the test's time.
  const leaseMs = 1_000 * hour
  const r = reminding(c, { channels: { email: deliver, sms: deliver }, deliveryMs: 60_000, leaseMs })
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { tellBooked }))
  const patients: (string | null)[] = [null]
  for (const email of ['zoe@example.org', 'anna@example.org'])
    patients.push((await newPatient(c.owner.call, { ...reachable, email })).id)
  const startAt = monday + 100 * quarter
  const times = (at: number) => ({
    startAt: new Date(at).toISOString(),
    endAt: new Date(at + hour).toISOString(),
  })
  const { id } = await newEntry(c.owner.call, { ...times(startAt), patientId: patients[1] })
  const path = `/api/v1/appointments/${id}`
  const rounds: Promise<unknown>[] = []
  const sendNow = async () => {
    const round = r.round()
    rounds.push(round)
    // A slow delivery goes on during the next steps.
    await (mood === 'slow' ? Promise.race([round, Bun.sleep(5)]) : round)
  }
  const wait = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 5) {
      c.clock.now += Math.min(left, 5) * minute
      await sendNow()
    }
  }
  for (const one of steps)
    if (one.do === 'wait') await wait(one.minutes)
    else if (one.do === 'provider') {
      mood = one.mood
      release.resolve()
      await Promise.all(rounds.splice(0))
      release = Promise.withResolvers()
    } else if (one.do === 'delete') await c.owner.call('DELETE', path)
    else {
      const at = one.do === 'change' && one.quarter !== undefined ? times(monday + one.quarter * quarter) : {}
      const to = one.do === 'change' && one.who !== undefined ? { patientId: patients[one.who] } : {}
      const type = one.do === 'change' ? {} : { type: one.do === 'block' ? 'unavailable' : 'appointment' }
      await c.owner.call('PATCH', path, { ...at, ...to, ...type })
    }
  mood = 'well'
  release.resolve()
  await Promise.all(rounds)
  await wait(30)
  return { id: id as string, heard, entry: (await c.owner.call('GET', path)).data }
}

test('§6.6 The last message that a patient gets is true, and no change is announced twice, also when deliveries are slow or end without an answer.', async () => {
  const kinds = new Map<string, number>()
  const round = () =>
    fc.assert(
      fc.asyncProperty(
        fc.noBias(fc.array<Step>(step, { minLength: 3, maxLength: 25, size: 'max' })),
        fc.boolean(),
        async (steps, tellBooked) => {
          // The longest runs last into the night, so messages may go out at any hour.
          await using c = await clinic({ atAnyHour: true })
          const { id, heard, entry } = await live(c, steps, tellBooked)
          const { now } = c.clock
          const notices = new Map(listNotices(c.practice.read, id).map((notice) => [notice.id, notice]))
          expect(new Set(heard.map(({ key }) => key)).size).toBe(heard.length)
          for (const { key, at } of heard) {
            const { kind, startAt } = notices.get(noticeIdOf(key))!
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
            expect(at).toBeLessThan(startAt - 10 * minute)
          }
          const all = [...notices.values()]
          for (const { state, kind } of all) if (kind !== 'reminder') expect(state).not.toBe('running')
          if (all.some(({ kind, reason }) => kind !== 'reminder' && reason !== null)) return
          const lastOf = Map.groupBy(heard, ({ key }) => {
            const { patientId, channel } = notices.get(noticeIdOf(key))!
            return `${patientId} ${channel}`
          })
          for (const messages of lastOf.values()) {
            const { kind, startAt, patientId } = notices.get(noticeIdOf(messages.at(-1)!.key))!
            if (startAt - 10 * minute <= now) continue
            const stands = entry?.type === 'appointment' && entry.patientId === patientId
            const actual = stands ? Date.parse(entry.startAt) : null
            const isNear = actual !== null && actual > now && actual - 10 * minute <= now
            if (!isNear)
              expect(kind === 'cancelled' ? null : startAt).toBe(
                actual !== null && actual > now ? actual : null,
              )
          }
        },
      ),
      // A search for a shorter failing run would exceed the time limit of the test, and hide the failure.
      { numRuns: 40, examples: [[untilEvening, true]], endOnFailure: true },
    )
  // A recall message is left out, because it is not about an appointment.
  const news = noticeKinds.filter((kind) => kind !== 'recall')
  await drawUntil(() => news.every((kind) => (kinds.get(kind) ?? 0) > 5), round)
})
