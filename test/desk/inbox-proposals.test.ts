/** Tests of the free times that the inbox proposes for patients whose appointments must be moved. */
import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Inbox, InboxItem } from '../../src/desk/contract/names.ts'
import type { NewTime } from '../../src/desk/screens/inbox/new-times.ts'
import { until } from '../support/until.ts'

const real = globalThis.fetch
const asked: URLSearchParams[] = []
const own = {
  fetch: async (request: Request) => answer(new URL(request.url)),
  location: { origin: 'http://desk.example', hash: '' },
  window: { addEventListener: () => undefined },
  document: { addEventListener: () => undefined },
}
Object.assign(globalThis, own)
const { inbox } = await import('../../src/desk/screens/inbox/state.ts')
const { followNewTimes, giveTime, timesFor } = await import('../../src/desk/screens/inbox/new-times.ts')
const { propose } = await import('../../src/desk/screens/inbox/propose.ts')

afterAll(() => {
  for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name)
  globalThis.fetch = real
})

const quarter = 15 * 60_000
const begin = Date.parse('2026-03-03T08:00:00Z')
const chairs = Array.from({ length: 12 }, (_, i) => `chair ${i}`)
const instant = (quarters: number) => new Date(begin + quarters * quarter).toISOString()

/** Every chair is free all day and all night, and free times start at each quarter of an hour. */
function answer({ pathname, searchParams }: URL): Response {
  if (!pathname.endsWith('/openings')) return Response.json({ data: { appointmentTypes: [] } })
  asked.push(searchParams)
  const of = searchParams.get('chairIds')?.split(',') ?? chairs
  const [first, minutes] = ['cursor', 'durationMinutes'].map((name) => Number(searchParams.get(name) ?? 0))
  const openings = Array.from({ length: 100 }, (_, i) => {
    const at = Math.floor((first! + i) / of.length)
    return {
      chairId: of[(first! + i) % of.length]!,
      practitionerId: searchParams.get('practitionerId'),
      startAt: instant(at),
      endAt: instant(at + minutes! / 15),
    }
  })
  return Response.json({ data: { openings, nextCursor: String(first! + 100) } })
}

const displaced = (n: number, quarters: number, chairId: string, practitionerId: string | null) =>
  ({
    kind: 'displaced',
    recordId: `visit ${n}`,
    startAt: instant(-8),
    mark: null,
    displaced: { endAt: instant(quarters - 8), appointmentTypeId: null, chairId, practitionerId },
  }) as unknown as InboxItem

async function proposalsTo(items: InboxItem[]) {
  asked.length = 0
  inbox.show({ items, counts: {} } as unknown as Inbox)
  const stop = followNewTimes()
  await until('each patient is proposed times', () => items.every((item) => timesFor(item) !== undefined))
  const found = items.map((item) => timesFor(item)!)
  stop()
  return found
}

interface Time {
  chairId: string
  practitionerId: string | null
  startAt: string
  endAt: string
}

/** The pairs of times that cannot both be booked. */
const clashes = (times: readonly Time[]) =>
  times.flatMap((one, i) =>
    times
      .slice(i + 1)
      .filter(
        (other) =>
          (one.chairId === other.chairId ||
            (one.practitionerId !== null && one.practitionerId === other.practitionerId)) &&
          one.startAt < other.endAt &&
          other.startAt < one.endAt,
      )
      .map((other) => [one, other]),
  )

test('the times that the inbox proposes to two patients with different lengths do not overlap', async () => {
  const found = await proposalsTo([
    displaced(1, 2, 'chair 0', 'doctor'),
    displaced(2, 3, 'chair 1', 'doctor'),
  ])
  expect(found.map((times) => times.length)).toEqual([3, 3])
  expect(clashes(found.flat())).toEqual([])
  expect(found[0]![0]!.startAt).toBe(instant(0))
  expect(found[1]![0]!.startAt).toBe(instant(2))
})

test('with twelve chairs, each of thirty-one patients of one practitioner gets three different proposed times', async () => {
  const items = Array.from({ length: 31 }, (_, n) => displaced(n, 2, chairs[n % 2]!, 'another doctor'))
  const found = await proposalsTo(items)
  expect(found.map((times) => times.length)).toEqual(items.map(() => 3))
  expect(clashes(found.flat())).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(5)
})

test('the proposals for a few patients need one request, and may be on different chairs at the same time', async () => {
  const found = await proposalsTo([displaced(1, 2, 'chair 0', null), displaced(2, 2, 'chair 0', null)])
  expect(asked).toHaveLength(1)
  expect(found.map(([first]) => [first!.chairId, first!.startAt])).toEqual([
    ['chair 0', instant(0)],
    ['chair 1', instant(0)],
  ])
})

test('a time that one patient gets is not proposed to the next patient, also before the server has saved it', async () => {
  const [first, second] = [
    displaced(1, 2, 'chair 0', 'a third one'),
    displaced(2, 2, 'chair 1', 'a third one'),
  ]
  const [[given]] = (await proposalsTo([first, second])) as [NewTime[], NewTime[]]
  const stop = followNewTimes()
  const { promise, resolve } = Promise.withResolvers<void>()
  const moved = giveTime(given!, () => promise)
  expect(clashes([given!, ...timesFor(second)!])).toEqual([])
  // The first patient leaves the list. The desk requests free times before the server has moved the appointment.
  const before = asked.length
  inbox.show({ items: [second], counts: {} } as unknown as Inbox)
  await until('the server is asked', () => asked.length > before)
  await Bun.sleep(0)
  expect(timesFor(second)).toHaveLength(3)
  expect(clashes([given!, ...timesFor(second)!])).toEqual([])
  const meanwhile = asked.length
  resolve()
  await moved
  await until('the server is asked again', () => asked.length > meanwhile)
  stop()
})

test('for any free times and patients, proposals never overlap, and no usable free time is left out', () => {
  const time = fc
    .record({
      chairId: fc.constantFrom('a', 'b'),
      practitionerId: fc.constantFrom('x', 'y', null),
      from: fc.nat(20),
      quarters: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ from, quarters, ...place }) => ({
      ...place,
      startAt: instant(from),
      endAt: instant(from + quarters),
    }))
  const list = fc
    .array(time, { maxLength: 20 })
    .map((all) => all.sort((a, b) => (a.startAt < b.startAt ? -1 : 1)))
  fc.assert(
    fc.property(list, list, fc.array(fc.nat(1), { maxLength: 6 }), (some, others, whose) => {
      const wished = whose.map((n) => [some, others][n]!)
      const proposed = propose(wished)
      expect(clashes(proposed.flat())).toEqual([])
      for (const [i, times] of proposed.entries()) {
        expect(times.length).toBeLessThanOrEqual(3)
        for (const one of times) expect(wished[i]).toContain(one)
        // A patient with fewer than three times has no other possible time that is still free.
        const given = proposed.flat()
        if (times.length < 3)
          for (const one of wished[i]!)
            expect(given.some((other) => other === one || clashes([one, other]).length > 0)).toBe(true)
      }
    }),
  )
})
