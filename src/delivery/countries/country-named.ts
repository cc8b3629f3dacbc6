import { readFileSync } from 'node:fs'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { fold } from '../../domain/fold.ts'
import { alpha3 } from './alpha3.ts'
import { shortForms, unclearNames } from './short-forms.ts'

/**
 * The country that somebody means by this text. It may be an ISO 3166-1 code of two or three letters, a usual short
 * form, or a name in any language that `Intl.DisplayNames` knows. Case, accents, spaces and signs do not count.
 * Undefined for a name that is not known, and for a name that means different countries in different languages.
 */
export function countryNamed(text: string): CountryCode | undefined {
  const coded = countryCoded(text)
  // `NGA` is the code of Nigeria, and `Nga` is Vietnamese for Russia.
  if (coded !== undefined && text === text.toUpperCase()) return coded
  const key = countryKey(text)
  const { usual, others } = namesRead()
  const named = usual.get(key)
  if (named !== undefined) return named ?? undefined
  return coded ?? others.get(key) ?? undefined
}

/** A code is in English letters. `Áo`, which is Vietnamese for Austria, is not the code of Angola. */
function countryCoded(text: string): CountryCode | undefined {
  const code = text.replace(/[\s.]/g, '').toUpperCase()
  return isSupportedCountry(code) ? code : alpha3.get(code)
}

/** Countries by their names. Null stands for a name that is not clear. */
type Names = Map<string, CountryCode | null>

/**
 * The names of `names.txt`. Each of its lines has a country's code, its usual names, and its names in all other
 * languages. `bun run country-names` writes the file, because asking `Intl` takes 0.3 seconds and 30 MB.
 */
const namesRead = once(() => {
  const [usual, others]: [Names, Names] = [new Map(), new Map()]
  for (const line of readFileSync(`${import.meta.dir}/names.txt`, 'utf8')
    .trimEnd()
    .split('\n')) {
    const [country, ...columns] = line.split('\t') as [CountryCode, string, string]
    for (const [i, names] of [usual, others].entries())
      for (const name of columns[i]!.split(' ')) names.set(name, country)
  }
  for (const [form, country] of shortForms) usual.set(countryKey(form), country)
  for (const name of unclearNames) usual.set(countryKey(name), null)
  return { usual, others }
})

/** Words that people write or leave out as they like, such as in `The Gambia` and `Bosnia & Herzegovina`. */
const idleWords = /(?<!\p{L})(?:the|and|die|und)(?!\p{L})/gu
const saint = /(?<!\p{L})(?:saint|sankt)(?!\p{L})/gu

/** The letters and digits of a country's name, folded. It has no spaces. */
export const countryKey = (name: string): string =>
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
