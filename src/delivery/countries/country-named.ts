import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js/max'
import { fold } from '../../domain/fold.ts'
import { alpha3 } from './alpha3.ts'

/**
 * The country that a text names: an ISO 3166-1 code of two or three letters, or the name of the country in English or
 * in `language` (BCP 47). Case, accents, spaces and signs do not count. Undefined for every other text.
 */
export function countryNamed(text: string, language: string): CountryCode | undefined {
  const code = text.replace(/[\s.]/g, '').toUpperCase()
  if (isSupportedCountry(code)) return code
  const key = keyOf(text)
  return alpha3.get(code) ?? namesIn('en').get(key) ?? namesIn(language).get(key)
}

type Names = ReadonlyMap<string, CountryCode>
/** The names of each language that was asked for, because making them takes milliseconds. */
const kept = new Map<string, Names>()

/** The countries by their long and short names in a language, such as `United Kingdom` and `UK`. */
function namesIn(language: string): Names {
  const known = kept.get(language)
  if (known !== undefined) return known
  const names = new Map(
    (['short', 'long'] as const).flatMap((style) => {
      const inLanguage = new Intl.DisplayNames([language], { type: 'region', style })
      return getCountries().map((country) => [keyOf(inLanguage.of(country)!), country] as const)
    }),
  )
  kept.set(language, names)
  return names
}

/** Words that people write or leave out as they like, such as in `The Gambia` and `Bosnia & Herzegovina`. */
const idleWords = /(?<!\p{L})(?:the|and|die|und)(?!\p{L})/gu

/** The letters and digits of a name, folded. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(idleWords, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
