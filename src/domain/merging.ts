/** How one patient's record fills the empty fields of another record, when both are of the same person (RULES §25). */

import type { OwnTexts } from './own-fields.ts'

/** The fields of a record that a merge fills or reads. */
export interface Mergeable {
  readonly dob: string | null
  readonly gender: string | null
  readonly email: string | null
  readonly phoneMobile: string | null
  readonly address: string | null
  readonly postcode: string | null
  readonly town: string | null
  readonly country: string | null
  readonly preferredLanguage: string | null
  readonly notifyByEmail: boolean
  readonly notifyBySms: boolean
  readonly mayBookOnline: boolean
  readonly metadata: Record<string, unknown>
  readonly ownFields: OwnTexts | null
}

/** The consent that is filled together with an e-mail address or a number. */
export const consents = { email: 'notifyByEmail', phoneMobile: 'notifyBySms' } as const

const isEmpty = (value: string | null): boolean => value === null || value.trim() === ''

/**
 * The fields of the kept record that a merge changes. Only an empty field is filled. Address, postcode, town and
 * country belong together, so they are taken together or not at all. A number without a country code means another
 * number in another country, so it is taken only when both countries are the same. Consents of the kept record stay. But
 * an e-mail address or number that is taken over may be used only if both records allow it. Own fields are filled one
 * by one.
 */
export function filledBy(kept: Mergeable, from: Mergeable): Partial<Mergeable> {
  const place = [kept.address, kept.postcode, kept.town, kept.country].every(isEmpty)
    ? { address: from.address, postcode: from.postcode, town: from.town, country: from.country }
    : {}
  const country = 'country' in place ? place.country : kept.country
  const isReadable = /^\s*(\+|00)/.test(from.phoneMobile ?? '') || country === from.country
  const email = isEmpty(kept.email) && !isEmpty(from.email)
  const phone = isEmpty(kept.phoneMobile) && !isEmpty(from.phoneMobile) && isReadable
  const wanted: Partial<Mergeable> = {
    ...(isEmpty(kept.dob) && { dob: from.dob }),
    ...(isEmpty(kept.gender) && { gender: from.gender }),
    ...(email && { email: from.email, notifyByEmail: kept.notifyByEmail && from.notifyByEmail }),
    ...(phone && { phoneMobile: from.phoneMobile, notifyBySms: kept.notifyBySms && from.notifyBySms }),
    ...place,
    ...(kept.preferredLanguage === null && { preferredLanguage: from.preferredLanguage }),
    ...(Object.keys(kept.metadata).length === 0 && { metadata: from.metadata }),
    ...(from.ownFields !== null && { ownFields: { ...from.ownFields, ...kept.ownFields } }),
    // A patient who may not book online in one of the records may not do it afterwards.
    mayBookOnline: kept.mayBookOnline && from.mayBookOnline,
  }
  const changes = Object.entries(wanted).filter(
    ([field, value]) => !isNothing(value) && !Bun.deepEquals(kept[field as keyof Mergeable], value),
  )
  return Object.fromEntries(changes)
}

const isNothing = (value: unknown): boolean => value === null || (typeof value === 'string' && isEmpty(value))
