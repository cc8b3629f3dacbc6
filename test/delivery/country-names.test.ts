import { expect, test } from 'bun:test'
import { getCountries } from 'libphonenumber-js/max'
import { countryNamed } from '../../src/delivery/countries/country-named.ts'
import { languageIds } from '../../src/messages/languages.ts'

const known: [country: string, language: string, ...texts: string[]][] = [
  ['DE', 'en', 'DE', 'de', ' De ', 'D.E.', 'DEU', 'deu', 'Germany', 'GERMANY', ' germany '],
  ['DE', 'de', 'Deutschland', 'deutschland', 'Germany'],
  ['GB', 'en', 'GB', 'GBR', 'UK', 'U.K.', 'u. k.', 'United Kingdom', 'the United Kingdom'],
  ['GB', 'de', 'Vereinigtes Königreich', 'Vereinigtes Konigreich', 'UK'],
  ['US', 'en', 'US', 'U.S.', 'USA', 'U. S. A.', 'United States', 'The United States'],
  ['US', 'de', 'Vereinigte Staaten'],
  ['NL', 'en', 'NL', 'NLD', 'Netherlands', 'The Netherlands'],
  ['CH', 'de', 'CH', 'CHE', 'Switzerland', 'Schweiz', 'Die Schweiz'],
  ['AT', 'de', 'AUT', 'Austria', 'Österreich', 'OSTERREICH'],
  ['CI', 'en', 'Côte d’Ivoire', "Cote d'Ivoire"],
  ['BA', 'de', 'Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnien und Herzegowina'],
  ['GM', 'en', 'Gambia', 'The Gambia'],
  ['XK', 'en', 'Kosovo', 'XK', 'XKX'],
]

test.each(
  known.flatMap(([country, language, ...texts]) => texts.map((text) => [text, language, country] as const)),
)('%j in a practice of the language %s means %s', (text, language, country) => {
  expect(countryNamed(text, language) as string).toBe(country)
})

test.each([
  'Atlantis',
  'XX',
  'XXX',
  'EU',
  'Europe',
  'Berlin',
  'Congo',
  'Korea',
  'England',
  'Holland',
  'Allemagne',
  'D',
  'Áo',
  '',
  ' ',
  '-',
  'the',
  '49',
  '+49',
  'n/a',
  'x'.repeat(1000),
  '\u0000',
])('%j means no country', (text) => {
  for (const language of languageIds) expect(countryNamed(text, language)).toBeUndefined()
})

test('a name in another language than English and that of the practice means no country', () => {
  expect(countryNamed('Deutschland', 'en')).toBeUndefined()
})

test.each(languageIds)('every country is known by each of its names in %s', (language) => {
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([language], { type: 'region', style })
    for (const country of getCountries()) {
      const name = names.of(country)!
      expect({ name, country: countryNamed(name, language) }).toEqual({ name, country })
    }
  }
})
