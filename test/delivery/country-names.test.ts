import { expect, test } from 'bun:test'
import { getCountries } from 'libphonenumber-js/max'
import { countryNamed } from '../../src/delivery/countries/country-named.ts'
import { countryNames, languagesKnown } from '../support/country-names.ts'

const known: [country: string, ...texts: string[]][] = [
  ['DE', 'DE', 'de', ' De ', 'DEU', 'D', 'BRD', 'B.R.D.', 'Germany', 'GERMANY', 'Deutschland', 'Allemagne'],
  ['DE', 'Bundesrepublik Deutschland', 'Duitsland', 'Německo', 'Niemcy', 'Alemania', 'Германия', 'Германія'],
  [
    'DE',
    'Germania',
    'Saksa',
    'Almanya',
    'Γερμανία',
    'גרמניה',
    'ألمانيا',
    '德国',
    '德國',
    'ドイツ',
    '독일',
    'जर्मनी',
    'เยอรมนี',
  ],
  ['GB', 'GB', 'G.B.', 'GBR', 'UK', 'U.K.', 'u. k.', 'United Kingdom', 'the United Kingdom', 'Great Britain'],
  ['GB', 'England', 'ENGLAND', 'Scotland', 'Wales', 'Northern Ireland', 'Großbritannien', 'Grossbritannien'],
  [
    'GB',
    'Vereinigtes Königreich',
    'Schottland',
    'Royaume-Uni',
    'Reino Unido',
    'Velká Británie',
    'Великобритания',
  ],
  [
    'US',
    'US',
    'U.S.',
    'USA',
    'U.S.A.',
    'U. S. A.',
    'United States',
    'the United States of America',
    'America',
  ],
  ['US', 'Vereinigte Staaten', 'Estados Unidos', 'États-Unis', 'Stany Zjednoczone', 'США'],
  ['NL', 'NL', 'NLD', 'Netherlands', 'The Netherlands', 'Holland', 'Niederlande', 'Nederland', 'Pays-Bas'],
  ['CH', 'CH', 'CHE', 'Switzerland', 'Schweiz', 'Die Schweiz', 'Suisse', 'Svizzera', 'Svizra'],
  ['AT', 'A', 'AUT', 'Austria', 'Österreich', 'Oesterreich', 'OSTERREICH', 'Áo'],
  ['AO', 'AO', 'ao', 'Angola'],
  ['NG', 'NGA', 'Nigeria'],
  ['IE', 'Ireland', 'Republic of Ireland', 'Éire', 'Irland', 'ROI'],
  ['FR', 'F', 'France', 'Frankreich', 'Francia', 'Frankrijk'],
  ['CZ', 'Czechia', 'Czech Republic', 'Tschechien', 'Česko', 'Česká republika'],
  ['TR', 'Türkiye', 'Turkey', 'Türkei'],
  ['RU', 'Russia', 'Russland', 'Rußland', 'Russian Federation', 'Россия'],
  ['UA', 'Ukraine', 'Україна', 'Украина'],
  ['SY', 'Syria', 'Syrien', 'سوريا'],
  ['CI', 'Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast', 'Elfenbeinküste'],
  ['BA', 'Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnien und Herzegowina', 'Bosnia-Herzegovina'],
  ['KN', 'St. Kitts & Nevis', 'Saint Kitts and Nevis'],
  ['GM', 'Gambia', 'The Gambia'],
  ['KR', 'South Korea', 'Südkorea', 'Republic of Korea'],
  ['CD', 'DR Congo', 'Congo - Kinshasa', 'Democratic Republic of the Congo'],
  ['XK', 'Kosovo', 'XK', 'XKX'],
]

test.each(known.flatMap(([country, ...texts]) => texts.map((text) => [text, country] as const)))(
  '%j means %s',
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
  'Nga',
  'Kongo',
  'Korea',
  '',
  ' ',
  '-',
  '49',
  '+49',
  'n/a',
  'x'.repeat(1000),
  '\u0000',
])('%j means no country', (text) => {
  expect(countryNamed(text)).toBeUndefined()
})

test('the file of names is what `bun run country-names` writes', async () => {
  expect(await Bun.file('src/delivery/countries/names.txt').text()).toBe(countryNames())
})

test('every country is known by its name in every language, unless the name means several countries', () => {
  const meant = new Map<string, Set<string>>()
  for (const language of languagesKnown()) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const country of getCountries()) {
      const name = names.of(country)
      if (name === undefined) continue
      meant.set(name, (meant.get(name) ?? new Set()).add(country))
    }
  }
  expect(meant.size).toBeGreaterThan(25_000)
  const wrong: string[] = []
  let unclear = 0
  for (const [name, countries] of meant) {
    const found = countryNamed(name)
    if (found === undefined) unclear++
    if (found !== undefined && !(countries.size === 1 && countries.has(found)))
      wrong.push(`${name} of ${[...countries]} was read as ${found}`)
  }
  expect(wrong).toEqual([])
  expect(unclear).toBeLessThan(50)
})
