import type { Static } from '@sinclair/typebox'
import type { OwnTexts } from '../../domain/own-fields.ts'
import { formatInstant, midnightOf } from '../../domain/time.ts'
import { isLanguageId } from '../../messages/languages.ts'
import type { PatientRow } from '../../store/patients/patients.ts'
import type { patient } from './schema.ts'

/** The texts in own fields as the API answers them. */
const ownTextsOf = (texts: OwnTexts) => Object.entries(texts).map(([id, text]) => ({ id, text }))

export const viewPatient = (row: PatientRow): Static<typeof patient> => ({
  id: row.id,
  practiceId: row.practiceId,
  firstName: row.firstName,
  lastName: row.lastName,
  dob: row.dob === null ? null : midnightOf(row.dob),
  gender: row.gender,
  email: row.email,
  phoneMobile: row.phoneMobile,
  address: row.address,
  postcode: row.postcode,
  town: row.town,
  country: row.country,
  status: row.status,
  statusChangedAt: row.statusChangedAt === null ? null : formatInstant(row.statusChangedAt),
  tagIds: [...row.tagIds],
  notifyByEmail: row.notifyByEmail,
  notifyBySms: row.notifyBySms,
  recallConsent: row.recallConsent,
  ...(isLanguageId(row.preferredLanguage) && { preferredLanguage: row.preferredLanguage }),
  ...(row.ownFields !== null && { ownFields: ownTextsOf(row.ownFields) }),
  ...(!row.mayBookOnline && { mayBookOnline: false as const }),
  metadata: row.metadata,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
