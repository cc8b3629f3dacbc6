import { expect, test } from 'bun:test'
import { countryOfZone, internationalPhone } from '../../src/delivery/phone.ts'

const table: [string, string | null, string, string | null][] = [
  ['+49 1555 1234567', null, 'Europe/Berlin', '+4915551234567'],
  ['0151 / 234 567 89', null, 'Europe/Berlin', '+4915123456789'],
  ['0151-23456789', 'Germany', 'America/New_York', '+4915123456789'],
  ['0664 1234567', 'Österreich', 'Europe/Berlin', '+436641234567'],
  ['0664 1234567', 'austria', 'Europe/Berlin', '+436641234567'],
  ['07400 123456', 'GB', 'Europe/Berlin', '+447400123456'],
  ['06 12 34 56 78', 'Frankreich', 'Europe/Berlin', '+33612345678'],
  ['(212) 555-2368', null, 'America/New_York', '+12125552368'],
  ['098765 43210', null, 'Asia/Kolkata', '+919876543210'],
  ['098765 43210', null, 'Asia/Calcutta', '+919876543210'],
  ['050 123 4567', null, 'Europe/Kyiv', '+380501234567'],
  ['091 234 56 78', null, 'Asia/Ho_Chi_Minh', '+84912345678'],
  ['11 15-2345-6789', null, 'America/Argentina/Buenos_Aires', '+5491123456789'],
  ['(212) 555-2368', null, 'US/Eastern', '+12125552368'],
  ['984-1234567', null, 'Asia/Kathmandu', '+9779841234567'],
  ['412 34 567', null, 'Europe/Oslo', '+4741234567'],
  ['0043 664 1234567', null, 'Europe/Berlin', '+436641234567'],
  ['0151 23456789', 'Atlantis', 'Europe/Berlin', '+4915123456789'],
  ['0151 23456789', null, 'UTC', null],
  ['ask her mother', null, 'Europe/Berlin', null],
  ['12', null, 'Europe/Berlin', null],
  ['', null, 'Europe/Berlin', null],
]

test.each(table)(
  'the number %j of a patient in %j, with a practice in %s, is %j',
  (phone, country, zone, expected) => {
    expect(internationalPhone(phone, country, zone)).toBe(expected)
  },
)

/** Zones in Antarctica, and of islands without telephone numbers of their own. */
const noNumbers = [
  ...['Casey', 'Davis', 'DumontDUrville', 'Mawson', 'McMurdo', 'Palmer', 'Rothera'].map(antarctic),
  ...['Syowa', 'Troll', 'Vostok'].map(antarctic),
  'Atlantic/South_Georgia',
  'Indian/Kerguelen',
  'Pacific/Midway',
  'Pacific/Pitcairn',
  'Pacific/Wake',
]

function antarctic(name: string): string {
  return `Antarctica/${name}`
}

test('every time zone of a practice has a country, except those that lie in none', () => {
  const nowhere = Intl.supportedValuesOf('timeZone').filter((zone) => countryOfZone(zone) === undefined)
  const hours = (sign: string, most: number) =>
    Array.from({ length: most }, (_, i) => `Etc/GMT${sign}${i + 1}`)
  const inNone = [...hours('+', 12), ...hours('-', 14), 'UTC']
  expect(nowhere.toSorted()).toEqual([...inNone, ...noNumbers].toSorted())
})
