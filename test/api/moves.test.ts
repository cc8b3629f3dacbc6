/** Several entries that move in one request (RULES §22). */
import { describe, expect, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { inFile } from '../store/in-file.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { auditRows, inShort } from '../support/audit.ts'
import { booked, reachable } from '../support/booked.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import {
  absentId,
  at,
  entriesOfTuesday,
  malformedIds,
  newChair,
  newEntry,
  newPatient,
} from '../support/records.ts'

const path = '/api/v1/appointments/moves'

/** Makes a chair with appointments at nine, ten and eleven, each one hour long. */
async function withThree(c: Clinic) {
  const { id: chairId } = await newChair(c.owner.call)
  const [nine, ten, eleven] = [
    await newEntry(c.owner.call, { chairId }),
    await newEntry(c.owner.call, { chairId, startAt: at('10:00'), endAt: at('11:00') }),
    await newEntry(c.owner.call, { chairId, startAt: at('11:00'), endAt: at('12:00') }),
  ]
  const move = (...moves: object[]) => c.assistant.call('POST', path, { moves })
  return { chairId: chairId as string, nine, ten, eleven, move }
}

const timesOf = (answer: Answer): string[][] =>
  success(answer).appointments.map(({ startAt, endAt }: Record<string, string>) => [
    startAt!.slice(11, 16),
    endAt!.slice(11, 16),
  ])

/** Returns the rows of entries and reminders, which a refusal must not change. */
const everything = (c: Clinic) =>
  ['entries', 'reminder_jobs', 'past_reminders', 'cancellations', 'retries'].map((table) =>
    inFile(c.path, `SELECT * FROM ${table}`),
  )

describe('a batch of moves', () => {
  test('§22.1 The overlap rule is checked with all moved entries at their new times, so that two appointments may change places.', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    const answer = await move({ id: nine.id, startAt: at('10:00') }, { id: ten.id, startAt: at('09:00') })
    expect(timesOf(answer)).toEqual([
      ['10:00', '11:00'],
      ['09:00', '10:00'],
    ])
    expect(answer.data.appointments).toEqual([
      { ...nine, startAt: at('10:00'), endAt: at('11:00'), version: 2, warnings: [] },
      { ...ten, startAt: at('09:00'), endAt: at('10:00'), version: 2, warnings: [] },
    ])
    expect((await entriesOfTuesday(c.owner.call)).slice(0, 2)).toEqual(
      answer.data.appointments.map(({ warnings: _, ...entry }: { warnings: [] }) => entry).toReversed(),
    )
  })

  test('three appointments on two chairs can exchange their places in a circle in one request', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    const other = await newChair(c.owner.call)
    const elsewhere = await newEntry(c.owner.call, { chairId: other.id })
    const answer = await move(
      { id: nine.id, startAt: ten.startAt },
      { id: ten.id, startAt: elsewhere.startAt, chairId: other.id },
      { id: elsewhere.id, chairId: nine.chairId },
    )
    expect(success(answer).appointments.map(({ chairId }: { chairId: string }) => chairId)).toEqual([
      nine.chairId,
      other.id,
      nine.chairId,
    ])
  })

  test('three adjoining appointments can move by 15 minutes in one request, in any order of the moves', async () => {
    await using c = await clinic()
    const { nine, ten, eleven, move } = await withThree(c)
    const moved = [nine, ten, eleven].map(({ id, startAt }) => ({
      id,
      startAt: new Date(Date.parse(startAt) + 900_000).toISOString(),
    }))
    for (const moves of [moved, moved.toReversed()]) success(await move(...moves))
    expect((await entriesOfTuesday(c.owner.call)).map(({ startAt }: { startAt: string }) => startAt)).toEqual(
      [at('09:15'), at('10:15'), at('11:15')],
    )
  })

  test('§22.1 A move with only a start keeps the length, and a move with only an end keeps the start. A move with only a chair keeps both times.', async () => {
    await using c = await clinic()
    const { nine, ten, eleven, move } = await withThree(c)
    const other = await newChair(c.owner.call)
    expect(
      timesOf(
        await move(
          { id: nine.id, startAt: at('07:30') },
          { id: ten.id, endAt: at('10:30') },
          { id: eleven.id, chairId: other.id },
        ),
      ),
    ).toEqual([
      ['07:30', '08:30'],
      ['10:00', '10:30'],
      ['11:00', '12:00'],
    ])
  })

  test('a move can remove an entry from its chair, and can also move a block', async () => {
    await using c = await clinic()
    const { chairId, nine, move } = await withThree(c)
    const block = await newEntry(c.owner.call, {
      type: 'unavailable',
      startAt: at('20:00'),
      endAt: at('21:00'),
    })
    const answer = await move({ id: nine.id, chairId: null }, { id: block.id, startAt: at('09:00'), chairId })
    expect(success(answer).appointments[0]).toMatchObject({ chairId: null, startAt: at('09:00') })
  })

  test('an entry on a chair out of use can move to another time, but no other entry can move to this chair', async () => {
    await using c = await clinic()
    const { chairId, nine, move } = await withThree(c)
    const stranded = await newEntry(c.owner.call)
    success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
    success(await move({ id: nine.id, startAt: at('06:00') }))
    invalid(await move({ id: stranded.id, chairId }), 'moves.0.chairId')
  })

  test('§22.1 A move that changes nothing leaves the entry, its version and `updatedAt` as they are.', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    c.clock.now += 60_000
    const moves = [{ id: nine.id }, { id: ten.id.toUpperCase(), startAt: ten.startAt, chairId: ten.chairId }]
    expect(success(await move(...moves)).appointments).toEqual(
      [nine, ten].map((entry) => ({ ...entry, warnings: [] })),
    )
  })

  test('a moved entry keeps its practitioner', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    const practitionerId = c.assistant.userId
    await c.practice.write((tx) => {
      updateEntry(tx, nine.id, { practitionerId })
      tx.record({ kind: 'write' })
    })
    const swap = [
      { id: nine.id, startAt: ten.startAt },
      { id: ten.id, startAt: nine.startAt },
    ]
    const expected = [{ practitionerId }, { practitionerId: null }]
    expect(success(await move(...swap)).appointments).toMatchObject(expected)
    expect((await entriesOfTuesday(c.owner.call)).slice(0, 2)).toMatchObject(expected.toReversed())
  })

  test('a repeated request with its key moves the entries once', async () => {
    await using c = await clinic()
    const { nine, ten } = await withThree(c)
    const swap = {
      moves: [
        { id: nine.id, startAt: ten.startAt },
        { id: ten.id, startAt: nine.startAt },
      ],
    }
    const send = () => c.owner.call('POST', path, swap, { 'idempotency-key': 'swap' })
    const [first, again] = [await send(), await send()]
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await entriesOfTuesday(c.owner.call))[0].id).toBe(ten.id)
  })
})

describe('a refused batch of moves', () => {
  test('§22.1 A conflict names the entries in the way of each move, with the path of the move: `moves.3.startAt`.', async () => {
    await using c = await clinic()
    const { chairId, nine, ten, eleven, move } = await withThree(c)
    const other = await newEntry(c.owner.call, { startAt: at('15:00'), endAt: at('16:00') })
    const before = everything(c)
    const answer = await move(
      { id: other.id, chairId },
      { id: nine.id, startAt: at('10:30') },
      { id: ten.id, startAt: at('15:30') },
    )
    problem(answer, 409, 'conflict')
    const met = (i: number, { id }: { id: string }, startAt: string, endAt: string) => ({
      path: `moves.${i}.startAt`,
      message: 'overlaps an entry on this chair',
      entryId: id,
      startAt: at(startAt),
      endAt: at(endAt),
    })
    // The new times of the other moves count, and not their old times.
    expect(answer.body.error.details).toEqual([
      met(0, ten, '15:30', '16:30'),
      met(1, eleven, '11:00', '12:00'),
      met(2, other, '15:00', '16:00'),
    ])
    expect(answer.body.error.message).toBe(
      'The chair is taken at 3 of the 3 times: 3 entries are in the way. Nothing was changed. Choose other times or another chair.',
    )
    expect(everything(c)).toEqual(before)
  })

  test('a batch of moves is refused when an entry moves to the time of an entry in the batch that stays', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    const answer = await move({ id: ten.id }, { id: nine.id, startAt: at('09:30') })
    problem(answer, 409, 'conflict')
    expect(answer.body.error.details).toMatchObject([
      { path: 'moves.0.startAt', entryId: nine.id },
      { path: 'moves.1.startAt', entryId: ten.id },
    ])
  })

  test('a refused batch names the first 100 conflicts of all its moves, and the message has their number', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const minute = (n: number) => new Date(Date.parse(at('00:00')) + n * 60_000).toISOString()
    for (let i = 0; i < 70; i++)
      await newEntry(c.owner.call, { chairId, startAt: minute(i), endAt: minute(i + 1) })
    const long = [1, 2].map(() => newEntry(c.owner.call, { startAt: minute(0), endAt: minute(100) }))
    const moves = (await Promise.all(long)).map(({ id }) => ({ id, chairId }))
    const answer = await c.owner.call('POST', path, { moves })
    problem(answer, 409, 'conflict')
    const { message, details } = answer.body.error
    expect(message).toContain('142 entries are in the way, and `details` names the first 100.')
    expect(details).toHaveLength(100)
    const ofFirst = details.filter(({ path }: { path: string }) => path === 'moves.0.startAt')
    expect(ofFirst).toHaveLength(71)
  })

  test('§22.1 An entry id that is unknown, malformed or of another practice is 400. The error has the path of the move: `moves.3.id`.', async () => {
    await using c = await clinic()
    const { nine, move } = await withThree(c)
    const theirs = await newEntry(c.stranger.call)
    const answer = await move({ id: nine.id, startAt: at('14:00') }, { id: absentId }, { id: theirs.id })
    invalid(answer, 'moves.1.id', 'moves.2.id')
    const [unknown, foreign] = answer.body.error.details
    expect(foreign.message).toBe(unknown.message)
    invalid(await move({ id: nine.id, chairId: absentId }), 'moves.0.chairId')
    for (const id of malformedIds) invalid(await move({ id }), 'moves.0.id')
    expect((await entriesOfTuesday(c.owner.call))[0]).toEqual(nine)
  })

  test('a batch of moves is refused when it names an entry twice, also in upper case', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    invalid(await move({ id: nine.id }, { id: ten.id }, { id: nine.id.toUpperCase() }), 'moves.2.id')
  })

  test('§22.1 `POST /api/v1/appointments/moves` moves 1 to 50 entries at once, all of them or none of them.', async () => {
    await using c = await clinic()
    const { nine, move } = await withThree(c)
    invalid(await move(), 'moves')
    invalid(await move(...Array(51).fill({ id: nine.id })), 'moves')
  })

  test('a batch of moves is refused when an end that was sent or results is not after its start', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    invalid(await move({ id: nine.id, startAt: at('09:00'), endAt: at('09:00') }), 'moves.0.endAt')
    invalid(
      await move({ id: ten.id, startAt: at('13:00') }, { id: nine.id, endAt: at('08:00') }),
      'moves.1.endAt',
    )
    invalid(await move({ id: nine.id, startAt: '9999-12-31T23:30:00Z' }), 'moves.0.startAt')
  })

  test('§22.1 A move may name the version that the caller has seen. When an entry has another version, nothing moves: 412 `precondition_failed`.', async () => {
    await using c = await clinic()
    const { nine, ten, eleven, move } = await withThree(c)
    success(await c.owner.call('PATCH', `/api/v1/appointments/${ten.id}`, { title: 'Check-up' }))
    const answer = await move(
      { id: nine.id, startAt: ten.startAt, version: 1 },
      { id: ten.id, startAt: nine.startAt, version: 1 },
      { id: eleven.id },
    )
    problem(answer, 412, 'precondition_failed', ['moves.1.version'])
    expect(answer.body.error.details[0].version).toBe(2)
    success(
      await move(
        { id: nine.id, startAt: ten.startAt, version: 1 },
        { id: ten.id, startAt: nine.startAt, version: 2 },
      ),
    )
  })

  test('a batch of moves with an invalid field and a conflict gets only the error about the field', async () => {
    await using c = await clinic()
    const { nine, ten, move } = await withThree(c)
    invalid(
      await move({ id: nine.id, startAt: at('10:30') }, { id: ten.id, chairId: absentId }),
      'moves.1.chairId',
    )
  })
})

test('when twenty equal batches with versions are sent at once, one succeeds and the others get 412', async () => {
  await using c = await clinic()
  const { nine, ten } = await withThree(c)
  const swap = (version: number) => ({
    moves: [
      { id: nine.id, startAt: at('10:00'), version },
      { id: ten.id, startAt: at('09:00'), version },
    ],
  })
  const answers = await atOnce(20, () => c.owner.call('POST', path, swap(1)))
  expect(statusCounts(answers)).toEqual({ 200: 1, 412: 19 })
})

test('when two batches move an entry to the same free time at once, one succeeds and the other changes nothing', async () => {
  await using c = await clinic()
  const { nine, ten } = await withThree(c)
  const answers = await atOnce(2, (n) =>
    c.owner.call('POST', path, {
      moves: [{ id: [nine, ten][n].id, startAt: at('14:00') }],
    }),
  )
  expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 })
})

test('§22.1 A patient gets the same messages about a move as about a change of the entry.', async () => {
  const told = async (change: (c: Clinic, a: Booked, b: Booked) => Promise<void>) => {
    await using c = await clinic({ atAnyHour: true })
    const { id: chairId } = await newChair(c.owner.call)
    const a = await booked(c, {}, { chairId })
    const b = await booked(c, {}, { chairId, startAt: at('10:00'), endAt: at('11:00') })
    await change(c, a, b)
    return [a, b].map(({ id }) =>
      listNotices(c.practice.read, id).map(({ kind, channel, state, reason, startAt, dueAt }) => ({
        kind,
        channel,
        state,
        reason,
        startAt,
        dueAt,
      })),
    )
  }
  const byBatch = await told(async (c, a, b) => {
    const moves = [
      { id: a.id, startAt: at('10:00') },
      { id: b.id, startAt: at('09:00') },
    ]
    success(await c.owner.call('POST', path, { moves }))
  })
  const byPatches = await told(async (_, a, b) => {
    await a.patch({ chairId: null })
    await b.patch({ startAt: at('09:00'), endAt: at('10:00') })
    await a.patch({ startAt: at('10:00'), endAt: at('11:00') })
  })
  expect(byBatch).toEqual(byPatches)
  expect(byBatch.flat().length).toBeGreaterThan(4)
})

type Booked = Awaited<ReturnType<typeof booked>>

test('the audit trail gets a write row for each entry that moves, and a read row for each entry that stays', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  const { id } = await newEntry(c.owner.call, { patientId })
  const other = await newEntry(c.owner.call, { patientId })
  const moves = [{ id, startAt: at('15:00') }, { id: other.id }]
  success(await c.owner.call('POST', path, { moves }))
  const rows = (await auditRows(c)).filter(({ action }) => action === 'moveAppointments')
  expect(rows.map(inShort)).toEqual(['write appointment of a patient', 'read appointment of a patient'])
})
