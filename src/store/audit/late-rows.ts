import { type Act, serviceAct } from '../../domain/act.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { appendAudit, mostPatients } from '../engine/chain/append.ts'
import type { Trail } from '../engine/chain/trail.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { troubleOf } from '../engine/trouble.ts'
import type { Writer } from '../engine/writer.ts'

/** How long a row may wait before it is written, in milliseconds. */
const writeAfterMs = 250
/** How long after a write that failed the next one comes, in milliseconds. */
const againAfterMs = 1_000
/** How much may wait before it is written at once. A row counts as one, and so does each patient in it. */
const much = 2_000
/** The most that waits while nothing can be written. What comes beyond is counted and lost. */
const most = 50_000

/** A row takes as much time to write as this many patients in it. */
const rowWeight = 4
/** How much one piece writes: a row with the most patients that a row names, or some fifty rows. It takes about a millisecond. */
const pieceWeight = rowWeight + mostPatients

/** Rows of the audit trail that wait to be written. Equal ones wait as one. */
interface Waiting {
  /** Null for the trail of the installation. */
  readonly practiceId: string | null
  readonly act: Act
  readonly entry: Omit<AuditEntry, 'times' | 'patientId' | 'patients'>
  readonly patients: Set<string>
  times: number
  /** When the first of them happened, in epoch milliseconds. The database may take the row much later. */
  at: number
}

/**
 * Rows of the audit trail that belong to no write: what was shown, and who was refused. The rows are collected, and written
 * together within a quarter of a second. So a read costs no visit to the disk, and no request waits while the disk takes them.
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

  /** `report` is called once when rows cannot be written, until they can be again. */
  constructor(trail: Trail, writer: Writer, report: (error: unknown) => void) {
    this.#trail = trail
    this.#writer = writer
    this.#report = report
  }

  /** How many rows wait, and patients in them. */
  get weight(): number {
    return this.#weight
  }

  /** Adds a row, or lets a row that waits under the same key stand for this one, too. */
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
      // Copied now: a request that has ended does not know its address any more.
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
   * Writes what waits. Resolves when that, and all that is under way, is on disk.
   * @throws DatabaseUnavailable when it cannot be written. It goes on waiting.
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

  /** Writes what waits for the last time. */
  async end(): Promise<void> {
    this.#ended = true
    // Rows that cannot be written were reported, and are lost.
    await this.flush().catch(() => undefined)
  }

  #later(ms: number): void {
    if (!this.#ended) this.#timer ??= setTimeout(() => this.#flushAlone(), ms)
  }

  /** Writes what waits, unless a write is under way: what waits is bounded, and what is under way must be, too. */
  #flushAlone(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#underWay.size === 0) void this.flush().catch(() => undefined)
    else this.#later(writeAfterMs)
  }

  /** Writes what waits in pieces, and brings them to the disk together. Other requests come in between two pieces. */
  async #write(): Promise<void> {
    const [rows, lost] = [this.#waiting, this.#lost]
    this.#waiting = new Map()
    this.#lost = new Map()
    this.#weight = 0
    const [failed, wrong] = [new Map<string, Waiting>(), new Map<string, Waiting>()]
    const errors: unknown[] = []
    const attempt = (write: (connection: WriteConnection) => void, putBack: (error: unknown) => void) =>
      this.#writer.write(write, undefined, { synced: false }).catch((error) => {
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
          // An error of ours would come again with the same rows, and hold up all others.
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
    await this.#writer.sync().catch((error) => errors.push(error))
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

/** Says in the trail that rows are missing from it. */
const keeping = serviceAct('keepTrail')
const gone = { lost: true }

type Piece = readonly (readonly [key: string, row: Waiting])[]

/** Cuts rows into pieces of some work each. A row that names many patients is cut, too. */
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

/** Puts the parts of a row together again that were cut from it. */
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
