import { getTimezone } from 'countries-and-timezones'
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

/**
 * The number in E.164, or null for what is no number. One without a country's prefix is read as the patient's
 * country writes it, or where that is not said, as the practice's does, which its time zone tells.
 */
export function internationalPhone(phone: string, country: string | null, timeZone: string): string | null {
  const home = countryNamed(country ?? '') ?? countryOfZone(timeZone)
  const number = parsePhoneNumberFromString(phone, home)
  return number?.isValid() ? number.number : null
}

const plain = (name: string): string => name.trim().toLocaleLowerCase('en')

/** By code, and by name in English, German and the country's own language. */
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

/** Old names of zones and new ones alike; of a zone that several countries share, the one it is named for. */
export const countryOfZone = (timeZone: string): CountryCode | undefined =>
  getTimezone(timeZone)?.countries.find((code) => isSupportedCountry(code)) as CountryCode | undefined

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
