/** What a merge will take over from the record that goes. The server decides; this says it beforehand. */
import type { Patient } from '../../contract/names.ts'

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The fields that the kept record gets from the other one. Only an empty field is filled. The parts of an address go
 * together, a national number needs the same country, and a consent holds only where both records agree.
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
