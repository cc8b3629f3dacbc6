import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { listNotices } from '../src/store/notices/notices.ts'
import { CalendarModel, clash, type Decision, type Entry } from './domain/calendar-model.ts'
import type { Answer } from './support/client.ts'
import { type Clinic, clinic, monday } from './support/clinic.ts'
import { drawUntil } from './support/draw-until.ts'

/**
 * Random work on a calendar, done through the service and on a plain model at the same time. Both must answer
 * alike. No chair is ever booked twice, and the notices are those of the standing entries.
 */
interface World {
  readonly c: Clinic
  readonly model: CalendarModel
  readonly foreignPatient: string
  readonly foreignChair: string
  /** How often each status was answered. */
  readonly answered: Map<number, number>
  /** How often each status was answered to several moves at once. */
  readonly moved: Map<number, number>
}

const quarter = 15 * 60_000
const nobody = '00000000-0000-4000-8000-000000000000'
const iso = (at: number) => new Date(at).toISOString()
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!

/** Repeats existing things, so that a step rarely picks a foreign, unknown or missing one. */
const often = <T>(things: readonly T[]): T[] => Array.from({ length: 8 }, () => things).flat()
const entryIds = ({ model }: World) => [
  ...often([...model.entries.keys()]),
  nobody,
  ...model.deleted.slice(-1),
]
const chairIds = ({ model, foreignChair }: World) => {
  const [one, two, closed] = model.chairs.map(({ id }) => id)
  return [...often([one!, two!]), closed!, foreignChair, nobody, null]
}
const patientIds = ({ model, foreignPatient }: World) => [
  ...often(model.patients),
  foreignPatient,
  nobody,
  null,
  null,
]

async function newWorld(c: Clinic, answered: World['answered'], moved: World['moved']): Promise<World> {
  const model = new CalendarModel()
  for (const active of [true, true, false]) {
    const { data } = await c.owner.call('POST', '/api/v1/chairs', {
      name: `Chair ${model.chairs.length}`,
      active,
    })
    model.chairs.push({ id: data.id, active })
  }
  const foreignChair = (await c.stranger.call('POST', '/api/v1/chairs', { name: 'Theirs' })).data.id
  const foreignPatient = (await c.stranger.call('POST', '/api/v1/patients', person)).data.id
  const w = { c, model, foreignChair, foreignPatient, answered, moved }
  for (let i = 0; i < 3; i++) await addPatient(w)
  return w
}

const person = { firstName: 'Zoé', lastName: 'Müller' }

async function addPatient({ c, model }: World): Promise<void> {
  model.patients.push((await c.owner.call('POST', '/api/v1/patients', person)).data.id)
}

/** One step of work. A counterexample shows the step's name. */
type Step = (w: World) => Promise<void>
const step = <T>(name: string, arbitrary: fc.Arbitrary<T>, run: (w: World, given: T) => Promise<void>) =>
  arbitrary.map((given): Step => {
    const one = (w: World) => run(w, given)
    return Object.assign(one, { [fc.toStringMethod]: () => `${name} ${JSON.stringify(given)}` })
  })

const which = fc.nat(1000)
const fields = {
  type: fc.constantFrom('appointment', 'appointment', 'unavailable', 'reminder'),
  /** In quarters of an hour from now, on both sides of the lead of 96. */
  start: fc.integer({ min: 80, max: 112 }),
  quarters: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 10 }) }, fc.constantFrom(0, -1)),
  chair: which,
  patient: which,
}
type Sent = { type?: string; start?: number; quarters?: number; chair?: number; patient?: number }

/** The fields of a request in the model's form. */
function wanted(w: World, before: Entry | undefined, sent: Sent): Partial<Entry> {
  const startAt = sent.start === undefined ? before?.startAt : monday + sent.start * quarter
  return {
    ...(sent.type !== undefined && { type: sent.type }),
    ...(sent.start !== undefined && { startAt: startAt! }),
    ...(sent.quarters !== undefined && { endAt: (startAt ?? monday) + sent.quarters * quarter }),
    ...(sent.chair !== undefined && { chairId: pick(chairIds(w), sent.chair) }),
    ...(sent.patient !== undefined && { patientId: pick(patientIds(w), sent.patient) }),
  }
}

const request = ({ startAt, endAt, ...rest }: Partial<Entry>): object => ({
  ...rest,
  ...(startAt !== undefined && { startAt: iso(startAt) }),
  ...(endAt !== undefined && { endAt: iso(endAt) }),
})

const book = step('book', fc.record(fields), async (w, sent) => {
  const entry = wanted(w, undefined, sent) as Entry
  const set = Object.fromEntries(Object.entries(request(entry)).filter(([, value]) => value !== null))
  const answer = await w.c.owner.call('POST', '/api/v1/appointments', set)
  expect(verdict(w, answer)).toEqual(w.model.decide(undefined, undefined, entry))
  if (answer.status === 201) w.model.put(answer.data.id, entry, w.c.clock.now)
})

const change = step(
  'change',
  fc.tuple(which, fc.record(fields, { requiredKeys: [] })),
  async (w, [n, sent]) => {
    const id = pick(entryIds(w), n)
    const before = w.model.entries.get(id)
    const changes = wanted(w, before, sent)
    const answer = await w.c.assistant.call('PATCH', `/api/v1/appointments/${id}`, request(changes))
    if (before === undefined) {
      // The service reports a wrong body before it looks for the entry.
      const backwards = changes.startAt !== undefined && changes.endAt! <= changes.startAt
      expect(verdict(w, answer)).toEqual({ status: backwards ? 400 : 404 })
      return
    }
    const after = { ...before, ...changes }
    expect(verdict(w, answer)).toEqual(w.model.decide(id, before, after))
    if (answer.status === 200) w.model.put(id, after, w.c.clock.now)
  },
)

/** Moves several entries at once. */
async function moveAll(w: World, moves: Map<string, Partial<Entry>>): Promise<void> {
  const planned = [...moves].map(([id, changes]) => {
    const before = w.model.entries.get(id)
    const length = before && before.endAt - before.startAt
    const kept = changes.startAt !== undefined && before ? { endAt: changes.startAt + length! } : {}
    return { id, after: before && { ...before, ...kept, ...changes } }
  })
  const body = { moves: [...moves].map(([id, changes]) => ({ id, ...request(changes) })) }
  const answer = await w.c.assistant.call('POST', '/api/v1/appointments/moves', body)
  expect(verdict(w, answer, true)).toEqual(w.model.decideMoves(planned))
  w.moved.set(answer.status, (w.moved.get(answer.status) ?? 0) + 1)
  if (answer.status === 200) for (const { id, after } of planned) w.model.put(id, after!, w.c.clock.now)
}

const places = { start: fields.start, quarters: fields.quarters, chair: fields.chair }
const moveSome = step(
  'move some',
  fc.array(fc.tuple(which, fc.record(places, { requiredKeys: [] })), { minLength: 1, maxLength: 4 }),
  (w, picked) => {
    const named = picked.map(([n, sent]) => [pick(entryIds(w), n), sent] as const)
    return moveAll(w, new Map(named.map(([id, sent]) => [id, wanted(w, w.model.entries.get(id), sent)])))
  },
)

/** Entries go round: each takes the place of the next one. */
const rotate = step('rotate', fc.tuple(which, fc.integer({ min: 2, max: 4 })), async (w, [n, most]) => {
  const all = [...w.model.entries]
  const ring = all.slice(n % Math.max(all.length, 1)).slice(0, most)
  const moves = ring.map(([id], i) => {
    const { startAt, chairId } = ring[(i + 1) % ring.length]![1]
    return [id, { startAt, chairId }] as const
  })
  if (moves.length > 0) await moveAll(w, new Map(moves))
})

const cancel = step('cancel', which, async (w, n) => {
  const id = pick(entryIds(w), n)
  const answer = await w.c.owner.call('DELETE', `/api/v1/appointments/${id}`)
  expect(verdict(w, answer)).toEqual({ status: w.model.entries.has(id) ? 200 : 404 })
  w.model.remove(id, w.c.clock.now)
})

const deletePatient = step('delete patient', which, async (w, n) => {
  const id = pick([...w.model.patients, w.foreignPatient], n)
  const known = w.model.patients.includes(id)
  const answer = await w.c.owner.call('DELETE', `/api/v1/patients/${id}`)
  expect(verdict(w, answer)).toEqual({ status: known ? 200 : 404 })
  if (known) w.model.removePatient(id, w.c.clock.now)
})

/** Time passes. An entry that was booked in time may then be inside the lead. */
const wait = step('wait', fc.integer({ min: 1, max: 8 }), async ({ c }, hours) => {
  c.clock.now += hours * 4 * quarter
})

const openOrClose = step('open or close chair', which, async ({ c, model }, n) => {
  const chair = pick(model.chairs, n)
  chair.active = !chair.active
  await c.owner.call('PATCH', `/api/v1/chairs/${chair.id}`, { active: chair.active })
})

/** An answer in the model's form. */
function verdict({ answered }: World, { status, body }: Answer, isOfMoves = false): Decision {
  answered.set(status, (answered.get(status) ?? 0) + 1)
  if (status !== 409) return { status }
  const details: { path: string; entryId: string }[] = body.error.details
  const named = details.map(({ path, entryId }) => (isOfMoves ? `${path.split('.')[1]} ${entryId}` : entryId))
  return { status, inTheWay: named.sort() }
}

/** The entries that the service lists in a window. */
async function listed(
  { c }: World,
  from: number,
  to: number,
  chair = '',
): Promise<(Entry & { id: string })[]> {
  const { data } = await c.owner.call('GET', `/api/v1/appointments?from=${iso(from)}&to=${iso(to)}${chair}`)
  return data.appointments.map(({ id, type, chairId, patientId, ...times }: Record<string, string>) => {
    const [startAt, endAt] = [Date.parse(times.startAt!), Date.parse(times.endAt!)]
    return { id, type, chairId, patientId, startAt, endAt }
  })
}

async function compare(w: World): Promise<void> {
  const { c, model } = w
  const all = await listed(w, monday, monday + 200 * quarter)
  expect(all).toEqual(model.list())
  expect(all.filter((a, i) => all.slice(i + 1).some((b) => clash(a, b)))).toEqual([])

  // The window begins at the second entry and ends before the last one.
  const [from, to, chair] = [all[1]?.startAt ?? monday, all.at(-1)?.startAt ?? monday, model.chairs[0]!.id]
  const within = model.list().filter(({ startAt }) => startAt >= from && startAt < to)
  expect(await listed(w, from, to)).toEqual(within)
  const onChair = within.filter(({ chairId }) => chairId === chair)
  expect(await listed(w, from, to, `&chairId=${chair}`)).toEqual(onChair)

  for (const id of [...model.entries.keys(), ...model.deleted]) {
    const live = listNotices(c.practice.read, id).filter(({ state }) => state !== 'cancelled')
    const inOrder = (jobs: object[]) => jobs.map((job) => JSON.stringify(job)).sort()
    expect(
      inOrder(
        live.map(({ channel, patientId, state, startAt, dueAt }) => ({
          channel,
          patientId,
          state,
          startAt,
          dueAt,
        })),
      ),
    ).toEqual(inOrder(model.jobsOf(id)))
  }
}

test('after random bookings, moves and deletions the calendar and its reminders follow the rules', async () => {
  const anyStep = fc.oneof(
    { weight: 8, arbitrary: book },
    { weight: 8, arbitrary: change },
    { weight: 4, arbitrary: moveSome },
    { weight: 4, arbitrary: rotate },
    { weight: 2, arbitrary: cancel },
    { weight: 1, arbitrary: deletePatient },
    { weight: 1, arbitrary: step('add patient', fc.constant(null), addPatient) },
    { weight: 1, arbitrary: wait },
    { weight: 1, arbitrary: openOrClose },
  )
  const work = fc.noBias(fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }))
  const [answered, moved] = [new Map<number, number>(), new Map<number, number>()]
  const round = () =>
    fc.assert(
      fc.asyncProperty(work, async (steps) => {
        await using c = await clinic({ atAnyHour: true })
        const w = await newWorld(c, answered, moved)
        for (const one of steps) {
          await one(w)
          await compare(w)
        }
      }),
      { numRuns: 30 },
    )
  // Steps that are always refused, or never, would prove nothing.
  const areAtLeast = (least: number, counts: Map<number, number>, statuses: number[]) =>
    statuses.every((status) => (counts.get(status) ?? 0) >= least)
  await drawUntil(
    () => areAtLeast(20, answered, [200, 201, 400, 404, 409]) && areAtLeast(5, moved, [200, 400, 409]),
    round,
  )
})
