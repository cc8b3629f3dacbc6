import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { floodCodes, holdMs } from '../src/domain/online-booking.ts'
import { listNotices } from '../src/store/notices/notices.ts'
import { CalendarModel, clash, type Decision, type Entry } from './domain/calendar-model.ts'
import type { Answer } from './support/client.ts'
import { monday } from './support/clinic.ts'
import { drawUntil } from './support/draw-until.ts'
import { type BookingClinic, bookingClinic, online, type Visitor } from './support/online-booking.ts'
import { weekOf } from './support/week.ts'

/** A time that somebody holds or requests online. */
interface Held {
  readonly visitor: Visitor
  readonly secret: string
  readonly isInstant: boolean
  /** The moment at which the hold or request ends, in epoch milliseconds. */
  readonly until: number
  /** The patient of a request. Null for a time that is only held. */
  readonly patientId: string | null
}

/**
 * Random work on a calendar, by members and by people who book online. Each step is carried out by the service and by a
 * simple model. Both must give the same answers. No chair is ever booked twice, and only present entries have notices.
 */
interface World {
  readonly c: BookingClinic
  /** The times that are held or requested, by the id of their entry. */
  readonly held: Map<string, Held>
  /** The ids of entries that people made online. */
  readonly fromOnline: Set<string>
  /** The moments at which confirmation codes were sent, in epoch milliseconds. */
  readonly codes: number[]
  /** The id of an appointment type that people can only request online. */
  readonly requestTypeId: string
  readonly model: CalendarModel
  readonly foreignPatient: string
  readonly foreignChair: string
  /** The number of answers with each status. */
  readonly answered: Map<number, number>
  /** The number of answers with each status to requests with several moves. */
  readonly moved: Map<number, number>
  /** The number of times that each outcome of online booking occurred. */
  readonly happened: Map<string, number>
}

const quarter = 15 * 60_000
const nobody = '00000000-0000-4000-8000-000000000000'
const iso = (at: number) => new Date(at).toISOString()
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!

/** Repeats existing ids, so that a step rarely picks an id that is foreign, unknown or missing. */
const often = <T>(things: readonly T[]): T[] => Array.from({ length: 8 }, () => things).flat()
const entryIds = ({ model, held }: World) => [
  ...often([...model.entries.keys()].filter((id) => !held.has(id))),
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

async function newWorld(
  c: BookingClinic,
  counts: Pick<World, 'answered' | 'moved' | 'happened'>,
): Promise<World> {
  const model = new CalendarModel()
  model.chairs.push({ id: c.chairId, active: true })
  for (const active of [true, false]) {
    const { data } = await c.owner.call('POST', '/api/v1/chairs', {
      name: `Chair ${model.chairs.length}`,
      active,
    })
    model.chairs.push({ id: data.id, active })
  }
  const foreignChair = (await c.stranger.call('POST', '/api/v1/chairs', { name: 'Theirs' })).data.id
  const foreignPatient = (await c.stranger.call('POST', '/api/v1/patients', person)).data.id
  const request = { name: 'Treatment', durationMinutes: 30, online: online('request', soon) }
  const requestTypeId = (await c.owner.call('POST', '/api/v1/appointment-types', request)).data.id
  await c.owner.call('PATCH', '/api/v1/practice', { workingHours: weekOf([hours]) })
  const begun = { held: new Map(), fromOnline: new Set<string>(), codes: [], requestTypeId }
  const w = { c, model, foreignChair, foreignPatient, ...begun, ...counts }
  for (let i = 0; i < 3; i++) await addPatient(w)
  return w
}

/** The hours in which times are offered online, in UTC. */
const hours = { start: '06:00', end: '10:00' }
const opens = Date.parse(`2026-03-03T${hours.start}:00.000Z`)
/** With this setting, a time is offered until its start. */
const soon = { leastNoticeMinutes: 0 }

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
  /** The start in quarters of an hour after `monday`, below and above the reminder lead of 96. */
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

/** Moves several entries in a circle: each gets the time and chair of the next entry. */
const rotate = step('rotate', fc.tuple(which, fc.integer({ min: 2, max: 4 })), async (w, [n, most]) => {
  const all = [...w.model.entries].filter(([id]) => !w.held.has(id))
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

/** Lets hours pass. Then an entry may be inside the lead, and a held time may have ended. */
const wait = step('wait', fc.integer({ min: 1, max: 8 }), async (w, hours) => pass(w, hours * 4 * quarter))
const waitShortly = step('wait shortly', fc.integer({ min: 1, max: 11 }), async (w, minutes) =>
  pass(w, minutes * 60_000),
)

function pass({ c, model, held }: World, ms: number): void {
  c.clock.now += ms
  for (const [id, { until }] of held)
    if (until <= c.clock.now) {
      held.delete(id)
      model.remove(id, c.clock.now)
    }
}

const count = ({ happened }: World, what: string): void =>
  void happened.set(what, (happened.get(what) ?? 0) + 1)
const isFlooded = ({ c, codes }: World) =>
  codes.filter((at) => at > c.clock.now - 4 * quarter).length >= floodCodes
const unproven = ({ held }: World) => [...held].filter(([, { patientId }]) => patientId === null)

/** The number of times of the day that are offered online. The entries in `without` do not count. */
const offers = ({ c, model }: World, without?: ReadonlySet<string>) =>
  [...Array(15).keys()]
    .map((n) => opens + n * quarter)
    .filter((startAt) => startAt >= c.clock.now)
    .filter((startAt) => model.offered({ startAt, endAt: startAt + 2 * quarter }, without) !== undefined)
    .length

/** A visitor holds a time online. */
const hold = step(
  'hold',
  fc.tuple(fc.integer({ min: 82, max: 106 }), fc.boolean()),
  async (w, [start, one]) => {
    const { c, model, held } = w
    const startAt = monday + start * quarter
    const time = { startAt, endAt: startAt + 2 * quarter }
    const isOpen = startAt >= opens && time.endAt <= opens + 16 * quarter && startAt >= c.clock.now
    const chairId = isOpen ? model.offered(time) : undefined
    const visitor = c.visitor()
    const appointmentTypeId = one ? c.typeId : w.requestTypeId
    const answer = await visitor.hold(iso(startAt), { appointmentTypeId })
    if (chairId === undefined) {
      expect(answer.status).toBe(409)
      const others: { startAt: string }[] = answer.body.error.details
      for (const { startAt } of others.filter((other) => other.startAt !== undefined))
        expect(
          model.offered({ startAt: Date.parse(startAt), endAt: Date.parse(startAt) + 2 * quarter }),
        ).toBeDefined()
      return count(w, 'hold gone')
    }
    const before = unproven(w)
    const ids = new Set(before.map(([id]) => id))
    const entry = { ...time, type: 'unavailable', chairId, patientId: null }
    const left = () => {
      model.entries.set('new', entry)
      const number = offers(w)
      model.entries.delete('new')
      return number
    }
    const waiting = new Set(held.keys())
    const tooMany = (ids: ReadonlySet<string>, most: number) =>
      ids.size > 0 && offers(w, ids) - left() > offers(w, ids) * most
    if (tooMany(ids, 1 / 4) || tooMany(waiting, 1 / 2)) {
      expect(answer.status).toBe(429)
      return count(w, 'hold too many')
    }
    expect(answer.status).toBe(201)
    const isInstant = one && !isFlooded(w)
    expect(answer.data.mode).toBe(isInstant ? 'instant' : 'request')
    const until = Math.min(c.clock.now + holdMs, startAt)
    expect(answer.data.expiresAt).toBe(iso(until))
    count(w, 'hold')
    if (until <= c.clock.now) return
    const [made] = (await listed(w, startAt, startAt + 1)).filter(({ id }) => !model.entries.has(id))
    model.put(made!.id, entry, c.clock.now)
    w.fromOnline.add(made!.id)
    held.set(made!.id, { visitor, secret: answer.data.secret, isInstant: one, until, patientId: null })
  },
)

/** A visitor proves a contact, and books or requests the held time. */
const confirm = step('confirm', which, async (w, n) => {
  const { c, model, held } = w
  const some = unproven(w)
  if (some.length === 0) return
  const [id, one] = pick(some, n)
  const code = await one.visitor.code(one.secret, { email: `${id}@example.org` })
  w.codes.push(c.clock.now)
  const answer = await one.visitor.confirm(one.secret, code)
  expect(answer.status).toBe(200)
  const isInstant = one.isInstant && !isFlooded(w)
  expect(answer.data.state).toBe(isInstant ? 'booked' : 'requested')
  count(w, answer.data.state)
  const before = model.entries.get(id)!
  if (isInstant) {
    held.delete(id)
    const { patientId } = (await c.owner.call('GET', `/api/v1/appointments/${id}`)).data
    model.patients.push(patientId)
    model.put(id, { ...before, type: 'appointment', patientId }, c.clock.now)
  } else {
    const until = Math.min(c.clock.now + requestHours * 4 * quarter, before.startAt)
    expect(answer.data.decidedBy).toBe(iso(until))
    const { items } = (await c.owner.call('GET', '/api/v1/inbox?kind=online_request')).data
    const { patientId } = items.find(({ recordId }: { recordId: string }) => recordId === id)
    model.patients.push(patientId)
    held.set(id, { ...one, until, patientId })
  }
})
const requestHours = 48
const outcomes = [
  ...['hold', 'hold gone', 'hold too many', 'booked', 'requested'],
  ...['accepted', 'accepted elsewhere', 'accept refused', 'declined', 'released'],
]

/** A member accepts a request, perhaps for another time or chair. A time that is only held cannot be accepted. */
const accept = step(
  'accept',
  fc.tuple(
    which,
    fc.record({ start: fields.start, quarters: fields.quarters, chair: which }, { requiredKeys: [] }),
  ),
  async (w, [n, sent]) => {
    const { c, model, held } = w
    if (held.size === 0) return
    const [id, { patientId }] = pick([...held], n)
    const before = model.entries.get(id)!
    const { quarters = 2, ...place } = sent
    const changes = wanted(w, before, sent.start === undefined ? { ...place } : { ...place, quarters })
    const body = { ...request(changes), type: 'appointment' }
    const answer = await c.assistant.call('PATCH', `/api/v1/appointments/${id}`, body)
    const booked = { ...before, type: 'appointment', patientId }
    const after = { ...booked, ...changes }
    if (after.endAt <= after.startAt) return expect(answer.status).toBe(400)
    if (patientId === null || !model.patients.includes(patientId)) {
      expect(answer.status).toBe(409)
      return count(w, 'accept refused')
    }
    expect(verdict(w, answer)).toEqual(model.decide(id, booked, after))
    if (answer.status !== 200) return
    held.delete(id)
    model.put(id, booked, c.clock.now)
    model.put(id, after, c.clock.now)
    count(w, sent.start === undefined ? 'accepted' : 'accepted elsewhere')
  },
)

/** A member declines a request, or releases a time that is held. */
const decline = step('decline', which, async (w, n) => {
  if (w.held.size === 0) return
  const [id, { patientId }] = pick([...w.held], n)
  const answer = await w.c.assistant.call('DELETE', `/api/v1/appointments/${id}`)
  expect(answer.status).toBe(200)
  w.held.delete(id)
  w.model.remove(id, w.c.clock.now)
  count(w, patientId === null ? 'released' : 'declined')
})

/** The service deletes held times that have ended. The answers of the API do not change. */
const endHolds = step('end holds', fc.constant(null), async ({ c }) => {
  while (await c.store.holdUpkeep.endNext(c.clock.now));
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
    // Other tests check the messages about changes to people who booked online, so they are left out here.
    const live = listNotices(c.practice.read, id).filter(
      ({ state, kind }) => state !== 'cancelled' && (kind === 'reminder' || !w.fromOnline.has(id)),
    )
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

test('after random bookings, moves and deletions, the calendar and its reminders follow the rules', async () => {
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
    { weight: 8, arbitrary: hold },
    { weight: 5, arbitrary: confirm },
    { weight: 2, arbitrary: accept },
    { weight: 1, arbitrary: decline },
    { weight: 2, arbitrary: waitShortly },
    { weight: 1, arbitrary: endHolds },
  )
  const work = fc.noBias(fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }))
  const [answered, moved] = [new Map<number, number>(), new Map<number, number>()]
  const happened = new Map<string, number>()
  const round = () =>
    fc.assert(
      fc.asyncProperty(work, async (steps) => {
        await using c = await bookingClinic('instant', soon, { atAnyHour: true, timezone: 'UTC' })
        const w = await newWorld(c, { answered, moved, happened })
        for (const one of steps) {
          await one(w)
          await compare(w)
        }
      }),
      { numRuns: 30 },
    )
  // The test draws until each status and outcome occurred often enough. Steps that are always refused prove nothing.
  const areAtLeast = <K>(least: number, counts: Map<K, number>, statuses: readonly K[]) =>
    statuses.every((status) => (counts.get(status) ?? 0) >= least)
  await drawUntil(
    () =>
      areAtLeast(20, answered, [200, 201, 400, 404, 409]) &&
      areAtLeast(5, moved, [200, 400, 409]) &&
      areAtLeast(2, happened, outcomes),
    round,
  )
})
