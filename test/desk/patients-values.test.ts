import { afterAll, expect, test } from 'bun:test'
import { phoneCountries } from '../../src/delivery/countries/alpha3.ts'
import { countryCode, countryCodes, countryOptions, sayCountry } from '../../src/desk/words/country.ts'
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

test('a known gender is shown in the language of the member, in whichever language it was written', () => {
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

test('a gender in other words is shown as it was written', () => {
  speak('de')
  expect(['genderfluid', 'trans woman', '', null].map(sayGender)).toEqual([
    'genderfluid',
    'trans woman',
    '',
    '',
  ])
})

test('a country is shown in the language of the member, from a code or a name', () => {
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

test('the list of countries has the countries with telephone numbers, in the order of their names', () => {
  expect(countryCodes).toEqual(phoneCountries.toSorted())
  speak('de')
  const options = countryOptions('DE')
  expect(options[0]).toEqual(['', '–'])
  expect(options.map(([, name]) => name).filter((name) => /^(?:Z|Ö)/.test(name))).toEqual([
    'Österreich',
    'Zentralafrikanische Republik',
    'Zypern',
  ])
  expect(options).toHaveLength(countryCodes.length + 1)
})

test('a text that names no known country is kept as a choice, and a known name selects its code', () => {
  expect(countryOptions('Bavaria')[1]).toEqual(['Bavaria', 'Bavaria'])
  expect(['Germany', 'schweiz', 'at', 'Bavaria', null].map(countryCode)).toEqual([
    'DE',
    'CH',
    'AT',
    'Bavaria',
    '',
  ])
})
