/** Judges and writes the rows of a file with notes. */
import { newId } from '../../domain/id.ts'
import { reader } from '../../http/reader.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { findLinked, noProgram } from '../../store/imports/external-ids.ts'
import { findNote, type NoteRow } from '../../store/patients/notes.ts'
import { listMerged } from '../../store/person/merged.ts'
import { addNote, changeNote, dropNote } from '../notes/actions.ts'
import { type CreateNote, createNoteBody } from '../notes/schema.ts'
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

const read = reader(createNoteBody)

interface Body extends CreateNote {
  readonly patientId: string
  /** When the note was written, in epoch milliseconds; null when the file does not contain this. */
  readonly writtenAt: number | null
}

export class Notes implements Kind<Body> {
  readonly #source: string
  readonly #userId: string

  constructor(source: string, userId: string) {
    this.#source = source
    this.#userId = userId
  }

  judge(scope: Scope, draft: Draft): Judgment<Body> {
    const externalId = externalIdOf(draft)
    const text = draft.text('body')
    if (text === undefined) throw new RowRefused('value_missing', 'body')
    const value = { body: text, title: draft.text('title'), isNext: draft.flag('isNext') }
    const note = readBody(read, value, (path) => (path in value ? (path as 'body') : 'body'))
    const patientId = patientOf(scope, this.#source, draft)
    const writtenAt = draft.instant('writtenAt') ?? draft.startOfDay('writtenAt') ?? null
    const body = { ...note, patientId, writtenAt }
    const linked =
      externalId === null ? null : findLinked(scope, { kind: 'notes', source: this.#source, externalId })
    if (linked !== null) {
      const there = findNote(scope, linked)
      if (there === null || there.patientId !== patientId) throw new RowRefused('deleted_since')
      const outcome = Object.keys(changesIn(there, body)).length === 0 ? 'unchanged' : 'update'
      return judged(outcome, body, { recordId: linked, externalId, isNew: false })
    }
    if (externalId !== null) return judged('create', body, { externalId })
    const same = this.#sameNote(scope, body)
    if (same !== null && findNote(scope, same) === null) throw new RowRefused('deleted_since')
    if (same !== null) return judged('unchanged', body, { recordId: same, isNew: false })
    return judged('create', body, { madeId: madeIdOf(patientId, body) })
  }

  /**
   * The id of the note that an earlier row with this text has made. The note is of the patient, or of a patient who was
   * merged into them.
   */
  #sameNote(scope: Scope, body: Body): string | null {
    for (const patientId of [body.patientId, ...listMerged(scope, body.patientId)]) {
      const externalId = madeIdOf(patientId, body)
      const id = findLinked(scope, { kind: 'notes', source: noProgram, externalId })
      if (id !== null) return id
    }
    return null
  }

  traces(): Traces {
    return noTraces
  }

  create(tx: WriteScope, body: Body, now: number): WrittenRow {
    const at = body.writtenAt === null || body.writtenAt > now ? now : body.writtenAt
    const { id, version } = addNote(tx, this.#userId, body.patientId, body, at, newId(now))
    return { recordId: id, recordVersion: version, before: null }
  }

  update(tx: WriteScope, recordId: string, body: Body, now: number): WrittenRow | null {
    const note = findNote(tx, recordId)
    if (note === null) throw new RowRefused('deleted_since')
    const changes = changesIn(note, body)
    if (Object.keys(changes).length === 0) return null
    const after = changeNote(tx, this.#userId, note, changes, now)
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, note[name as 'body']]))
    return { recordId, recordVersion: after.version, before: { ...before, version: note.version } }
  }

  stateOf(scope: Scope, recordId: string, version: number) {
    const note = findNote(scope, recordId)
    if (note === null) return 'gone'
    return note.version === version ? 'untouched' : 'touched'
  }

  drop(tx: WriteScope, recordId: string, now: number): void {
    dropNote(tx, findNote(tx, recordId)!, now)
  }

  putBack(tx: WriteScope, recordId: string, before: Record<string, unknown>, now: number): number {
    return changeNote(tx, this.#userId, findNote(tx, recordId)!, before, now).version
  }
}

/**
 * Makes an id for a note without an id in the file. With each row, it would take longer to compare the text with all
 * notes of the patient.
 */
const madeIdOf = (patientId: string, { title, body }: CreateNote): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([patientId, title ?? null, body])).digest('base64url')

/** The fields in which a row differs from a note. Empty cells do not count. */
const changesIn = (note: NoteRow, { body, title, isNext }: CreateNote): Partial<CreateNote> =>
  Object.fromEntries(
    Object.entries({ body, title, isNext }).filter(
      ([name, value]) => value != null && value !== note[name as 'body'],
    ),
  )
