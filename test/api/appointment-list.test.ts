import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { absentId, at, newChair, newEntry } from '../support/records.ts'

const path = '/api/v1/appointments'

const list = async (call: Client, query: Record<string, string>) =>
  success(await call('GET', `${path}?${new URLSearchParams(query)}`)).appointments

const titles = async (call: Client, query: Record<string, string>): Promise<string[]> =>
  (await list(call, query)).map(({ title }: { title: string }) => title)

test('§4.3 The list of appointments holds the entries that start at or after `from` and before `to`. An entry that began earlier and still runs is not listed.', async () => {
  await using c = await clinic()
  const starts = { before: '08:59', first: '09:00', last: '09:59', after: '10:00' }
  for (const [title, time] of Object.entries(starts))
    await newEntry(c.owner.call, { title, startAt: at(time), endAt: at('12:00') })
  const window = { from: at('09:00'), to: at('10:00') }
  expect(await titles(c.assistant.call, window)).toEqual(['first', 'last'])
  expect(await titles(c.assistant.call, { from: window.to, to: window.from })).toEqual([])
  expect(await titles(c.assistant.call, { from: window.from, to: window.from })).toEqual([])
  expect(
    await titles(c.assistant.call, { from: '2026-03-10T08:59:00.001Z', to: '2026-03-10T09:00:00.001Z' }),
  ).toEqual(['first'])
})

test('§4.3 Entries are listed by start, then by id.', async () => {
  await using c = await clinic()
  const made = []
  for (const time of ['11:00', '09:00', '10:00', '09:00'])
    made.push(await newEntry(c.owner.call, { startAt: at(time), endAt: at('12:00') }))
  await newEntry(c.stranger.call)
  const inOrder = made.toSorted((a, b) => (a.startAt + a.id < b.startAt + b.id ? -1 : 1))
  expect(await list(c.owner.call, { from: at('00:00'), to: at('23:00') })).toEqual(inOrder)
})

test('§4.3 `chairId` narrows the list to one chair, reminders included.', async () => {
  await using c = await clinic()
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  await newEntry(c.owner.call, { title: 'on one', chairId: one.id })
  await newEntry(c.owner.call, { title: 'reminder on one', chairId: one.id, type: 'reminder' })
  await newEntry(c.owner.call, { title: 'on two', chairId: two.id })
  await newEntry(c.owner.call, { title: 'nowhere' })
  const window = { from: at('00:00'), to: at('23:00') }
  expect(await titles(c.owner.call, window)).toHaveLength(4)
  for (const chairId of [one.id, one.id.toUpperCase()])
    expect(await titles(c.owner.call, { ...window, chairId })).toEqual(['on one', 'reminder on one'])
})

test('a list for the chair of another practice is empty', async () => {
  await using c = await clinic()
  const foreign = await newChair(c.stranger.call)
  await newEntry(c.stranger.call, { chairId: foreign.id })
  for (const chairId of [foreign.id, absentId])
    expect(await list(c.owner.call, { from: at('00:00'), to: at('23:00'), chairId })).toEqual([])
})

test("§1 In a query, a space in the place of an offset's plus sign is read as the plus sign.", async () => {
  await using c = await clinic()
  await newEntry(c.owner.call, { title: 'nine' })
  const found = async (query: string) =>
    success(await c.owner.call('GET', `${path}?${query}`)).appointments.length
  const midnight = '2026-03-11T00:00:00%2B01:00'
  expect(await found(`from=2026-03-10T10:00:00%2B01:00&to=${midnight}`)).toBe(1)
  expect(await found(`from=2026-03-10T10:00:00+01:00&to=${midnight}`)).toBe(1)
  expect(await found(`from=2026-03-10T10:00:00%2001:00&to=${midnight}`)).toBe(1)
  expect(await found(`from=2026-03-10T10:00:00.001+01:00&to=${midnight}`)).toBe(0)
  expect(await found(`from=2026-03-10T03:00:00-06:00&to=${midnight}`)).toBe(1)
  for (const ten of ['10:00+01', '10:00+0100', '10:00+01:00', '10:00:00,0+01', '09:00Z', '03:00-06'])
    expect(await found(`from=2026-03-10T${ten}&to=2026-03-11T00:00+01`), ten).toBe(1)
})

test('a list with a missing or malformed `from` or `to` is refused, and the error names the parameter', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('GET', path), 'from', 'to')
  invalid(await c.owner.call('GET', `${path}?to=${at('10:00')}`), 'from')
  const spaced = ['2026-03-10 09:00:00Z', '2026-03-10T09:00:00Z ', ' 2026-03-10T09:00:00Z']
  for (const bad of ['', '2026-03-10', '2026-03-10T09:00', '2026-02-30T09:00Z', 'now', '0', ...spaced])
    for (const [name, other] of [
      ['from', 'to'],
      ['to', 'from'],
    ] as const) {
      const query = new URLSearchParams({ [name]: bad, [other]: at('10:00') })
      invalid(await c.owner.call('GET', `${path}?${query}`), name)
    }
})

test('a list with a malformed `chairId` is refused, and the error also names all other mistakes', async () => {
  await using c = await clinic()
  const window = `from=${at('09:00')}&to=${at('10:00')}`
  for (const chairId of ['x', '', absentId.replaceAll('-', ''), `{${absentId}}`, `urn:uuid:${absentId}`])
    invalid(await c.owner.call('GET', `${path}?${window}&chairId=${chairId}`), 'chairId')
  invalid(await c.owner.call('GET', `${path}?chairId=x`), 'from', 'to', 'chairId')
})
