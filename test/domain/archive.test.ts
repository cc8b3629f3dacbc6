import { expect, test } from 'bun:test'
import { archiveKinds, keptUntil } from '../../src/domain/archive.ts'

const keeping = { keepPatientsYears: 10, keepEntriesYears: 1, timezone: 'Europe/Berlin' }
const until = (kind: (typeof archiveKinds)[number], deletedAt: string, more: Partial<typeof keeping> = {}) =>
  new Date(keptUntil(kind, Date.parse(deletedAt), { ...keeping, ...more })).toISOString()

test('§15 Deleted patients, merges, notes and tags are kept for ten years, and deleted records of the calendar for one year.', () => {
  expect(
    archiveKinds.map((kind) => `${kind} ${until(kind, '2026-03-02T08:00:00.000Z').slice(0, 10)}`),
  ).toEqual([
    'patient 2036-03-02',
    'note 2036-03-02',
    'appointment 2027-03-02',
    'tagLink 2036-03-02',
    'tag 2036-03-02',
    'chair 2027-03-02',
    'closure 2027-03-02',
    'absence 2027-03-02',
    'dayNote 2027-03-02',
    'waiting 2027-03-02',
    'merge 2036-03-02',
  ])
})

test('the years for which an item is kept are calendar years, with their leap days', () => {
  expect(until('note', '2024-02-28T12:00:00.000Z')).toBe('2034-02-28T12:00:00.000Z')
  expect(until('note', '2024-02-29T12:00:00.000Z')).toBe('2034-02-28T12:00:00.000Z')
  expect(until('note', '2024-02-29T12:00:00.000Z', { keepPatientsYears: 8 })).toBe('2032-02-29T12:00:00.000Z')
  expect(until('note', '2024-02-29T12:00:00.000Z', { keepPatientsYears: 100 })).toBe(
    '2124-02-29T12:00:00.000Z',
  )
})

test("§15 The years for which deleted records are kept are calendar years in the practice's time zone.", () => {
  const deletedAt = '2024-02-28T23:30:00.000Z'
  expect(until('appointment', deletedAt, { timezone: 'UTC' })).toBe('2025-02-28T23:30:00.000Z')
  // At this moment, the date in Berlin is 29 February.
  expect(until('appointment', deletedAt)).toBe('2025-02-27T23:30:00.000Z')
})

test('a kept item ends at the same local time of day, also when the clocks change in between', () => {
  // The clocks go forward on 29 March 2026, and on 28 March 2027.
  expect(until('appointment', '2026-03-28T08:00:00.000Z')).toBe('2027-03-28T07:00:00.000Z')
  // On 28 March 2027, the clocks skip the local time of the next line.
  expect(until('appointment', '2026-03-28T01:30:00.000Z')).toBe('2027-03-28T01:30:00.000Z')
})
