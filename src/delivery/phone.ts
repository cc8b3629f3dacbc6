import { getTimezone } from 'countries-and-timezones'
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { Phone } from '../domain/reminders/due.ts'
import { neighboursOf } from './neighbours.ts'

/**
 * The number in international form, or null when it is not valid. A number without a country code is read by the rules of the
 * patient's country. Without a known country, the country of the practice's time zone counts.
 */
export function internationalPhone(phone: string, country: string | null, timeZone: string): Phone | null {
  const home = countryNamed(country ?? '') ?? countryOfZone(timeZone)
  const number = parsePhoneNumberFromString(phone, home)
  if (!number?.isValid()) return null
  const { country: of = null } = number
  return { number: number.number, country: of, costly: of === null || costly.includes(number.getType()) }
}

/** Numbers without a country belong to satellites and to services that pay by the call (ITU-T E.164.1). */
const costly: readonly (NumberType | undefined)[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
]

/** Every country with telephone numbers of its own (ISO 3166-1 alpha-2 codes). */
export const phoneCountries: readonly string[] = getCountries()

/**
 * The countries that a practice texts to unless it chooses others. They are the country of its time zone and those
 * that share a land border with it. None where the time zone lies in no country.
 */
export function usualCountries(timeZone: string): readonly string[] {
  const home = countryOfZone(timeZone)
  return home === undefined ? [] : [home, ...neighboursOf(home)].sort()
}

const plain = (name: string): string => name.trim().toLocaleLowerCase('en')

/** Countries by code, and by name in English, in German and in the main language of the country. */
const codes = lazily(() => {
  const found = new Map<string, CountryCode>()
  for (const code of getCountries()) {
    found.set(plain(code), code)
    const own = new Intl.Locale(`und-${code}`).maximize().language
    for (const language of ['en', 'de', own]) {
      const name = new Intl.DisplayNames([language], { type: 'region' }).of(code)
      if (name !== undefined) found.set(plain(name), code)
    }
  }
  return found
})

const countryNamed = (name: string): CountryCode | undefined => codes().get(plain(name))

/**
 * The country of a time zone, by an old or a new name of the zone. When several countries share a zone, it is the
 * country that the zone is named for.
 */
export const countryOfZone = (timeZone: string): CountryCode | undefined =>
  getTimezone(timeZone)?.countries.find((code) => isSupportedCountry(code)) as CountryCode | undefined

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
