import { afterEach, expect, test } from 'bun:test'
import { labelOf } from '../../src/desk/screens/settings/deleted/label.ts'
import { isSameName } from '../../src/desk/screens/settings/rights/same-name.ts'
import { locale, words } from '../../src/desk/words/words.ts'
import { de, en } from './words.ts'

afterEach(() => {
  words.value = en
  locale.value = 'en'
})

test('labels that the API writes in English are said in the language of the desk', () => {
  words.value = de
  locale.value = 'de-DE'
  expect(labelOf({ kind: 'appointment', label: 'unavailable, 2026-03-10 09:00' })).toBe(
    'Sperrzeit, 10.03.2026, 09:00',
  )
  expect(labelOf({ kind: 'waiting', label: 'Anna Weber, 30 minutes' })).toBe('Anna Weber, 30 Minuten')
  expect(labelOf({ kind: 'tagLink', label: 'a deleted tag, a deleted patient' })).toBe(
    'ein gelöschtes Merkmal, ein gelöschter Patient',
  )
})

test('what people wrote stays as it is', () => {
  words.value = de
  expect(labelOf({ kind: 'note', label: 'appointment, 2026-03-10 09:00' })).toBe(
    'appointment, 2026-03-10 09:00',
  )
  expect(labelOf({ kind: 'patient', label: 'Anna Weber' })).toBe('Anna Weber')
})

test('a typed name counts in any letter case and with any spaces', () => {
  expect(isSameName(' anna  SCHNEIDER ', 'Anna Schneider')).toBe(true)
  expect(isSameName('Zoe\u0301', 'Zoé')).toBe(true)
  expect(isSameName('Anna', 'Anna Schneider')).toBe(false)
})
