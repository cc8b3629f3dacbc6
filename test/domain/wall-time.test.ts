import { expect, test } from 'bun:test'
import { localDay } from '../../src/domain/time.ts'
import { clockAt, isSkipped, parseWallTime } from '../../src/domain/wall-time.ts'
import { changesOf } from './clock-changes.ts'

test('a local date and time to the minute is read, and any other text is refused', () => {
  expect(parseWallTime('2026-03-29T09:05')).toEqual({ date: '2026-03-29', time: '09:05' })
  expect(parseWallTime('0001-01-01T00:00')).toEqual({ date: '0001-01-01', time: '00:00' })
  for (const text of [
    ...['', 'T', '2026-03-29', '09:05', '2026-03-29 09:05', '2026-03-29t09:05', '2026-02-29T09:05'],
    ...[
      '2026-03-29T24:00',
      '2026-03-29T9:05',
      '2026-03-29T09:05:00',
      '2026-03-29T09:05Z',
      '2026-03-29T09:05T',
    ],
  ])
    expect(parseWallTime(text), text).toBeUndefined()
})

test('in every zone, a local time counts as skipped exactly when the clocks do not show it on that day', () => {
  let skipped = 0
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const change of changesOf(zone, 2026)) {
      const date = change.toPlainDate().toString()
      const { startAt, endAt } = localDay(date, zone)
      const shown = new Set<string>()
      for (let at = startAt; at < endAt; at += 15 * 60_000) shown.add(clockAt(at, zone))
      for (let quarter = 0; quarter < 96; quarter++) {
        const time = `${String(quarter >> 2).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`
        const isMissing = !shown.has(time)
        if (isMissing) skipped++
        expect({ zone, date, time, isSkipped: isSkipped({ date, time }, zone) }).toEqual({
          zone,
          date,
          time,
          isSkipped: isMissing,
        })
      }
    }
  expect(skipped).toBeGreaterThan(300)
})
