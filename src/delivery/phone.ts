import { getTimezone } from 'countries-and-timezones'
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

/**
 * The number in E.164, or null when it is not valid. A number without a country code is read by the rules of the
 * patient's country. Without a known country, the country of the practice's time zone counts.
 */
export function internationalPhone(phone: string, country: string | null, timeZone: string): string | null {
  const home = countryNamed(country ?? '') ?? countryOfZone(timeZone)
  const number = parsePhoneNumberFromString(phone, home)
  return number?.isValid() ? number.number : null
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
