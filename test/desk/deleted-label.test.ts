import { afterEach, expect, test } from 'bun:test'
import { labelOf } from '../../src/desk/screens/settings/deleted/label.ts'
import { isSameName } from '../../src/desk/screens/settings/rights/same-name.ts'
import { locale, words } from '../../src/desk/words/words.ts'
import { de, en } from './words.ts'

afterEach(() => {
  words.value = en
  locale.value = 'en'
})

const nothing = { label: null, patientName: null, appointment: null, durationMinutes: null }
const say = (item: Partial<Parameters<typeof labelOf>[0]>) =>
  labelOf({ kind: 'patient', ...nothing, ...item }, 'Europe/Berlin')

test('the label of a deleted record has the language of the desk, and the names that people wrote', () => {
  words.value = de
  locale.value = 'de-DE'
  const appointment = { type: 'unavailable', startAt: '2026-03-10T08:00:00.000Z' } as const
  expect(say({ kind: 'appointment', appointment })).toBe('Sperrzeit, 10. März 2026, 9:00')
  const waiting = { kind: 'waiting', durationMinutes: 30 } as const
  expect(say({ ...waiting, patientName: 'Anna Weber' })).toBe('Anna Weber, 30 Minuten')
  expect(say(waiting)).toBe('ein gelöschter Patient, 30 Minuten')
  expect(say({ kind: 'tagLink', label: 'VIP', patientName: 'Anna Weber' })).toBe('VIP, Anna Weber')
  expect(say({ kind: 'tagLink' })).toBe('ein gelöschtes Merkmal, ein gelöschter Patient')
  expect(say({ kind: 'note', label: 'appointment, 2026-03-10 09:00' })).toBe('appointment, 2026-03-10 09:00')
})

test('a typed name is accepted in any letter case and with any spaces', () => {
  expect(isSameName(' anna  SCHNEIDER ', 'Anna Schneider')).toBe(true)
  expect(isSameName('Zoe\u0301', 'Zoé')).toBe(true)
  expect(isSameName('Anna', 'Anna Schneider')).toBe(false)
})
