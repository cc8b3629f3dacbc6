import { describe, expect, test } from 'bun:test'
import { freeSlots } from '../../src/domain/slots.ts'
import { localDay } from '../../src/domain/time.ts'
import { openTimesOn, type WorkingHours } from '../../src/domain/working-hours.ts'
import { weekOf } from '../support/week.ts'
import { changesOf } from './clock-changes.ts'
import { wall } from './wall-clock.ts'

/**
 * Every day of one year on which a time zone changes its clocks, and the days around it. The tests read the wall
 * clock through Intl, because the tested code uses Temporal.
 */
const year = 2026
const quarter = 15 * 60_000

interface ZoneDay {
  readonly zone: string
  readonly date: string
}

const daysOfChange: ZoneDay[] = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
  changesOf(zone, year).flatMap((change) =>
    [-1, 0, 1].map((days) => ({ zone, date: change.toPlainDate().add({ days }).toString() })),
  ),
)

const always = (start: string, end: string): WorkingHours => weekOf([{ start, end }])

const slotsOf = (hours: WorkingHours, { zone, date }: ZoneDay, step = quarter, duration = quarter) =>
  freeSlots(openTimesOn(hours, date, zone), step, duration, [])

test('the year holds clock changes forward and back in more than 100 zones', () => {
  const lengths = new Set(
    daysOfChange.map(({ zone, date }) => {
      const { startAt, endAt } = localDay(date, zone)
      return (endAt - startAt) / 3_600_000
    }),
  )
  expect(new Set(daysOfChange.map(({ zone }) => zone)).size).toBeGreaterThan(100)
  expect([...lengths]).toEqual(expect.arrayContaining([23, 23.5, 24, 24.5, 25]))
})

describe('around every clock change of every zone', () => {
  test('§4.3.1 Slot lengths and durations are real minutes, so days of 23 and 25 hours come out right in every zone.', () => {
    const hours = always('00:00', '24:00')
    for (const day of daysOfChange) {
      const slots = slotsOf(hours, day)
      const { startAt, endAt } = localDay(day.date, day.zone)
      const misplaced = slots.find((slot, i) => slot.startAt !== startAt + i * quarter)
      expect({ ...day, misplaced, end: slots.at(-1)?.endAt }).toEqual({
        ...day,
        misplaced: undefined,
        end: endAt,
      })
    }
  })

  test('a day holds exactly the moments whose local date is that day', () => {
    for (const { zone, date } of daysOfChange) {
      const { startAt, endAt } = localDay(date, zone)
      const dates = [startAt - 1, startAt, endAt - 1, endAt].map((at) => wall(at, zone).slice(0, 10) === date)
      expect({ zone, date, dates }).toEqual({ zone, date, dates: [false, true, true, false] })
    }
  })

  test('working hours from nine to five give all slots from nine to five in local time', () => {
    const hours = always('09:00', '17:00')
    for (const day of daysOfChange) {
      const slots = slotsOf(hours, day)
      const walls = slots.map(
        ({ startAt, endAt }) => [wall(startAt, day.zone), wall(endAt, day.zone)] as const,
      )
      const outside = walls.find(([start, end]) => start < `${day.date} 09:00` || end > `${day.date} 17:00`)
      expect({ ...day, outside, count: slots.length }).toEqual({ ...day, outside: undefined, count: 32 })
      expect([walls[0]![0], walls.at(-1)![1]]).toEqual([`${day.date} 09:00`, `${day.date} 17:00`])
    }
  })

  test('working hours at night give no slot before opening or after closing', () => {
    for (const [start, end] of [
      ['00:00', '02:00'],
      ['01:00', '02:30'],
      ['04:00', '06:00'],
      ['22:30', '24:00'],
    ] as const) {
      const hours = always(start, end)
      for (const day of daysOfChange) {
        const { endAt: midnight } = localDay(day.date, day.zone)
        const outside = slotsOf(hours, day).find((slot) => {
          const closes = slot.endAt === midnight ? `${day.date} 24:00` : wall(slot.endAt - 1, day.zone)
          return wall(slot.startAt, day.zone) < `${day.date} ${start}` || closes > `${day.date} ${end}`
        })
        expect({ ...day, start, outside }).toEqual({ ...day, start, outside: undefined })
      }
    }
  })

  test('slots that are longer than their step end by closing time in real minutes', () => {
    const hours = always('00:00', '24:00')
    for (const day of daysOfChange) {
      const { startAt, endAt } = localDay(day.date, day.zone)
      const count = Math.floor((endAt - startAt - 6 * quarter) / (4 * quarter)) + 1
      expect({ ...day, count: slotsOf(hours, day, 4 * quarter, 6 * quarter).length }).toEqual({
        ...day,
        count,
      })
    }
  })
})
