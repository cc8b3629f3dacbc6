import { expect, test } from 'bun:test'
import {
  countryOfZone,
  internationalPhone,
  phoneCountries,
  usualCountries,
} from '../../src/delivery/phone.ts'

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
    expect(internationalPhone(phone, country, zone)?.number ?? null).toBe(expected)
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

test.each([
  ['a premium number', '+49 900 1234567'],
  ['a shared-cost number', '+49 180 1234567'],
  ['a personal number', '+44 70 1234 5678'],
  ['a pager', '+44 76 4012 3456'],
  ['a satellite of Inmarsat', '+870 773 111 632'],
  ['a satellite of Iridium', '+881 612 345 678'],
  ['an international premium number', '+979 123 456 789'],
])('%s is costly', (_, phone) => {
  expect(internationalPhone(phone, null, 'Europe/Berlin')).toMatchObject({ costly: true })
})

test.each([
  ['+49 151 23456789', 'DE'],
  ['+49 30 123456', 'DE'],
  ['+44 7400 123456', 'GB'],
  ['+44 7797 712345', 'JE'],
  ['+1 212 555 2368', 'US'],
  ['+1 876 210 1234', 'JM'],
  ['+7 701 234 5678', 'KZ'],
])('%s is not costly and belongs to %s', (phone, country) => {
  expect(internationalPhone(phone, null, 'Europe/Berlin')).toMatchObject({ country, costly: false })
})

test.each([
  ['Europe/Berlin', 'AT BE CH CZ DE DK FR LU NL PL'],
  ['Europe/London', 'GB IE'],
  ['Europe/Dublin', 'GB IE'],
  ['Europe/Zurich', 'AT CH DE FR IT LI'],
  ['America/New_York', 'CA MX US'],
  ['Australia/Sydney', 'AU'],
  ['Asia/Tokyo', 'JP'],
  ['Europe/Lisbon', 'ES PT'],
  ['UTC', ''],
])('a practice in %s usually texts to %s', (zone, countries) => {
  expect(usualCountries(zone)).toEqual(countries.split(' ').filter(Boolean))
})

test('every neighbour has telephone numbers, and is a neighbour in both directions', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const usual = new Map(zones.map((zone) => [countryOfZone(zone) as string, usualCountries(zone)]))
  expect(usual.size).toBeGreaterThan(200)
  for (const [country, all] of usual)
    for (const other of all) {
      expect(phoneCountries).toContain(other)
      expect(usual.get(other) ?? [country]).toContain(country)
    }
})
