/** Judges and writes the rows of a file with appointments. */
import { ofRecord } from '../../domain/audit.ts'
import { occupiesPractitioner, type Treated } from '../../domain/entry.ts'
import { nameKey } from '../../domain/fold.ts'
import { newId } from '../../domain/id.ts'
import type { ImportField, NamedField } from '../../domain/import/fields.ts'
import type { RowReason } from '../../domain/import/kinds.ts'
import { type ImportedVisit, readVisit } from '../../domain/import/values.ts'
import { Problem } from '../../domain/problem.ts'
import { nothingNoted } from '../../domain/progress.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'
import { reader } from '../../http/reader.ts'
import { findMemberByEmail, listMembers } from '../../store/access/members.ts'
import { conflictsOf, type EntryRow, findEntry, listEntries } from '../../store/calendar/entries.ts'
import { practitionerConflicts } from '../../store/calendar/practitioners.ts'
import {
  findProgress,
  insertProgress,
  type ProgressRow,
  removeProgress,
} from '../../store/calendar/progress.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { findLinked } from '../../store/imports/external-ids.ts'
import { findAppointmentTypeByName } from '../../store/practice/appointment-types.ts'
import { findChairByName } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { dropEntry } from '../calendar/dropping.ts'
import { type CreateEntry, createEntryBody, type UpdateEntry } from '../calendar/entry-schema.ts'
import { addEntry, changeEntry, referenceIssues } from '../calendar/saving.ts'
import { type Draft, RowRefused } from './draft.ts'
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
import { patientOf } from './patients.ts'

const read = reader(createEntryBody)

interface Body {
  readonly entry: CreateEntry & { readonly patientId: string }
  /** What became of a past visit; null when the file does not contain this. */
  readonly visit: ImportedVisit | null
}

/** The field of the file for each field of an entry. */
const fieldsOf: Readonly<Record<string, ImportField>> = {
  chairId: 'chair',
  practitionerId: 'practitioner',
  appointmentTypeId: 'appointmentType',
  title: 'title',
  notes: 'notes',
  serviceRef: 'serviceRef',
  endAt: 'endAt',
}

export class Appointments implements Kind<Body> {
  readonly #source: string
  readonly #userId: string
  readonly #reminds: boolean
  readonly #now: () => number

  /** @param reminds whether patients are reminded of the imported appointments */
  constructor(source: string, userId: string, reminds: boolean, now: () => number) {
    this.#source = source
    this.#userId = userId
    this.#reminds = reminds
    this.#now = now
  }

  judge(scope: Scope, draft: Draft): Judgment<Body> {
    const externalId = externalIdOf(draft)
    const visit = visitOf(draft)
    const linked =
      externalId === null
        ? null
        : findLinked(scope, { kind: 'appointments', source: this.#source, externalId })
    if (visit === 'cancelled') {
      if (linked === null || findEntry(scope, linked) === null) throw new RowRefused('cancelled')
      // An earlier file has put the appointment into the calendar. A member must cancel it, because the patient may get
      // a message.
      return judged<Body>('refused', null, {
        reason: 'cancelled',
        recordId: linked,
        externalId,
        isNew: false,
      })
    }
    const patientId = patientOf(scope, this.#source, draft)
    const entry = { ...bodyOf(scope, draft, timesOf(draft)), patientId }
    // A value for an inactive record is refused like an unknown value, so that the owner can choose another record for
    // it.
    const [issue] = referenceIssues(scope, entry, parseInstant(entry.startAt)! <= this.#now())
    if (issue) throw new RowRefused('unknown_value', fieldsOf[issue.path] ?? 'chair')
    const body = { entry, visit }
    if (linked !== null) {
      const there = findEntry(scope, linked)
      if (there === null) throw new RowRefused('deleted_since')
      if (Object.keys(changesIn(there, entry)).length === 0) {
        const outcome = newStep(scope, there, visit, this.#now()) === null ? 'unchanged' : 'update'
        return judged(outcome, body, { recordId: linked, externalId, isNew: false })
      }
      return this.#ifFree(scope, judged('update', body, { recordId: linked, externalId, isNew: false }))
    }
    const same = sameEntry(scope, entry)
    if (same !== null && externalId === null) return judged('unchanged', body, { recordId: same.id })
    return this.#ifFree(scope, judged('create', body, { externalId }))
  }

  #ifFree(scope: Scope, judgment: Judgment<Body>): Judgment<Body> {
    const wanted = wantedBy(scope, judgment.recordId, judgment.body!)
    const taken = (reason: 'chair_taken' | 'practitioner_busy') => ({
      ...judgment,
      outcome: 'overlap' as const,
      reason,
    })
    if (conflictsOf(scope, wanted, 1).total > 0) return taken('chair_taken')
    if (needsPractitioner(scope, wanted) && practitionerConflicts(scope, wanted, 1).total > 0)
      return taken('practitioner_busy')
    return judgment
  }

  traces(scope: Scope, { body, externalId, recordId }: Judgment<Body>): Traces {
    if (body === null) return noTraces
    const wanted = wantedBy(scope, recordId, body)
    const { startAt, endAt, chairId, practitionerId } = wanted
    // Two rows with the same patient and start, but without a chair and an id, are the same row twice.
    const place = chairId ?? (externalId === null ? `${body.entry.patientId} ${startAt}` : null)
    const lane = (of: string, reason: RowReason) => ({ lane: of, reason, startAt, endAt })
    return {
      person: [],
      lanes: [
        ...(place === null ? [] : [lane(place, 'chair_taken')]),
        ...(needsPractitioner(scope, wanted) ? [lane(practitionerId!, 'practitioner_busy')] : []),
      ],
    }
  }

  create(tx: WriteScope, { entry: body, visit }: Body, now: number): WrittenRow {
    const id = newId(now)
    const isPast = parseInstant(body.startAt)! <= now
    const reminds = isPast ? 'never' : this.#reminds ? 'now' : 'later'
    const entry = addEntry(tx, this.#userId, body, now, id, { tells: false, reminds })
    tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    this.#noteVisit(tx, entry, visit, now)
    return { recordId: id, recordVersion: entry.version, before: null }
  }

  /** Stores what became of a past visit, unless a step is stored already. Returns whether it stored a step. */
  #noteVisit(tx: WriteScope, entry: EntryRow, visit: ImportedVisit | null, now: number): boolean {
    const what = newStep(tx, entry, visit, now)
    if (what === null) return false
    const step =
      what === 'done'
        ? { doneAt: entry.endAt, doneBy: this.#userId }
        : { noShowAt: entry.endAt, noShowBy: this.#userId }
    const row = { ...nothingNoted, ...step, id: entry.id, createdAt: now, updatedAt: now }
    insertProgress(tx, row)
    recordStep(tx, entry, null, step)
    return true
  }

  update(tx: WriteScope, recordId: string, { entry, visit }: Body, now: number): WrittenRow | null {
    const before = findEntry(tx, recordId)
    if (before === null) throw new RowRefused('deleted_since')
    const changes = changesIn(before, entry)
    const names = Object.keys(changes)
    const after = names.length === 0 ? before : this.#change(tx, before, changes, now)
    const isNoted = this.#noteVisit(tx, after, visit, now)
    if (names.length === 0 && !isNoted) return null
    const old = formOf(before)
    const fields = Object.fromEntries(names.map((name) => [name, old[name as keyof typeof old] ?? null]))
    const were = { ...fields, version: before.version }
    return { recordId, recordVersion: after.version, before: isNoted ? { ...were, visit: null } : were }
  }

  #change(tx: WriteScope, before: EntryRow, changes: UpdateEntry, now: number): EntryRow {
    changeEntry(tx, before, changes, now, { byImport: true })
    const after = findEntry(tx, before.id)!
    tx.record({ kind: 'write', ...ofRecord('appointment', before, after) })
    return after
  }

  stateOf(scope: Scope, recordId: string, version: number) {
    const entry = findEntry(scope, recordId)
    if (entry === null) return 'gone'
    // The import stores one step. Every later step is by a member.
    const steps = findProgress(scope, recordId)
    const isOurs = steps === null || (steps.version === 1 && isByImport(steps))
    return entry.version === version && isOurs ? 'untouched' : 'touched'
  }

  drop(tx: WriteScope, recordId: string, now: number): void {
    dropEntry(tx, findEntry(tx, recordId)!, now)
  }

  putBack(tx: WriteScope, recordId: string, before: Record<string, unknown>, now: number): number {
    const { visit, ...fields } = before
    const entry = findEntry(tx, recordId)!
    const steps = visit === null ? findProgress(tx, recordId) : null
    if (steps !== null) {
      const { doneAt, noShowAt } = steps
      removeProgress(tx, recordId)
      recordStep(tx, entry, doneAt === null ? { noShowAt } : { doneAt }, null)
    }
    return Object.keys(fields).length === 0 ? entry.version : this.#change(tx, entry, fields, now).version
  }
}

/**
 * The time, the chair and the practitioner that a row needs. A chair or practitioner that the row does not name stays
 * that of the existing entry.
 */
function wantedBy(scope: Scope, recordId: string | null, { entry }: Body) {
  const there = recordId === null ? null : findEntry(scope, recordId)
  return {
    type: 'appointment' as const,
    id: recordId ?? '',
    startAt: parseInstant(entry.startAt)!,
    endAt: parseInstant(entry.endAt)!,
    chairId: entry.chairId ?? there?.chairId ?? null,
    practitionerId: entry.practitionerId ?? there?.practitionerId ?? null,
  }
}

/** Whether the practitioner of an entry cannot have another entry at the same time, by the setting of the practice. */
const needsPractitioner = (scope: Scope, wanted: Treated): boolean =>
  occupiesPractitioner(wanted) && findPractice(scope)!.practitionersOnce === true

/** The step that a row adds to a past visit. Null when the row has no step, or when a step is stored already. */
function newStep(
  scope: Scope,
  { id, endAt }: EntryRow,
  visit: ImportedVisit | null,
  now: number,
): 'done' | 'no_show' | null {
  const step = visit === 'done' || visit === 'no_show' ? visit : null
  return endAt > now || step === null || findProgress(scope, id) !== null ? null : step
}

const recordStep = (
  tx: WriteScope,
  { id, patientId }: EntryRow,
  before: object | null,
  after: object | null,
): void => tx.record({ kind: 'write', record: { kind: 'progress', id }, patientId, before, after })

/**
 * Whether the import stored the step of a visit. An import stores the end of the past visit as the time of the step. A
 * step by a member has the time at which it was stored.
 */
const isByImport = ({ doneAt, noShowAt, createdAt }: ProgressRow): boolean =>
  (doneAt ?? noShowAt ?? createdAt) < createdAt

function timesOf(draft: Draft): { startAt: number; endAt: number } {
  const startAt = draft.instant('startAt', 'startTime', 'date') ?? draft.instant('date', 'startTime')
  if (startAt === undefined)
    throw new RowRefused('value_missing', draft.text('date') ? 'startTime' : 'startAt')
  const minutes = draft.minutes()
  const endAt =
    draft.instant('endAt', 'endTime', 'date') ??
    draft.timeOnDayOf(startAt, 'endTime') ??
    (minutes && startAt + minutes * 60_000)
  if (endAt === undefined) throw new RowRefused('value_missing', 'endAt')
  return { startAt, endAt }
}

const bodyOf = (scope: Scope, draft: Draft, { startAt, endAt }: { startAt: number; endAt: number }) =>
  readBody(
    read,
    {
      type: 'appointment',
      startAt: formatInstant(startAt),
      endAt: formatInstant(endAt),
      chairId: named(draft, 'chair', (name) => findChairByName(scope, name)?.id),
      practitionerId: named(draft, 'practitioner', (name) => memberNamed(scope, name)),
      appointmentTypeId: named(
        draft,
        'appointmentType',
        (name) => findAppointmentTypeByName(scope, name)?.id,
      ),
      title: draft.text('title'),
      notes: draft.text('notes'),
      serviceRef: draft.text('serviceRef'),
    },
    (path) => fieldsOf[path] ?? 'startAt',
  )

/**
 * The id of the record that a value names, by the mapping or by the record's name.
 * @throws RowRefused when there is none.
 */
function named(
  draft: Draft,
  field: NamedField,
  find: (name: string) => string | undefined,
): string | undefined {
  const text = draft.text(field)
  if (text === undefined) return undefined
  const translated = draft.translated(field)
  if (translated !== undefined) return translated ?? undefined
  const id = find(text)
  if (id === undefined) throw new RowRefused('unknown_value', field)
  return id
}

function memberNamed(scope: Scope, name: string): string | undefined {
  const byEmail = name.includes('@') ? findMemberByEmail(scope, name)?.id : undefined
  if (byEmail !== undefined) return byEmail
  const key = nameKey(name)
  const members = listMembers(scope).filter((member) => nameKey(member.name) === key)
  return members.length === 1 ? members[0]!.id : undefined
}

/** @throws RowRefused for a word that does not mean a state of a visit. */
function visitOf(draft: Draft): ImportedVisit | null {
  if (draft.text('cancelledAt') !== undefined) return 'cancelled'
  const text = draft.text('visit')
  const step = text === undefined ? null : (draft.translated('visit') ?? readVisit(text))
  if (text !== undefined && step === null && draft.translated('visit') === undefined)
    throw new RowRefused('unknown_value', 'visit')
  if (step !== null && step !== 'planned') return step as ImportedVisit
  if (draft.flag('noShow')) return 'no_show'
  return draft.flag('arrived') ? 'done' : null
}

/** An entry of the patient at exactly this time, on this chair. */
function sameEntry(scope: Scope, { patientId, startAt, endAt, chairId }: Body['entry']): EntryRow | null {
  const from = parseInstant(startAt)!
  for (const page of listEntries(scope, from, from + 1, undefined, patientId))
    for (const entry of page)
      if (entry.endAt === parseInstant(endAt) && entry.chairId === (chairId ?? null)) return entry
  return null
}

/** An entry in the form of a body. */
const formOf = ({
  startAt,
  endAt,
  chairId,
  patientId,
  practitionerId,
  appointmentTypeId,
  title,
  notes,
  serviceRef,
}: EntryRow) => ({
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
  chairId,
  patientId,
  practitionerId,
  appointmentTypeId,
  title,
  notes,
  serviceRef,
})

/** The fields in which a row differs from an entry. Empty cells do not count. */
function changesIn(entry: EntryRow, { type: _, ...body }: Body['entry']): UpdateEntry {
  const there = formOf(entry)
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== undefined && value !== there[name as keyof typeof there],
    ),
  )
}

/** Whether an error means that the time is taken. */
export const isTaken = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'conflict'
