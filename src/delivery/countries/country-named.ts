import type { CountryCode } from 'libphonenumber-js/max'
import { deskLanguages } from '../../domain/desk-languages.ts'
import { fold } from '../../domain/fold.ts'
import { alpha3, hasPhones, phoneCountries } from './alpha3.ts'

/**
 * The country that a text names by an ISO 3166-1 code (two or three letters) or by its name in a language of the desk.
 * Case, accents, spaces and signs do not count. Undefined for every other text.
 */
export function countryNamed(text: string): CountryCode | undefined {
  const code = text.replace(/[\s.]/g, '').toUpperCase()
  if (hasPhones(code)) return code
  names ??= new Map(deskLanguages.flatMap(namesIn))
  return alpha3.get(code) ?? names.get(keyOf(text))
}

/** This map is made when a name is first looked up, because making it takes milliseconds. */
let names: ReadonlyMap<string, CountryCode> | undefined

/** The countries by their long and short names in a language, such as `United Kingdom` and `UK`. */
const namesIn = (language: string) =>
  (['short', 'long'] as const).flatMap((style) => {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region', style })
    return phoneCountries.map((country) => [keyOf(inLanguage.of(country)!), country] as const)
  })

/** Words that people write or leave out as they like, such as in `The Gambia` and `Bosnia & Herzegovina`. */
const idleWords = /(?<!\p{L})(?:the|and|die|und)(?!\p{L})/gu

/** The letters and digits of a name, folded. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(idleWords, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
