/** The work of a process on one import. It holds the lease of the import, and each step stores the progress. */
import type { Act } from '../../domain/act.ts'
import { type FileProblem, type ImportState, mostUnknown } from '../../domain/import/kinds.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import type { ImportOf } from '../../store/imports/due-imports.ts'
import {
  findImport,
  findWork,
  type ImportRecord,
  type ImportWork,
  importLeaseMs,
  remindingOf,
  removeSomeRows,
  updateImport,
  updateWork,
} from '../../store/imports/imports.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { Appointments } from './appointment-rows.ts'
import type { ImportDeps } from './deps.ts'
import { Mapping } from './draft.ts'
import type { Kind } from './judgment.ts'
import { Notes } from './note-rows.ts'
import { Patients } from './patients.ts'
import { recordImport } from './record.ts'
import { FileTrouble, rowsOf, type TableRow } from './table.ts'

/** How many rows a statement removes. */
const removedAtOnce = 200

/**
 * Thrown when this process must stop its work: another process goes on, a member paused the import, the import is gone,
 * or the service stops.
 */
export class NoLongerOurs extends Error {}

/** The operation that began the work in each state. */
const actions: Partial<Record<ImportState, string>> = {
  checking: 'checkImport',
  committing: 'commitImport',
  undoing: 'undoImport',
}

type Progress = Pick<ImportWork, 'line' | 'done' | 'counts' | 'undecided' | 'unknown' | 'remindedLine'>

export class ImportTask {
  readonly deps: ImportDeps
  readonly id: string
  readonly record: ImportRecord
  readonly #practiceId: string
  readonly #holder: string
  readonly #stopping: AbortSignal
  #steppedAt = performance.now()

  /** @param holder the text with which this process has taken the lease */
  constructor(deps: ImportDeps, { practiceId, id }: ImportOf, holder: string, stopping: AbortSignal) {
    this.deps = deps
    this.id = id
    this.#practiceId = practiceId
    this.#holder = holder
    this.#stopping = stopping
    const record = findImport(this.read, id)
    if (record === null) throw new NoLongerOurs()
    this.record = record
  }

  get read() {
    return this.deps.practices.of(this.#practiceId).read
  }

  get progress(): ImportWork {
    const work = findWork(this.read, this.id)
    if (work === null) throw new NoLongerOurs()
    return work
  }

  /** The act of a write. In the audit trail, the actor is the member who uploaded the file. */
  act(action: string): Act {
    const { createdBy: userId } = this.record
    return {
      action,
      requestId: null,
      address: null,
      bookkeeping: true,
      actor: { kind: 'member', userId, role: 'owner', credential: null },
    }
  }

  /** Judges and writes the rows of this import, by the kind of its records. */
  kind(): Kind {
    const { kind, source, createdBy, reminders } = this.record
    if (kind === 'patients') return new Patients(source, this.mapping()) as Kind
    if (kind === 'notes') return new Notes(source, createdBy) as Kind
    return new Appointments(source, createdBy, reminders, this.deps.now) as Kind
  }

  mapping(): Mapping {
    const { timezone } = findPractice(this.read)!
    return new Mapping(this.record.columns, this.record.values, timezone)
  }

  /** The rows of the file, without the names of the columns. @throws FileTrouble. */
  async *rows(): AsyncGenerator<TableRow> {
    const { encoding, separator } = this.record
    const text = this.deps.files.text(this.id, encoding)
    if (text === null) throw new FileTrouble('file_gone', null)
    let isHeader = true
    for await (const row of rowsOf(text, separator)) {
      if (!isHeader) yield row
      isHeader = false
    }
  }

  /**
   * Runs `fn` in a short transaction, and stores the progress that it returns. Renews the lease.
   * @throws NoLongerOurs, and what `fn` throws.
   */
  async step(action: string, fn: (tx: WriteScope, work: ImportWork) => Partial<Progress> | undefined) {
    if (this.#stopping.aborted) throw new NoLongerOurs()
    this.#steppedAt = performance.now()
    await this.deps.practices.of(this.#practiceId, this.act(action)).write((tx) => {
      const work = this.#requireOurs(tx)
      const progress = fn(tx, work)
      updateWork(tx, this.id, { ...progress, leaseUntil: this.deps.now() + importLeaseMs })
    })
  }

  /** Renews the lease while rows are read without a step. @throws NoLongerOurs. */
  async keepAlive(): Promise<void> {
    if (performance.now() - this.#steppedAt > importLeaseMs / 4)
      await this.step('workOnImport', () => undefined)
  }

  #requireOurs(tx: WriteScope): ImportWork {
    const [record, work] = [findImport(tx, this.id), findWork(tx, this.id)]
    if (record === null || work?.lease !== this.#holder) throw new NoLongerOurs()
    if (record.state !== this.record.state || record.paused) throw new NoLongerOurs()
    return work
  }

  /** Ends a stage of the import, and gives the lease back. */
  async end(action: string, changes: Partial<ImportRecord>, progress: Partial<Progress> = {}): Promise<void> {
    await this.deps.practices.of(this.#practiceId, this.act(action)).write((tx) => {
      const work = this.#requireOurs(tx)
      const now = this.deps.now()
      const { practiceId: _, version: __, ...known } = changes as ImportRecord
      updateImport(tx, this.id, { ...known, updatedAt: now })
      const after = findImport(tx, this.id)!
      const reminding = changes.state === 'committed' ? remindingOf(after) : {}
      updateWork(tx, this.id, { ...progress, ...reminding, lease: null, leaseUntil: null })
      const { counts } = { ...work, ...progress }
      recordImport(tx, this.record, after, counts)
    })
  }

  /** Ends the work on a file that cannot be read, or no longer exists. */
  fail(problem: FileProblem, line: number | null): Promise<void> {
    const { state } = this.record
    // Rows that were written before stay, and can be undone.
    const ended: Partial<Record<ImportState, ImportState>> = { committing: 'committed' }
    const next = ended[state] ?? (problem === 'file_gone' ? 'expired' : 'unreadable')
    const committedAt = next === 'committed' ? { committedAt: this.deps.now() } : {}
    return this.end(actions[state] ?? 'createImport', {
      state: next,
      problem,
      problemLine: line,
      ...committedAt,
    })
  }

  /** Removes the outcomes that an earlier dry run stored. */
  async removeRows(): Promise<void> {
    for (let more = true; more; )
      await this.step('checkImport', (tx) => {
        more = removeSomeRows(tx, this.id, removedAtOnce) === removedAtOnce
        return undefined
      })
  }
}

/** Adds a value to the list of values that name nothing in the practice. */
export function withUnknown(
  unknown: ImportWork['unknown'],
  field: ImportWork['unknown'][number]['field'],
  value: string,
): ImportWork['unknown'] {
  const at = unknown.findIndex((one) => one.field === field && one.value === value)
  if (at >= 0) return unknown.with(at, { field, value, rows: unknown[at]!.rows + 1 })
  // The API cannot answer a NUL or half a surrogate pair.
  const isText = value.isWellFormed() && !value.includes('\0')
  return unknown.length >= mostUnknown || value.length > 200 || !isText
    ? unknown
    : [...unknown, { field, value, rows: 1 }]
}
