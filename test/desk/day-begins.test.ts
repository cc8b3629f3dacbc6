import { expect, test } from 'bun:test'
import { dayBegins } from '../../src/desk/base/time/wall-time.ts'
import { localDay } from '../../src/domain/time.ts'

/** Zones on both sides of Greenwich, with clocks that change in the night, at midnight, or not at all. */
const zones = [
  ...['Europe/Berlin', 'UTC', 'America/New_York', 'America/Havana', 'America/Sao_Paulo', 'Asia/Kathmandu'],
  ...['Asia/Beirut', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Niue'],
]

test('the desk and the server compute the same start of every day of a year, in each tested time zone', () => {
  for (const zone of zones)
    for (const year of [2018])
      for (let day = 0; day < 365; day++) {
        const date = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10)
        const { startAt, endAt } = localDay(date, zone)
        expect({ zone, date, begins: Date.parse(dayBegins(date, zone)) }).toEqual({
          zone,
          date,
          begins: startAt,
        })
        expect({ zone, date, ends: Date.parse(dayBegins(date, zone, 1)) }).toEqual({
          zone,
          date,
          ends: endAt,
        })
      }
})
