/** Series and moves in a practice where a member can treat on only one chair at a time (RULES §22, §27). */
import { expect, test } from 'bun:test'
import { invalid, problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, at, type Fields, newChair, newEntry } from '../support/records.ts'

/** Makes two chairs. One member treats on the first chair at nine and on the second chair at ten. */
async function treating(c: Clinic, practitionersOnce = true) {
  success(await c.owner.call('PATCH', '/api/v1/practice', { practitionersOnce }))
  const practitionerId = c.assistant.userId
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const times = { startAt: at('10:00'), endAt: at('11:00') }
  const nine = await newEntry(c.owner.call, { chairId: one.id, practitionerId })
  const ten = await newEntry(c.owner.call, { chairId: two.id, practitionerId, ...times })
  const move = (...moves: Fields[]) => c.owner.call('POST', '/api/v1/appointments/moves', { moves })
  const series = (query: string, fields: Fields = {}) =>
    c.owner.call('POST', `/api/v1/appointments/series${query}`, {
      type: 'appointment',
      startAt: '2026-03-03T10:30:00Z',
      endAt: '2026-03-03T11:30:00Z',
      practitionerId,
      repeat: { every: 1, unit: 'week', count: 3 },
      ...fields,
    })
  return { nine, ten, move, series }
}

test('two appointments of one member can exchange their times in one request', async () => {
  await using c = await clinic()
  const { nine, ten, move } = await treating(c)
  success(await move({ id: nine.id, startAt: at('10:00') }, { id: ten.id, startAt: at('09:00') }))
})

test('§22.1 With `practitionersOnce`, a move to a time at which the member treats elsewhere is refused, and the answer names the other entry.', async () => {
  await using c = await clinic()
  const { nine, ten, move } = await treating(c)
  const answer = await move({ id: ten.id }, { id: nine.id, startAt: at('10:30') })
  problem(answer, 409, 'conflict', ['moves.0.practitionerId', 'moves.1.practitionerId'])
  expect(answer.body.error.details[1]).toEqual({
    path: 'moves.1.practitionerId',
    message: 'treats in another entry at that time',
    entryId: ten.id,
    startAt: at('10:00'),
    endAt: at('11:00'),
  })
  expect(answer.body.error.message).toBe(
    'The chair is taken or the member who treats is busy at 2 of the 2 times: 2 entries are in the way. Nothing was changed. Choose other times or another chair.',
  )
  const both = await move({ id: ten.id, startAt: at('12:00') }, { id: nine.id, startAt: at('12:30') })
  problem(both, 409, 'conflict', ['moves.0.practitionerId', 'moves.1.practitionerId'])
})

test('§27 When entries of one member overlap from the time before `practitionersOnce`, they can still change their chairs. A new time that overlaps is refused.', async () => {
  await using c = await clinic()
  const practitionerId = c.assistant.userId
  const chairIds = await Promise.all(Array.from({ length: 3 }, async () => (await newChair(c.owner.call)).id))
  const past = { startAt: '2026-02-03T09:00:00Z', endAt: '2026-02-03T10:00:00Z', practitionerId }
  const one = await newEntry(c.owner.call, { chairId: chairIds[0], ...past })
  const two = await newEntry(c.owner.call, { chairId: chairIds[1], ...past })
  const { ten, move } = await treating(c)
  const other = { id: one.id, chairId: chairIds[2] }
  const both = await move(other, { id: ten.id, startAt: past.startAt })
  // The first move keeps its time. So the entry that it overlapped before does not hinder this move.
  const inTheWay = ['moves.0', 'moves.1', 'moves.1'].map((place) => `${place}.practitionerId`)
  problem(both, 409, 'conflict', inTheWay)
  expect(both.body.error.details.map(({ entryId }: Fields) => entryId)).toEqual([ten.id, one.id, two.id])
  expect(both.body.error.message).toContain('at 2 of the 2 times: 3 entries are in the way')
  // In both cases, the second move is refused because of `taken`. The answer does not name the overlap from before.
  const taken = await newEntry(c.owner.call, {
    chairId: chairIds[0],
    startAt: at('15:00'),
    endAt: at('16:00'),
  })
  for (const first of [{ id: one.id }, other]) {
    const refused = await move(first, { id: ten.id, chairId: taken.chairId, startAt: at('15:30') })
    problem(refused, 409, 'conflict', ['moves.1.startAt'])
    expect(refused.body.error.details[0]).toMatchObject({ entryId: taken.id })
  }
  expect(success(await move(other)).appointments[0]).toMatchObject({ ...other, practitionerId, version: 2 })
  const later = await move({ id: one.id, startAt: '2026-02-03T09:30:00Z' })
  problem(later, 409, 'conflict', ['moves.0.practitionerId'])
})

test('a series is refused at a time when its member treats on another chair, and a dry run shows the conflict', async () => {
  await using c = await clinic()
  const { ten, series } = await treating(c)
  const inTheWay = { entryId: ten.id, startAt: ten.startAt, endAt: ten.endAt }
  const dry = success(await series('?dryRun=true'))
  expect(dry.occurrences[1].conflicts).toEqual([{ ...inTheWay, taken: 'practitioner' }])
  expect(dry.conflictsTotal).toBe(1)
  const answer = await series('')
  problem(answer, 409, 'conflict', ['occurrences.1.practitionerId'])
  expect(answer.body.error.details[0]).toMatchObject(inTheWay)
  success(await series('', { startAt: '2026-03-03T11:00:00Z' }), 201)
})

test('when a member may treat on two chairs at the same time, no move and no series is refused', async () => {
  await using c = await clinic()
  const { nine, move, series } = await treating(c, false)
  expect(success(await series('?dryRun=true')).conflictsTotal).toBe(0)
  success(await series(''), 201)
  success(await move({ id: nine.id, startAt: at('10:30') }))
})

test('a series with an unknown practitioner is refused, and the error names `practitionerId`, also in a dry run', async () => {
  await using c = await clinic()
  const { series } = await treating(c)
  for (const query of ['', '?dryRun=true'])
    invalid(await series(query, { practitionerId: absentId }), 'practitionerId')
})
