import { getTimezone } from 'countries-and-timezones'
import type { CountryCode, NumberType, PhoneNumber } from 'libphonenumber-js/max'
import type { Phone, PhoneLine } from '../domain/reminders/due.ts'
import { isVisible } from '../domain/visible.ts'
import { hasPhones } from './countries/alpha3.ts'
import { countryNamed } from './countries/country-named.ts'
import { neighboursOf } from './neighbours.ts'

/**
 * The number in international form, or the reason why the text has no such number. Null when no number is written. A
 * number without a country code is read by the rules of the patient's country. When no country is given, the country of
 * the practice's time zone counts. When the given country is unknown, such a number is refused, because it may belong
 * to a stranger.
 */
export function internationalPhone(
  phone: string | null,
  country: string | null,
  timezone: string,
): Phone | null {
  if (!phone) return null
  const dialled = phone.replace(betweenDigits, '').replace('＋', '+')
  // A number with a letter or an extension gets no text.
  if (!/^\+?\p{Nd}+$/u.test(dialled)) return { number: null, reason: 'invalid_phone' }
  const home = isVisible(country ?? '') ? countryNamed(country!) : countryOfZone(timezone)
  if (home === undefined && !/^(\+|00)/.test(dialled)) return { number: null, reason: 'unknown_country' }
  // Most countries dial `00` before a country code (ITU-T E.164). People write `00` in other countries as well.
  const parsed = parse(dialled, home) ?? parse(dialled.replace(/^00/, '+'), home)
  if (parsed === undefined) return { number: null, reason: 'invalid_phone' }
  const { country: of = null } = parsed
  return { number: parsed.number, country: of, line: lineOf(parsed.getType(), of) }
}

/** The signs that people write between digits (ITU-T E.123). Address books add invisible marks. */
const betweenDigits = /[\s\p{Cf}\p{Pd}()./]/gu

/**
 * The library that reads numbers. Loading it takes 30 ms and 11 MB. So it is loaded with the first number that is read,
 * not at each start.
 */
let library: typeof import('libphonenumber-js/max') | undefined

function parse(dialled: string, home: CountryCode | undefined): PhoneNumber | undefined {
  library ??= require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  const number = library.parsePhoneNumberFromString(dialled, home)
  return number?.isValid() ? number : undefined
}

/** Numbers without a country belong to satellites and to services that charge by the call (ITU-T E.164.1). */
function lineOf(type: NumberType | undefined, country: string | null): PhoneLine {
  if (country === null || costly.includes(type)) return 'costly'
  return textable.includes(type) ? 'mobile' : 'landline'
}

const costly: readonly (NumberType | undefined)[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
]
/**
 * The types of numbers that can get a text. Some countries, such as the US, do not separate mobile numbers from others.
 */
const textable: readonly (NumberType | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP']

/**
 * The countries that a practice texts to unless it chooses others. These are the country of the practice's time zone,
 * and the countries that share a land border with that country. Empty when the time zone belongs to no country.
 */
export function usualCountries(timeZone: string): readonly string[] {
  const home = countryOfZone(timeZone)
  return home === undefined ? [] : [home, ...neighboursOf(home)].sort()
}

/**
 * The country of a time zone, by an old or a new name of the zone. When several countries share a zone, the country
 * that the zone is named for is returned.
 */
export const countryOfZone = (timeZone: string): CountryCode | undefined =>
  (getTimezone(timeZone)?.countries as readonly string[] | undefined)?.find(hasPhones)
