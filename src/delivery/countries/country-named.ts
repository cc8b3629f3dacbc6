import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js/max'
import { fold } from '../../domain/fold.ts'
import { alpha3 } from './alpha3.ts'
import { languages } from './languages.ts'
import { shortForms, unclearNames } from './short-forms.ts'

/**
 * The country that somebody means by this text. It may be an ISO 3166-1 code of two or three letters, a usual short
 * form, or a name in any language that `Intl.DisplayNames` knows. Case, accents, spaces and signs do not count.
 * Undefined for a name that is not known, and for a name that means different countries in different languages.
 *
 * Codes, short forms, and names in English, German and the main language of the country are found at once. Any other
 * text needs the names in all languages (`gatherCountryNames`). Where they are not there yet, they are gathered first.
 */
export function countryNamed(text: string): CountryCode | undefined {
  const coded = countryCoded(text)
  // `NGA` is the code of Nigeria, and `Nga` is Vietnamese for Russia.
  if (coded !== undefined && text === text.toUpperCase()) return coded
  const key = keyOf(text)
  const usual = usualNames().get(key)
  if (usual !== undefined) return usual ?? undefined
  return coded ?? allNames().get(key) ?? undefined
}

/** A code is in English letters. `Áo`, which is Vietnamese for Austria, is not the code of Angola. */
function countryCoded(text: string): CountryCode | undefined {
  const code = text.replace(/[\s.]/g, '').toUpperCase()
  return isSupportedCountry(code) ? code : alpha3.get(code)
}

/** A country by each of its names. Null stands for a name of several countries. */
type Names = Map<string, CountryCode | null>

const usualNames = once((): Names => {
  const names: Names = new Map()
  const inGerman = new Intl.DisplayNames(['de'], { type: 'region' })
  const inEnglish = new Intl.DisplayNames(['en'], { type: 'region' })
  for (const country of getCountries()) {
    const own = new Intl.Locale(`und-${country}`).maximize().language
    const german = inGerman.of(country)!
    add(names, german, country)
    add(names, withoutUmlauts(german), country)
    add(names, inEnglish.of(country), country)
    add(names, new Intl.DisplayNames([own], { type: 'region' }).of(country), country)
  }
  for (const [form, country] of shortForms) names.set(keyOf(form), country)
  for (const name of unclearNames) names.set(keyOf(name), null)
  return names
})

/** People without a German keyboard write `Oesterreich` for `Österreich`. */
const withoutUmlauts = (name: string): string =>
  name.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)

const names: Names = new Map()
const gathering = gatherNames()

/** Each step takes well under a millisecond. */
function* gatherNames(): Generator<undefined, void> {
  const inEach: Intl.DisplayNames[] = []
  for (const id of languages) {
    inEach.push(new Intl.DisplayNames([id], { type: 'region', fallback: 'none' }))
    yield
  }
  for (const country of getCountries()) {
    // Languages share many names, and folding them takes most of the time.
    const all = new Set(inEach.map((language) => language.of(country)))
    for (const name of all) add(names, name, country)
    yield
  }
}

function allNames(): Names {
  while (!gathering.next().done);
  return names
}

/** Resolves when the names of countries are there in all languages. They take about 0.2 seconds and 5 MB, once. */
export async function gatherCountryNames(): Promise<void> {
  usualNames()
  // Requests are answered between the steps.
  while (!gathering.next().done) await new Promise(setImmediate)
}

function add(names: Names, name: string | undefined, country: CountryCode): void {
  if (name === undefined) return
  const key = keyOf(name)
  const other = names.get(key)
  names.set(key, other === undefined || other === country ? country : null)
}

/** Words that people write or leave out as they like, such as in `The Gambia` and `Bosnia & Herzegovina`. */
const idleWords = /(?<!\p{L})(?:the|and|die|und)(?!\p{L})/gu
const saint = /(?<!\p{L})(?:saint|sankt)(?!\p{L})/gu

/** The letters and digits of a name, folded. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(idleWords, '')
    .replace(saint, 'st')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
