import { expect, test } from 'bun:test'
import { getCountries } from 'libphonenumber-js/max'
import { countryNamed } from '../../src/delivery/countries/country-named.ts'
import { languageIds } from '../../src/messages/languages.ts'

const known: [country: string, ...texts: string[]][] = [
  ['DE', 'DE', 'de', ' De ', 'D.E.', 'DEU', 'deu', 'Germany', 'GERMANY', ' germany '],
  ['DE', 'Deutschland', 'deutschland', 'Germany'],
  ['GB', 'GB', 'GBR', 'UK', 'U.K.', 'u. k.', 'United Kingdom', 'the United Kingdom'],
  ['GB', 'Vereinigtes Königreich', 'Vereinigtes Konigreich', 'UK'],
  ['US', 'US', 'U.S.', 'USA', 'U. S. A.', 'United States', 'The United States'],
  ['US', 'Vereinigte Staaten'],
  ['NL', 'NL', 'NLD', 'Netherlands', 'The Netherlands'],
  ['CH', 'CH', 'CHE', 'Switzerland', 'Schweiz', 'Die Schweiz'],
  ['AT', 'AUT', 'Austria', 'Österreich', 'OSTERREICH'],
  ['CI', 'Côte d’Ivoire', "Cote d'Ivoire"],
  ['BA', 'Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnien und Herzegowina'],
  ['GM', 'Gambia', 'The Gambia'],
  ['XK', 'Kosovo', 'XK', 'XKX'],
]

test.each(known.flatMap(([country, ...texts]) => texts.map((text) => [text, country] as const)))(
  '§6.2 A country is an ISO 3166-1 code, or a name in English or German. %j, %s',
  (text, country) => {
    expect(countryNamed(text) as string).toBe(country)
  },
)

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
])('the text %j names no country', (text) => {
  expect(countryNamed(text)).toBeUndefined()
})

test.each(languageIds)('every country is known by each of its names in %s', (language) => {
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([language], { type: 'region', style })
    for (const country of getCountries()) {
      const name = names.of(country)!
      expect({ name, country: countryNamed(name) }).toEqual({ name, country })
    }
  }
})
