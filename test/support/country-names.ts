/** `bun run country-names` writes `src/delivery/countries/names.txt` from what this runtime's `Intl.DisplayNames` knows. */
import { type CountryCode, getCountries } from 'libphonenumber-js/max'
import { countryKey } from '../../src/delivery/countries/country-named.ts'

/** Every language in which this runtime knows names of countries, found by trying all codes of two and three letters. */
export function languagesKnown(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const two = letters.flatMap((first) => letters.map((second) => first + second))
  const three = two.flatMap((start) => letters.map((last) => start + last))
  const scripts = ['Latn', 'Cyrl', 'Arab', 'Hans', 'Hant', 'Deva', 'Adlm', 'Telu', 'Orya']
  const plain = Intl.DisplayNames.supportedLocalesOf([...two, ...three])
  const written = plain.flatMap((language) => scripts.map((script) => `${language}-${script}`))
  const resolved = [...plain, ...Intl.DisplayNames.supportedLocalesOf(written)].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }).resolvedOptions().locale,
  )
  return [...new Set(resolved)]
}

/**
 * A line for each country: its code, its names in English, German and its main language, and its names in all other
 * languages. Tabs stand between these parts and spaces between the names. A name of several countries is in neither.
 */
export function countryNames(): string {
  const inAll = languagesKnown().map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  )
  const usual = keysOf((country) => {
    const main = new Intl.Locale(`und-${country}`).maximize().language
    const [english, german, own] = ['en', 'de', main].map(
      (language) => new Intl.DisplayNames([language], { type: 'region' }).of(country)!,
    )
    return [english!, german!, withoutUmlauts(german!), own!]
  })
  const others = keysOf((country) => inAll.flatMap((language) => language.of(country) ?? []))
  const lines = getCountries().map((country) => {
    const first = usual.get(country)!
    return [country, [...first].join(' '), [...others.get(country)!.difference(first)].join(' ')].join('\t')
  })
  return `${lines.join('\n')}\n`
}

/** The keys of each country's names, in the order of the alphabet, without those that several countries have. */
function keysOf(namesOf: (country: CountryCode) => string[]): Map<CountryCode, Set<string>> {
  const all = getCountries().map((country) => ({ country, keys: new Set(namesOf(country).map(countryKey)) }))
  const times = new Map<string, number>()
  for (const { keys } of all) for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
  return new Map(
    all.map(({ country, keys }) => [
      country,
      new Set([...keys].filter((key) => times.get(key) === 1).sort()),
    ]),
  )
}

/** People without a German keyboard write `Oesterreich` for `Österreich`. */
const withoutUmlauts = (name: string): string =>
  name.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)

if (import.meta.main)
  await Bun.write(`${import.meta.dir}/../../src/delivery/countries/names.txt`, countryNames())
