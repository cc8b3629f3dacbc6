import { expect, test } from 'bun:test'
import { getCountries } from 'libphonenumber-js/max'
import { hasPhones, phoneCountries } from '../../src/delivery/countries/alpha3.ts'
import { countryOfZone, internationalPhone, usualCountries } from '../../src/delivery/phone.ts'

const table: [string, string | null, string, string][] = [
  ['+49 1555 1234567', null, 'Europe/Berlin', '+4915551234567'],
  ['0151 / 234 567 89', null, 'Europe/Berlin', '+4915123456789'],
  ['0151-23456789', 'Germany', 'America/New_York', '+4915123456789'],
  ['0151–234 567.89', 'D.E.', 'America/New_York', '+4915123456789'],
  ['0664 1234567', 'Österreich', 'Europe/Berlin', '+436641234567'],
  ['0664 1234567', 'austria', 'Europe/Berlin', '+436641234567'],
  ['0664 1234567', 'AUT', 'Europe/Berlin', '+436641234567'],
  ['07400 123456', 'GB', 'Europe/Berlin', '+447400123456'],
  ['07400 123456', 'U.K.', 'Europe/Berlin', '+447400123456'],
  ['06 12 34 56 78', 'Frankreich', 'Europe/Berlin', '+33612345678'],
  ['06 12345678', 'Niederlande', 'Europe/Berlin', '+31612345678'],
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
  ['0043 664 1234567', null, 'America/New_York', '+436641234567'],
  ['011 43 664 1234567', null, 'America/New_York', '+436641234567'],
  ['0151 23456789', ' ', 'Europe/Berlin', '+4915123456789'],
  // A number with a country code does not need the patient's country.
  ['+49 151 23456789', 'Atlantis', 'Europe/London', '+4915123456789'],
  ['0049 151 23456789', 'Atlantis', 'UTC', '+4915123456789'],
  ['(+49) 151 23456789', 'Austria', 'UTC', '+4915123456789'],
  ['+49 (0)151 23456789', null, 'UTC', '+4915123456789'],
  ['\u202a+49 151 23456789\u202c', null, 'UTC', '+4915123456789'],
  ['＋４９１５１２３４５６７８９', null, 'UTC', '+4915123456789'],
  ['٠١٥١٢٣٤٥٦٧٨٩', null, 'Europe/Berlin', '+4915123456789'],
]

test.each(table)(
  "§6.2 A number without a country code is read as a number of the patient's country. When the patient has no country, the practice's country counts. %j, %j, %s, %s",
  (phone, country, zone, number) => {
    expect(internationalPhone(phone, country, zone)).toMatchObject({ number, line: 'mobile' })
  },
)

const unread: [string, string | null, string, 'invalid_phone' | 'unknown_country'][] = [
  ['07911 123456', 'Ingland', 'Europe/Berlin', 'unknown_country'],
  ['0151 23456789', 'Atlantis', 'Europe/Berlin', 'unknown_country'],
  ['0151 23456789', 'Kongo', 'Europe/Berlin', 'unknown_country'],
  ['0151 23456789', 'Allemagne', 'Europe/Berlin', 'unknown_country'],
  ['0151 23456789', '-', 'Europe/Berlin', 'unknown_country'],
  ['0151 23456789', null, 'UTC', 'unknown_country'],
  ['49 151 23456789', 'Atlantis', 'Europe/Berlin', 'unknown_country'],
  ['ask her mother', null, 'Europe/Berlin', 'invalid_phone'],
  ['Zoe 0151 23456789', null, 'Europe/Berlin', 'invalid_phone'],
  ['0151 23456789 (Zoe)', null, 'Europe/Berlin', 'invalid_phone'],
  ['Tel. 0151 23456789', null, 'Europe/Berlin', 'invalid_phone'],
  ['+1 212 CALL NOW', null, 'Europe/Berlin', 'invalid_phone'],
  ['1-212-FLOWERS', null, 'America/New_York', 'invalid_phone'],
  ['+49 151 23456789 ext. 12', null, 'Europe/Berlin', 'invalid_phone'],
  ['+49 151 23456789 x12', null, 'Europe/Berlin', 'invalid_phone'],
  ['+4915123456789;ext=12', null, 'Europe/Berlin', 'invalid_phone'],
  ['+49 151 23456789 #12', null, 'Europe/Berlin', 'invalid_phone'],
  ['0151 23456789, 0170 1234567', null, 'Europe/Berlin', 'invalid_phone'],
  ['0151 23456789 / 0170 1234567', null, 'Europe/Berlin', 'invalid_phone'],
  ['0151+23456789', null, 'Europe/Berlin', 'invalid_phone'],
  ['++49 151 23456789', null, 'Europe/Berlin', 'invalid_phone'],
  ['+', 'Germany', 'Europe/Berlin', 'invalid_phone'],
  ['-', 'Germany', 'Europe/Berlin', 'invalid_phone'],
  ['12', null, 'Europe/Berlin', 'invalid_phone'],
  ['1'.repeat(1000), null, 'Europe/Berlin', 'invalid_phone'],
]

test.each(unread)(
  '§6.2 No text message goes to a number with a letter or an extension, to a landline, or into an unknown country. %j, %j, %s, %s',
  (phone, country, zone, reason) => {
    expect(internationalPhone(phone, country, zone)).toEqual({ number: null, reason })
  },
)

test('the result for an empty or missing phone number is null', () => {
  for (const nothing of ['', null]) expect(internationalPhone(nothing, 'Germany', 'Europe/Berlin')).toBeNull()
})

/** Time zones in Antarctica, and time zones of islands without their own telephone numbers. */
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

test('every time zone of a practice has a country, except the zones that are in no country with telephone numbers', () => {
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
  ['an international free number', '+800 1234 5678'],
])('%s counts as a costly number', (_, phone) => {
  expect(internationalPhone(phone, null, 'Europe/Berlin')).toMatchObject({ line: 'costly' })
})

test.each([
  ['+49 151 23456789', 'DE', 'mobile'],
  ['+49 30 123456', 'DE', 'landline'],
  ['+49 800 1234567', 'DE', 'landline'],
  ['+44 7400 123456', 'GB', 'mobile'],
  ['+44 20 7946 0000', 'GB', 'landline'],
  ['+44 7797 712345', 'JE', 'mobile'],
  ['+33 1 42 68 53 00', 'FR', 'landline'],
  // In the next countries, mobile numbers and landline numbers look the same.
  ['+1 212 555 2368', 'US', 'mobile'],
  ['+1 604 555 1234', 'CA', 'mobile'],
  ['+1 876 210 1234', 'JM', 'mobile'],
  ['+7 701 234 5678', 'KZ', 'mobile'],
])('the number %s belongs to the country %s and is a %s number', (phone, country, line) => {
  expect(internationalPhone(phone, null, 'Europe/Berlin')).toMatchObject({ country, line })
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
])('a practice in %s may by default send text messages to these countries: %s', (zone, countries) => {
  expect(usualCountries(zone)).toEqual(countries.split(' ').filter(Boolean))
})

test('every neighbour country has telephone numbers, and the two countries are neighbours of each other', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const usual = new Map(zones.map((zone) => [countryOfZone(zone) as string, usualCountries(zone)]))
  expect(usual.size).toBeGreaterThan(200)
  for (const [country, all] of usual)
    for (const other of all) {
      expect(hasPhones(other)).toBe(true)
      expect(usual.get(other) ?? [country]).toContain(country)
    }
})

test('the list of countries with telephone numbers is the same as the list of the phone library', () => {
  expect(phoneCountries.toSorted()).toEqual(getCountries().toSorted())
})
