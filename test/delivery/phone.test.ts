import { expect, test } from 'bun:test'
import { internationalPhone } from '../../src/delivery/phone.ts'

const table: [string, string | null, string, string | null][] = [
  ['+49 1555 1234567', null, 'Europe/Berlin', '+4915551234567'],
  ['0151 / 234 567 89', null, 'Europe/Berlin', '+4915123456789'],
  ['0151-23456789', 'Germany', 'America/New_York', '+4915123456789'],
  ['0664 1234567', 'Österreich', 'Europe/Berlin', '+436641234567'],
  ['0664 1234567', 'austria', 'Europe/Berlin', '+436641234567'],
  ['07400 123456', 'GB', 'Europe/Berlin', '+447400123456'],
  ['06 12 34 56 78', 'Frankreich', 'Europe/Berlin', '+33612345678'],
  ['(212) 555-2368', null, 'America/New_York', '+12125552368'],
  ['0043 664 1234567', null, 'Europe/Berlin', '+436641234567'],
  ['0151 23456789', 'Atlantis', 'Europe/Berlin', '+4915123456789'],
  ['0151 23456789', null, 'UTC', null],
  ['ask her mother', null, 'Europe/Berlin', null],
  ['12', null, 'Europe/Berlin', null],
  ['', null, 'Europe/Berlin', null],
]

test.each(table)('%j of a patient in %j, practice in %s, is %j', (phone, country, zone, expected) => {
  expect(internationalPhone(phone, country, zone)).toBe(expected)
})
