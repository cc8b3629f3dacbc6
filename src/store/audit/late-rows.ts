import { type Act, serviceAct } from '../../domain/act.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { appendAudit, mostPatients } from '../engine/chain/append.ts'
import type { Trail } from '../engine/chain/trail.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { troubleOf } from '../engine/trouble.ts'
import type { Writer } from '../engine/writer.ts'

/** How long a row may wait before it is written, in milliseconds. */
const writeAfterMs = 250
/** The pause between a failed write and the next try, in milliseconds. */
const againAfterMs = 1_000
/**
 * When this number is reached, the rows are written at once. A row counts as one, and each patient in it as one more.
 */
const much = 2_000
/** The most that waits while nothing can be written, counted in the same way. Further rows are lost, and counted. */
const most = 50_000

/** Writing a row takes as much time as writing this number of patients in it. */
const rowWeight = 4
/**
 * The most that one write contains: a row with the largest number of patients, or about fifty rows without patients.
 * The write takes about a millisecond.
 */
const pieceWeight = rowWeight + mostPatients

/** A row of the audit trail that waits to be written. Equal rows are combined into one row. */
interface Waiting {
  /** Null for the trail of the installation. */
  readonly practiceId: string | null
  readonly act: Act
  readonly entry: Omit<AuditEntry, 'times' | 'patientId' | 'patients'>
  readonly patients: Set<string>
  times: number
  /** When the first of the combined rows was added, in epoch milliseconds. The database may get the row much later. */
  at: number
}

/**
 * Rows of the audit trail that belong to no write: about records that were shown, and about refused requests. The rows
 * are collected, and written together within a quarter of a second, in the shared commit. So a read needs no write of
 * its own.
 */
export class LateRows {
  readonly #trail: Trail
  readonly #writer: Writer
  readonly #report: (error: unknown) => void
  #waiting = new Map<string, Waiting>()
  #weight = 0
  /** How many rows were lost, by practice. */
  #lost = new Map<string | null, number>()
  readonly #underWay = new Set<Promise<void>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #failed = false
  #ended = false

  /** `report` is called once when rows cannot be written. It is called again only after a write has succeeded since. */
  constructor(trail: Trail, writer: Writer, report: (error: unknown) => void) {
    this.#trail = trail
    this.#writer = writer
    this.#report = report
  }

  /** The number of waiting rows, plus the number of patients in them. */
  get weight(): number {
    return this.#weight
  }

  /** Adds a row. When a row with the same key already waits, the two are combined. */
  add(key: string, row: Omit<Waiting, 'patients' | 'at'> & { readonly patients: Iterable<string> }): void {
    this.#add(key, { ...row, at: this.#trail.now() })
  }

  #add(key: string, row: Omit<Waiting, 'patients'> & { readonly patients: Iterable<string> }): void {
    const { practiceId, act, entry, patients, times, at } = row
    let waiting = this.#waiting.get(key)
    if (waiting === undefined) {
      if (this.#weight >= most) {
        this.#lose(practiceId, times)
        return
      }
      // The values are copied now, because a request that has ended does not know its address any more.
      const { actor, action, requestId, address, worked } = act
      const own = { actor, action, requestId, address, worked }
      waiting = { practiceId, act: own, entry, patients: new Set(), times: 0, at }
      this.#waiting.set(key, waiting)
      this.#weight++
    }
    waiting.times += times
    waiting.at = Math.min(waiting.at, at)
    const before = waiting.patients.size
    for (const id of patients) waiting.patients.add(id)
    this.#weight += waiting.patients.size - before
    if (this.#weight >= much && !this.#failed) this.#flushAlone()
    else this.#later(this.#failed ? againAfterMs : writeAfterMs)
  }

  /**
   * Writes the waiting rows. Resolves when these rows, and all rows of earlier calls, are on disk.
   * @throws DatabaseUnavailable when the rows cannot be written. Then they still wait.
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size > 0) {
      const written = this.#write()
      this.#underWay.add(written)
      const forget = () => void this.#underWay.delete(written)
      written.then(forget, forget)
    }
    await Promise.all(this.#underWay)
  }

  /** Writes the waiting rows for the last time. */
  async end(): Promise<void> {
    this.#ended = true
    // Rows that cannot be written were reported, and are lost.
    await this.flush().catch(() => undefined)
  }

  #later(ms: number): void {
    if (!this.#ended) this.#timer ??= setTimeout(() => this.#flushAlone(), ms)
  }

  /** Writes the waiting rows, unless another call is still writing. So the number of rows in memory is limited. */
  #flushAlone(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#underWay.size === 0) void this.flush().catch(() => undefined)
    else this.#later(writeAfterMs)
  }

  /** Writes the waiting rows in several writes that share a commit. Other requests run in between. */
  async #write(): Promise<void> {
    const [rows, lost] = [this.#waiting, this.#lost]
    this.#waiting = new Map()
    this.#lost = new Map()
    this.#weight = 0
    const [failed, wrong] = [new Map<string, Waiting>(), new Map<string, Waiting>()]
    const errors: unknown[] = []
    const attempt = (write: (connection: WriteConnection) => void, putBack: (error: unknown) => void) =>
      this.#writer.write(write).catch((error) => {
        errors.push(error)
        putBack(error)
      })
    const pieces = inPieces(rows).map((piece) =>
      attempt(
        (connection) => {
          for (const [, { practiceId, act, entry, patients, times, at }] of piece) {
            const began = performance.now()
            appendAudit(connection, practiceId, act, [{ ...entry, ...named(patients), times }], at)
            act.worked?.(performance.now() - began)
          }
        },
        (error) => {
          // An error of the program would happen again with the same rows, and would stop all other rows.
          const to = troubleOf(error) === undefined ? wrong : failed
          for (const [key, row] of piece) putTogether(to, key, row)
        },
      ),
    )
    const now = this.#trail.now()
    const losses = [...lost].map(([practiceId, times]) =>
      attempt(
        (connection) =>
          appendAudit(connection, practiceId, keeping, [{ kind: 'read', times, detail: gone }], now),
        () => this.#lose(practiceId, times),
      ),
    )
    await Promise.all([...pieces, ...losses])
    const isFirst = !this.#failed
    this.#failed = errors.length > 0
    if (!this.#failed) return
    for (const [key, row] of failed) this.#add(key, row)
    for (const { practiceId, times } of wrong.values()) this.#lose(practiceId, times)
    if (isFirst) this.#report(errors[0])
    throw errors[0]
  }

  #lose(practiceId: string | null, times: number): void {
    this.#lost.set(practiceId, (this.#lost.get(practiceId) ?? 0) + times)
    this.#later(againAfterMs)
  }
}

/** The act of a row that notes how many rows of the trail were lost. */
const keeping = serviceAct('keepTrail')
const gone = { lost: true }

type Piece = readonly (readonly [key: string, row: Waiting])[]

/** Divides rows into groups of limited work. A row with many patients is divided, too. */
function inPieces(rows: ReadonlyMap<string, Waiting>): Piece[] {
  const pieces: [key: string, row: Waiting][][] = []
  let weight = pieceWeight
  for (const [key, row] of rows) {
    const patients = [...row.patients]
    for (let i = 0; i === 0 || i < patients.length; i += mostPatients) {
      const some = new Set(patients.slice(i, i + mostPatients))
      weight += rowWeight + some.size
      if (weight > pieceWeight) {
        pieces.push([])
        weight = rowWeight + some.size
      }
      pieces.at(-1)!.push([key, { ...row, patients: some }])
    }
  }
  return pieces
}

/** Adds a part of a divided row to `rows`, where the parts form one row again. */
function putTogether(rows: Map<string, Waiting>, key: string, part: Waiting): void {
  const row = rows.get(key)
  if (row === undefined) rows.set(key, part)
  else for (const id of part.patients) row.patients.add(id)
}

function named(patients: ReadonlySet<string>): Pick<AuditEntry, 'patientId' | 'patients'> {
  if (patients.size === 0) return {}
  if (patients.size > 1) return { patients: [...patients] }
  const [patientId] = patients
  return { patientId: patientId! }
}
