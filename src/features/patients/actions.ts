import { ofPatient } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { type OwnText, withOwnTexts } from '../../domain/own-fields.ts'
import { readPage } from '../../domain/page.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { formatInstant } from '../../domain/time.ts'
import { requireMatch } from '../../domain/version.ts'
import { archivePatient, archiveTagLink } from '../../store/archive/archive.ts'
import { removeCancellationsOfPatient } from '../../store/calendar/cancellations.ts'
import { clearPatient } from '../../store/calendar/entries.ts'
import { removeWaitingOfPatient } from '../../store/calendar/waiting-list.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { followRecord } from '../../store/notices/addressee.ts'
import { reachAgain } from '../../store/notices/notice-reach.ts'
import { cancelNoticesOfPatient } from '../../store/notices/notices.ts'
import { callOffRecalls } from '../../store/notices/recall-notices.ts'
import { countNotes, removeNotesOfPatient } from '../../store/patients/notes.ts'
import { countPatients, listPatients } from '../../store/patients/patient-list.ts'
import { toggleTag, untagPatient } from '../../store/patients/patient-tags.ts'
import { nextVisitOf } from '../../store/patients/patient-visits.ts'
import {
  findPatient,
  insertPatient,
  type PatientRow,
  removePatient,
  updatePatient,
} from '../../store/patients/patients.ts'
import { removeRecallContactsOf } from '../../store/patients/recalls.ts'
import { findTag } from '../../store/patients/tags.ts'
import { findPractice, hasStatus } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { type FilterQuery, readFilter } from './filter.ts'
import type { CreatePatient, UpdatePatient } from './schema.ts'

interface ListQuery extends FilterQuery {
  readonly limit?: string
  readonly offset?: string
  readonly count?: string
  readonly nextVisits?: string
}

/**
 * Returns one page of patients. `count=true` adds how many patients there are on all pages. `nextVisits=true` adds
 * their next appointments from `now` (epoch milliseconds) on. Values of the query that are not valid are clamped or
 * match nobody (RULES §4.1, §25).
 */
export function browsePatients({ read }: Practice, query: ListQuery, now: number) {
  const { limit, offset, count, nextVisits, ...filters } = query
  const page = readPage({ limit, offset })
  const filter = readFilter(filters)
  const patients = filter === null ? [] : listPatients(read, filter, page)
  return {
    patients,
    ...page,
    ...(count === 'true' && { total: filter === null ? 0 : countPatients(read, filter) }),
    ...(nextVisits === 'true' && { nextVisits: patients.flatMap(({ id }) => nextVisit(read, id, now)) }),
  }
}

function nextVisit(read: Scope, patientId: string, now: number) {
  const visit = nextVisitOf(read, patientId, now)
  return visit === null ? [] : [{ patientId, startAt: formatInstant(visit.startAt) }]
}

export const readPatient = (practice: Practice, patientId: string): PatientRow =>
  found(findPatient(practice.read, patientId))

/** Creates a patient. @throws `validation_failed` when the practice does not have the status or an own field. */
export const createPatient = (practice: Practice, body: CreatePatient, now: number, id = newId(now)) =>
  practice.write((tx) => {
    const patient = addPatient(tx, body, now, id)
    tx.record({ kind: 'write', ...ofPatient(id), after: patient })
    return patient
  })

/**
 * Adds a patient in a transaction. The caller records this in the audit trail.
 * @throws `validation_failed` when the practice does not have the status or an own field.
 */
export function addPatient(tx: WriteScope, body: CreatePatient, now: number, id: string): PatientRow {
  requireStatus(tx, body.status)
  requireOwnFields(tx, body.ownFields)
  insertPatient(tx, {
    id,
    firstName: body.firstName,
    lastName: body.lastName,
    dob: body.dob ?? null,
    gender: body.gender ?? null,
    email: body.email ?? null,
    phoneMobile: body.phoneMobile ?? null,
    address: body.address ?? null,
    postcode: body.postcode ?? null,
    town: body.town ?? null,
    country: body.country ?? null,
    status: body.status ?? found(findPractice(tx)).defaultStatus,
    statusChangedAt: null,
    notifyByEmail: body.notifyByEmail ?? true,
    notifyBySms: body.notifyBySms ?? false,
    recallConsent: body.recallConsent ?? false,
    preferredLanguage: body.preferredLanguage ?? null,
    mayBookOnline: body.mayBookOnline ?? true,
    metadata: {},
    ownFields: withOwnTexts(null, body.ownFields ?? []),
    createdAt: now,
    updatedAt: now,
  })
  return found(findPatient(tx, id))
}

/**
 * Changes a patient by the rules of PATCH (RULES §1). `statusChangedAt` becomes `now` only when the status really
 * changes. Messages that could not reach the patient are tried again when the change makes this possible (RULES §6).
 * @throws `not_found`; `validation_failed` when the practice does not have the status or an own field.
 */
export const editPatient = (practice: Practice, patientId: string, body: UpdatePatient, now: number) =>
  practice.write((tx) => {
    const patient = requireMatch(tx, findPatient(tx, patientId))
    const after = changePatient(tx, patient, body, now)
    // A change that changes nothing is recorded as a read, because its answer shows the patient.
    tx.record({ kind: after === patient ? 'read' : 'write', ...ofPatient(patientId), before: patient, after })
    return after
  })

/**
 * Changes a patient in a transaction, as `editPatient` does. A new status gets the moment `statusChangedAt`. Returns
 * `patient` itself when nothing changes. The caller records the change in the audit trail.
 * @throws `validation_failed` when the practice does not have the status or an own field.
 */
export function changePatient(
  tx: WriteScope,
  patient: PatientRow,
  body: UpdatePatient,
  now: number,
  statusChangedAt: number | null = now,
): PatientRow {
  requireStatus(tx, body.status)
  requireOwnFields(tx, body.ownFields)
  const moves = body.status !== undefined && body.status !== patient.status
  const { ownFields, ...others } = body
  const sent = {
    ...others,
    ...(ownFields !== undefined && { ownFields: withOwnTexts(patient.ownFields, ownFields) }),
    ...(moves && { statusChangedAt }),
  }
  return amended(patient, sent, now, (changes) => {
    updatePatient(tx, patient, changes)
    followRecord(tx, patient.id, changes)
    reachAgain(tx, patient, { ...patient, ...changes }, now)
    if (patient.recallConsent && !(changes.recallConsent ?? true)) callOffRecalls(tx, patient.id, now)
  })
}

/**
 * Deletes a patient with their notes, tag links, cancelled appointments and places on the waiting list (RULES §2.5).
 * All these records move to the archive. The patient's calendar entries stay, without the patient and their answer.
 * Pending reminders are cancelled.
 * @throws `not_found`.
 */
export const deletePatient = (practice: Practice, patientId: string, now: number) =>
  practice.write((tx) => dropPatient(tx, requireMatch(tx, findPatient(tx, patientId)), now))

/** Deletes a patient in a transaction, as `deletePatient` does, and records this in the audit trail. */
export function dropPatient(tx: WriteScope, before: PatientRow, now: number): void {
  const { id: patientId } = before
  const detail = { notes: countNotes(tx, patientId) }
  tx.record({ kind: 'write', ...ofPatient(patientId), before, detail })
  archivePatient(tx, patientId, now)
  cancelNoticesOfPatient(tx, patientId, now)
  callOffRecalls(tx, patientId, now)
  clearPatient(tx, patientId, now)
  removeNotesOfPatient(tx, patientId)
  removeWaitingOfPatient(tx, patientId)
  removeRecallContactsOf(tx, patientId)
  untagPatient(tx, patientId)
  removeCancellationsOfPatient(tx, patientId)
  removePatient(tx, patientId)
}

/** Adds a tag to a patient who lacks it, and removes it from a patient who has it. @throws `not_found`. */
export const togglePatientTag = (practice: Practice, patientId: string, tagId: string, now: number) =>
  practice.write((tx) => {
    const before = found(findPatient(tx, patientId))
    found(findTag(tx, tagId))
    requireMatch(tx, before)
    archiveTagLink(tx, patientId, tagId, now)
    toggleTag(tx, patientId, tagId)
    const after = found(findPatient(tx, patientId))
    tx.record({ kind: 'write', ...ofPatient(patientId), before, after })
    return after
  })

function requireStatus(scope: Scope, status: string | undefined): void {
  if (status !== undefined && !hasStatus(scope, status))
    throw invalid([{ path: 'status', message: "must be a status of the practice's pack" }])
}

/**
 * @throws `validation_failed` for a text in a field that the practice does not have. A field that the practice no
 * longer has may still be cleared.
 */
function requireOwnFields(scope: Scope, texts: readonly OwnText[] = []): void {
  if (texts.length === 0) return
  const known = settingsOf(found(findPractice(scope))).ownFields.map(({ id }) => id)
  const issues = texts.flatMap(({ id, text }, i) => {
    if (texts.findIndex((each) => each.id === id) < i)
      return [{ path: `ownFields.${i}.id`, message: 'must differ from the ids above it' }]
    if (text === null || known.includes(id)) return []
    return [{ path: `ownFields.${i}.id`, message: "must be the id of one of the practice's own fields" }]
  })
  if (issues.length > 0) throw invalid(issues)
}
