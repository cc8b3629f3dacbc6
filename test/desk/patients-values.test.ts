import { afterAll, expect, test } from 'bun:test'
import { sayCountry } from '../../src/desk/words/country.ts'
import { sayGender } from '../../src/desk/words/gender.ts'
import { locale, words } from '../../src/desk/words/words.ts'
import { de, en } from './words.ts'

const before = [words.value, locale.value] as const
afterAll(() => {
  ;[words.value, locale.value] = before
})

function speak(language: 'en' | 'de'): void {
  words.value = language === 'en' ? en : de
  locale.value = language
}

test('a gender is said in the words of the member, in whichever language it was written', () => {
  speak('de')
  expect(['female', ' W ', 'Frau', 'male', 'M', 'diverse', 'unknown'].map(sayGender)).toEqual([
    'weiblich',
    'weiblich',
    'weiblich',
    'männlich',
    'männlich',
    'divers',
    'unbekannt',
  ])
  speak('en')
  expect(['weiblich', 'männlich', 'divers'].map(sayGender)).toEqual(['female', 'male', 'diverse'])
})

test('a gender in words of one’s own stays as it was written', () => {
  speak('de')
  expect(['genderfluid', 'trans woman', '', null].map(sayGender)).toEqual([
    'genderfluid',
    'trans woman',
    '',
    '',
  ])
})

test('a country is said in the language of the member, from a code or a name', () => {
  speak('de')
  expect(['DE', 'at', 'Germany', 'AUSTRIA', 'Schweiz'].map(sayCountry)).toEqual([
    'Deutschland',
    'Österreich',
    'Deutschland',
    'Österreich',
    'Schweiz',
  ])
  speak('en')
  expect(['Deutschland', 'Österreich'].map(sayCountry)).toEqual(['Germany', 'Austria'])
  expect(['Bavaria', 'XX', '', null].map(sayCountry)).toEqual(['Bavaria', 'XX', '', ''])
})
