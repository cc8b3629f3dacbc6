/** Predicts the fields that a merge will copy from the removed record. The server decides. */
import type { Patient } from '../../contract/names.ts'

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The fields that the kept record gets from the other one. Only an empty field is filled. The parts of an address are
 * copied together. A national number is copied only for the same country. When an e-mail address or a phone number is
 * copied, the consent for it stays only if both records have this consent.
 */
export function filledFields(kept: Patient, from: Patient): ReadonlySet<keyof Patient> {
  const filled = new Set<keyof Patient>()
  const fill = (name: keyof Patient) => {
    if (isEmpty(kept[name]) && !isEmpty(from[name])) filled.add(name)
  }
  const place = ['address', 'postcode', 'town', 'country'] as const
  if (place.every((name) => isEmpty(kept[name]))) place.forEach(fill)
  const country = filled.has('country') ? from.country : kept.country
  for (const name of ['dob', 'gender', 'email', 'preferredLanguage', 'mayBookOnline'] as const) fill(name)
  if (/^\s*(\+|00)/.test(from.phoneMobile ?? '') || country === from.country) fill('phoneMobile')
  if (filled.has('email') && kept.notifyByEmail && !from.notifyByEmail) filled.add('notifyByEmail')
  if (filled.has('phoneMobile') && kept.notifyBySms && !from.notifyBySms) filled.add('notifyBySms')
  return filled
}
