/** Notes on a day (RULES §24). */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { deleteAt, restore } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { newDayNote } from '../support/records.ts'

const path = '/api/v1/day-notes'
const textsOn = async (call: Client, date = '2026-03-10') =>
  success(await call('GET', `/api/v1/day?date=${date}`)).notes.map(({ text }: { text: string }) => text)

test('§24 Any member writes notes on a day. The day lists them, the oldest first.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const note = await newDayNote(call, { text: '  Dr. Yılmaz is away from 3.  ' })
  expect(note).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    date: '2026-03-10',
    text: 'Dr. Yılmaz is away from 3.',
    createdBy: c.assistant.userId,
    version: 1,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
  })
  c.clock.now += 1
  await newDayNote(c.owner.call, { text: 'The lift is broken.' })
  await newDayNote(c.owner.call, { date: '2026-03-11' })
  await newDayNote(c.stranger.call)
  expect(await textsOn(call)).toEqual(['Dr. Yılmaz is away from 3.', 'The lift is broken.'])
  const own = `${path}/${note.id}`
  expect(success(await c.owner.call('GET', own))).toEqual(note)
  success(await c.owner.call('PATCH', own, { date: '2026-03-11', text: 'Away all day.' }))
  expect(await textsOn(call)).toEqual(['The lift is broken.'])
  expect(await textsOn(call, '2026-03-11')).toEqual(['Away all day.', 'Closes at four.'])
  success(await call('DELETE', own))
  for (const method of ['GET', 'DELETE']) notFound(await call(method, own))
  notFound(await c.stranger.call('PATCH', own, { text: 'Mine.' }))
})

test('a note on a day is refused without a valid date and a text', async () => {
  await using c = await clinic()
  const { call } = c.owner
  for (const date of ['2026-02-30', '10.03.2026', '', null, 7])
    invalid(await call('POST', path, { date, text: 'x' }), 'date')
  for (const text of ['', '  ', null, 7, 'x'.repeat(501)])
    invalid(await call('POST', path, { date: '2026-03-10', text }), 'text')
})

test('§24 A day has at most 10 notes. A deleted note can be restored when there is room for it.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const notes = []
  for (let i = 0; i < 10; i++) notes.push(await newDayNote(call, { text: `${i}` }))
  problem(await call('POST', path, { date: '2026-03-10', text: 'x' }), 409, 'conflict')
  const other = await newDayNote(call, { date: '2026-03-11' })
  problem(await call('PATCH', `${path}/${other.id}`, { date: '2026-03-10' }), 409, 'conflict')
  const item = await deleteAt(call, `/day-notes/${notes[3].id}`)
  expect(item).toMatchObject({ kind: 'dayNote', label: '3' })
  await newDayNote(call)
  problem(await restore(call, item.id), 409, 'conflict')
  success(await call('DELETE', `${path}/${notes[0].id}`))
  success(await restore(call, item.id))
  expect(await textsOn(call)).toContain('3')
})
