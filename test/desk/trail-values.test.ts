import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sayCoded } from '../../src/desk/screens/settings/trail/coded.ts'
import { locale, words } from '../../src/desk/words/words.ts'
import { de } from './words.ts'

const before = [words.value, locale.value] as const
beforeAll(() => {
  ;[words.value, locale.value] = [de, 'de-DE']
})
afterAll(() => {
  ;[words.value, locale.value] = before
})

const statuses = [{ id: 'archived', label: 'Archiviert' }]

test('a value that the API sends as a code is shown in words, by its field', () => {
  for (const [field, value, says] of [
    ['status', 'archived', 'Archiviert'],
    ['defaultStatus', 'archived', 'Archiviert'],
    ['role', 'assistant', 'Assistenz'],
    ['type', 'unavailable', 'Sperrzeit'],
    ['urgency', 'soon', 'Bald'],
    ['weekdays', 'mon', 'Mo'],
    ['language', 'en', 'English'],
    ['preferredLanguage', 'de', 'Deutsch'],
    ['wishOf', 'practice', 'Die Praxis'],
    ['kind', 'note_next', 'Als Nächstes zu tun'],
    ['gender', 'female', 'weiblich'],
    ['country', 'DE', 'Deutschland'],
    ['allowedCountries', 'AT', 'Österreich'],
    ['fromDate', '2026-04-01', '1. Apr. 2026'],
    ['dob', '1984-12-31', '31. Dez. 1984'],
  ] as const)
    expect([field, sayCoded(field, value, statuses)]).toEqual([field, says])
})

test('any other value of the audit trail is shown as it is', () => {
  for (const [field, value] of [
    ['status', 'gone'],
    ['title', 'archived'],
    ['reason', 'soon'],
    ['role', 'constructor'],
    ['fromDate', '2026-02-30'],
  ] as const)
    expect(sayCoded(field, value, statuses)).toBeUndefined()
})

test('working hours in the audit trail are shown by day, without closed days', () => {
  const hours = {
    mon: [
      { start: '09:00', end: '13:00' },
      { start: '14:00', end: '18:00' },
    ],
    tue: [],
    sat: [{ start: '09:00', end: '12:00' }],
  }
  expect(sayCoded('workingHours', hours, statuses)).toBe('Mo 09:00–13:00, 14:00–18:00; Sa 09:00–12:00')
  expect(sayCoded('workingHours', { mon: [] }, statuses)).toBe('Geschlossen')
})
