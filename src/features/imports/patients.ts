/** Judges and writes the rows of a file with patients. */
import { ofPatient } from '../../domain/audit.ts'
import { reasonsFor } from '../../domain/duplicates.ts'
import { fold } from '../../domain/fold.ts'
import { isSameName, nameKeys } from '../../domain/german-names.ts'
import { newId } from '../../domain/id.ts'
import { ownTarget } from '../../domain/import/fields.ts'
import { withOwnTexts } from '../../domain/own-fields.ts'
import { samePhones } from '../../domain/phone-digits.ts'
import { reader } from '../../http/reader.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { findLinked, listLinksOf } from '../../store/imports/external-ids.ts'
import { patientHasRecords } from '../../store/imports/touched-patients.ts'
import { findLikely } from '../../store/patients/likely-patients.ts'
import { findPatient, type PatientRow } from '../../store/patients/patients.ts'
import { keptPatientOf } from '../../store/person/merged.ts'
import { findPractice, packOf } from '../../store/practice/practice.ts'
import { addPatient, changePatient, dropPatient } from '../patients/actions.ts'
import { type CreatePatient, createPatientBody } from '../patients/schema.ts'
import { type Draft, type Mapping, RowRefused } from './draft.ts'
import {
  externalIdOf,
  type Judgment,
  judged,
  type Kind,
  noTraces,
  readBody,
  type Traces,
  type WrittenRow,
} from './judgment.ts'

const read = reader(createPatientBody)

/** The fields of a patient in a row. The id in the other program is kept apart from them. */
type Body = CreatePatient & { readonly externalId?: never }

export class Patients implements Kind<Body> {
  readonly #source: string
  readonly #mapping: Mapping

  constructor(source: string, mapping: Mapping) {
    this.#source = source
    this.#mapping = mapping
  }

  judge(scope: Scope, draft: Draft): Judgment<Body> {
    const externalId = externalIdOf(draft)
    const body = this.#bodyOf(scope, draft)
    const linked = externalId === null ? null : this.#linked(scope, externalId)
    if (linked !== null) {
      const patient = findPatient(scope, keptPatientOf(scope, linked))
      if (patient === null) throw new RowRefused('deleted_since')
      const there = { recordId: patient.id, externalId, isNew: false }
      if (Object.keys(changesIn(patient, body)).length === 0) return judged('unchanged', body, there)
      // Two patients of the other program became one patient here, because somebody decided this. The file does not
      // show which of the two is right.
      const isOneOfTwo = patient.id !== linked || this.#idsOf(scope, patient.id).length > 1
      return isOneOfTwo
        ? judged('skipped', body, { ...there, reason: 'merged' })
        : judged('update', body, there)
    }
    return this.#amongOthers(scope, body, externalId)
  }

  #idsOf = (scope: Scope, patientId: string) => listLinksOf(scope, 'patients', this.#source, patientId)

  #linked = (scope: Scope, externalId: string) =>
    findLinked(scope, { kind: 'patients', source: this.#source, externalId })

  /** Judges a row that is not linked to a patient by an earlier row. */
  #amongOthers(scope: Scope, body: Body, externalId: string | null): Judgment<Body> {
    const { firstName, lastName, dob, phoneMobile, email } = body
    const wanted = {
      firstName,
      lastName,
      ...(dob && { dob }),
      ...(phoneMobile && { phoneMobile }),
      ...(email && { email }),
    }
    const likely = findLikely(scope, wanted, '').map((patient) => ({
      patient,
      reasons: reasonsFor(patient, wanted),
    }))
    const same = likely.find(({ patient }) => this.#isTheSame(patient, body))
    const isFree = (id: string) => externalId === null || this.#idsOf(scope, id).length === 0
    if (same !== undefined && isFree(same.patient.id))
      return judged('unchanged', body, { recordId: same.patient.id, externalId })
    const namesake = likely.find(({ reasons }) => reasons.includes('name_and_dob')) ?? same
    const contact = likely.find(({ reasons }) => reasons.includes('phone') || reasons.includes('email'))
    const found = namesake ?? contact
    if (found === undefined) return judged('create', body, { externalId })
    const reason = namesake ? 'same_name_and_dob' : 'same_contact'
    return judged('duplicate', body, { reason, recordId: found.patient.id, externalId })
  }

  /** Whether a patient has exactly the values of the row, in the fields of the mapping. */
  #isTheSame(patient: PatientRow, body: Body): boolean {
    const isKnown = (name: keyof Body) =>
      this.#mapping.has(name as never) && (body[name] !== undefined || isText(name))
    const own = withOwnTexts(null, body.ownFields ?? [])
    return (
      (Object.keys(createPatientBody.properties) as (keyof Body)[])
        .filter(isKnown)
        .every((name) => (body[name] ?? null) === (patient[name as keyof PatientRow] ?? null)) &&
      this.#mapping.ownIds.every((id) => own?.[id] === patient.ownFields?.[id])
    )
  }

  #bodyOf(scope: Scope, draft: Draft): Body {
    const [firstName, lastName] = [draft.text('firstName'), draft.text('lastName')]
    if (firstName === undefined) throw new RowRefused('name_missing', 'firstName')
    if (lastName === undefined) throw new RowRefused('name_missing', 'lastName')
    const ownTexts = this.#mapping.ownIds.flatMap((id) => {
      const own = draft.text(ownTarget(id))
      return own === undefined ? [] : [{ id, text: own }]
    })
    const text = (field: 'gender' | 'email' | 'phoneMobile' | 'address' | 'postcode' | 'town' | 'country') =>
      draft.text(field)
    return readBody(
      read,
      {
        firstName,
        lastName,
        dob: draft.day('dob'),
        gender: text('gender'),
        email: text('email'),
        phoneMobile: text('phoneMobile'),
        address: text('address'),
        postcode: text('postcode'),
        town: text('town'),
        country: text('country'),
        status: statusOf(scope, draft),
        notifyByEmail: draft.flag('notifyByEmail'),
        notifyBySms: draft.flag('notifyBySms'),
        recallConsent: draft.flag('recallConsent'),
        preferredLanguage: languageOf(draft.text('preferredLanguage')),
        mayBookOnline: draft.flag('mayBookOnline'),
        ownFields: ownTexts.length > 0 ? ownTexts : undefined,
      },
      (path) => {
        const own = ownTexts[Number(/^ownFields\.(\d+)/.exec(path)?.[1])]
        if (own !== undefined) return ownTarget(own.id)
        return path in createPatientBody.properties ? (path as 'firstName') : 'firstName'
      },
    )
  }

  traces(_: Scope, { body }: Judgment<Body>): Traces {
    if (body === null) return noTraces
    const { firstName, lastName, dob, phoneMobile, email } = body
    const names = [nameKeys(firstName)[0]!, nameKeys(lastName)[0]!].sort().join('\n')
    // Two rows with the same names may be one person when they have no birth date, phone number or e-mail address.
    const born = dob ?? (phoneMobile || email ? undefined : '')
    return {
      person: [
        ...(born === undefined ? [] : [{ key: `${names}\n${born}`, reason: 'same_name_and_dob' as const }]),
        ...samePhones(phoneMobile ?? '').map(({ digits }) => ({
          key: digits,
          reason: 'same_contact' as const,
        })),
        ...(email ? [{ key: email.toLowerCase(), reason: 'same_contact' as const }] : []),
      ],
      lanes: [],
    }
  }

  create(tx: WriteScope, body: Body, now: number): WrittenRow {
    const patient = addPatient(tx, body, now, newId(now))
    tx.record({ kind: 'write', ...ofPatient(patient.id), after: patient })
    return { recordId: patient.id, recordVersion: patient.version, before: null }
  }

  update(tx: WriteScope, recordId: string, body: Body, now: number): WrittenRow | null {
    const patient = findPatient(tx, keptPatientOf(tx, recordId))
    if (patient === null) throw new RowRefused('deleted_since')
    const changes = changesIn(patient, body)
    if (Object.keys(changes).length === 0) return null
    const after = this.#change(tx, patient, changes, now)
    const { version, statusChangedAt } = patient
    const before = {
      ...earlierIn(patient, changes),
      ...(changes.status !== undefined && { statusChangedAt }),
      version,
    }
    return { recordId: patient.id, recordVersion: after, before }
  }

  #change(
    tx: WriteScope,
    patient: PatientRow,
    changes: object,
    now: number,
    statusChangedAt: number | null = now,
  ): number {
    changePatient(tx, patient, changes, now, statusChangedAt)
    const after = findPatient(tx, patient.id)!
    tx.record({ kind: 'write', ...ofPatient(patient.id), before: patient, after })
    return after.version
  }

  stateOf(scope: Scope, recordId: string, version: number) {
    const patient = findPatient(scope, recordId)
    if (patient === null) return 'gone'
    if (patient.version !== version || patient.tagIds.length > 0) return 'touched'
    return patientHasRecords(scope, recordId) ? 'has_records' : 'untouched'
  }

  drop(tx: WriteScope, recordId: string, now: number): void {
    dropPatient(tx, findPatient(tx, recordId)!, now)
  }

  putBack(tx: WriteScope, recordId: string, before: Record<string, unknown>, now: number): number {
    const { statusChangedAt, ...fields } = before
    return this.#change(tx, findPatient(tx, recordId)!, fields, now, statusChangedAt as number | null)
  }
}

const flags: readonly string[] = ['notifyByEmail', 'notifyBySms', 'recallConsent', 'mayBookOnline', 'status']
/** Whether an empty cell of the field stands for a patient who has no text in it. */
const isText = (name: string): boolean => !flags.includes(name)

/** The fields in which a row differs from a patient. Empty cells do not count. */
function changesIn(patient: PatientRow, { ownFields = [], ...body }: Body): Partial<Body> {
  const own = ownFields.filter(({ id, text }) => text !== patient.ownFields?.[id])
  const others = Object.entries(body).filter(
    ([name, value]) => value !== null && value !== patient[name as keyof PatientRow],
  )
  return { ...Object.fromEntries(others), ...(own.length > 0 && { ownFields: own }) }
}

/** The values of a patient in the fields that change, in the form of a change. */
const earlierIn = (
  patient: PatientRow,
  { ownFields, ...others }: Partial<Body>,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(others).map((name) => [name, patient[name as keyof PatientRow]])),
  ...(ownFields && { ownFields: ownFields.map(({ id }) => ({ id, text: patient.ownFields?.[id] ?? null })) }),
})

/** @throws RowRefused for a status that the pack does not have. */
function statusOf(scope: Scope, draft: Draft): string | undefined {
  const text = draft.text('status')
  if (text === undefined) return undefined
  const translated = draft.translated('status')
  if (translated !== undefined) return translated ?? undefined
  const wanted = fold(text)
  const { statuses } = packOf(scope, findPractice(scope)!)
  const found = statuses.find(({ id, label }) => fold(id) === wanted || fold(label) === wanted)
  if (found === undefined) throw new RowRefused('unknown_value', 'status')
  return found.id
}

/** The id of a language by its name or its code, such as `German`, `Deutsch` or `de-AT`. */
function languageOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const word = fold(text)
  if (/^(?:de\b|german|deutsch)/.test(word)) return 'de'
  return /^(?:en\b|english|englisch)/.test(word) ? 'en' : text
}

/**
 * The id of the patient whom a row of an appointment or a note names.
 * @throws RowRefused for no patient, or several.
 */
export function patientOf(scope: Scope, source: string, draft: Draft): string {
  const externalId = externalIdOf(draft, 'patientExternalId')
  if (externalId !== null) {
    const linked = findLinked(scope, { kind: 'patients', source, externalId })
    const id = linked === null ? null : keptPatientOf(scope, linked)
    if (id !== null && findPatient(scope, id) !== null) return id
  }
  const [firstName, lastName] = [draft.text('patientFirstName'), draft.text('patientLastName')]
  const [dob, email] = [draft.day('patientDob'), draft.text('patientEmail')]
  const phoneMobile = draft.text('patientPhone')
  const isNamed = firstName !== undefined && lastName !== undefined
  const isKnown = (isNamed && dob !== undefined) || email !== undefined || phoneMobile !== undefined
  if (!isKnown) throw new RowRefused(externalId === null ? 'patient_missing' : 'patient_not_found')
  const wanted = {
    ...(isNamed && { firstName, lastName }),
    ...(dob && { dob }),
    ...(email && { email }),
    ...(phoneMobile && { phoneMobile }),
  }
  const found = findLikely(scope, wanted, '').filter((patient) => {
    const reasons = reasonsFor(patient, wanted)
    if (isNamed && !hasName(patient, firstName, lastName)) return false
    return reasons.includes('name_and_dob') || reasons.includes('email') || reasons.includes('phone')
  })
  if (found.length === 0) throw new RowRefused('patient_not_found')
  if (found.length > 1) throw new RowRefused('patient_ambiguous')
  return found[0]!.id
}

const hasName = (patient: PatientRow, first: string, last: string): boolean =>
  (isSameName(patient.firstName, first) && isSameName(patient.lastName, last)) ||
  (isSameName(patient.firstName, last) && isSameName(patient.lastName, first))
