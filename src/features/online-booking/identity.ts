/**
 * Finds the patient of a booking. Nothing that the visitor sees depends on which patient is found. No existing record
 * is changed (RULES §31).
 */
import { internationalPhone } from '../../delivery/phone.ts'
import { ofPatient } from '../../domain/audit.ts'
import { isSameName } from '../../domain/german-names.ts'
import { newId } from '../../domain/id.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findLikely } from '../../store/patients/likely-patients.ts'
import { findPatient, insertPatient, type PatientRow } from '../../store/patients/patients.ts'
import type { PracticeRow } from '../../store/practice/practice.ts'

/** A person as they name themselves, with the contact that they proved. */
interface Visitor {
  readonly firstName: string
  readonly lastName: string
  /** `YYYY-MM-DD`. */
  readonly dob: string
  readonly channel: NoticeChannel
  readonly contact: string
  readonly language: string | null
}

/**
 * The patient of a booking: the one patient with this name, birth date and proven contact, or else a new one. The front
 * desk then checks whether the new patient was here before. Null for a patient who may not book online.
 */
export function patientFor(
  tx: WriteScope,
  practice: PracticeRow,
  visitor: Visitor,
  now: number,
): { readonly patientId: string; readonly isNewPatient: boolean } | null {
  const { firstName, lastName, dob } = visitor
  const same = findLikely(tx, { firstName, lastName, dob }, '').filter((patient) =>
    isSame(patient, visitor, practice),
  )
  if (same.some(({ mayBookOnline }) => !mayBookOnline)) return null
  return same.length === 1
    ? { patientId: same[0]!.id, isNewPatient: false }
    : { patientId: addPatient(tx, practice, visitor, now), isNewPatient: true }
}

function isSame(patient: PatientRow, visitor: Visitor, { timezone }: PracticeRow): boolean {
  if (patient.dob !== visitor.dob) return false
  if (!isSameName(patient.firstName, visitor.firstName)) return false
  if (!isSameName(patient.lastName, visitor.lastName)) return false
  if (visitor.channel === 'email')
    return patient.email !== null && spelled(patient.email) === spelled(visitor.contact)
  return internationalPhone(patient.phoneMobile, patient.country, timezone)?.number === visitor.contact
}

/** An e-mail address without letter case. `straße.example` and `strasse.example` can belong to two people. */
const spelled = (email: string): string => email.normalize('NFC').toLowerCase()

function addPatient(tx: WriteScope, { defaultStatus }: PracticeRow, visitor: Visitor, now: number): string {
  const { firstName, lastName, dob, channel, contact, language } = visitor
  const id = newId(now)
  insertPatient(tx, {
    id,
    firstName,
    lastName,
    dob,
    gender: null,
    address: null,
    postcode: null,
    town: null,
    country: null,
    ownFields: null,
    email: channel === 'email' ? contact : null,
    phoneMobile: channel === 'sms' ? contact : null,
    notifyByEmail: channel === 'email',
    notifyBySms: channel === 'sms',
    recallConsent: false,
    status: defaultStatus,
    statusChangedAt: null,
    preferredLanguage: language,
    metadata: {},
    mayBookOnline: true,
    createdAt: now,
    updatedAt: now,
  })
  tx.record({
    kind: 'write',
    ...ofPatient(id),
    after: findPatient(tx, id),
    detail: { proof: channel },
  })
  return id
}
