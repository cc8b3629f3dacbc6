import { auditKindCodes } from '../../../db/codes.ts'
import type { Connection } from '../connection.ts'
import { unscoped } from '../unscoped.ts'
import { headOf } from './append.ts'
import { noMac, type TrailKey } from './chain.ts'
import { type Closing, closingsAfter, macOfClosing } from './closings.ts'
import { Findings } from './findings.ts'
import type { Head } from './heads.ts'
import { keyChangeIn } from './key-changes.ts'
import { equal, patientsIn, rowsAfter, type TrailRow } from './trail-rows.ts'

/** So many rows are in memory at a time. */
const pageRows = 200

export interface TrailToVerify {
  readonly connection: Connection
  readonly trail: number
  readonly practiceId: string | null
  /** What the end of the trail was, by words from outside the file. */
  readonly outside: readonly Head[]
  /** Rows up to this one came from another installation, so its key has chained them; 0 where there are none. */
  readonly importedThrough: number
  /** How many of the newest rows are read. All of them when left out. */
  readonly newest?: number
}

export interface VerifiedTrail {
  readonly rows: number
  readonly head: Head
  readonly findings: Findings
  /** What is no fault, and should be known: rows that cannot be checked, and why. */
  readonly notes: Findings
}

/** Walks along one trail, from its first row or closing to its end, page by page. `seen` is handed each row that fits. */
export function verifyTrail(asked: TrailToVerify, seen: (row: TrailRow) => void = () => {}): VerifiedTrail {
  const walk = new Walk(asked, seen)
  walk.closings()
  walk.skipOld()
  while (walk.page());
  return walk.end()
}

class Walk {
  readonly #asked: TrailToVerify
  readonly #key: TrailKey
  readonly #seen: (row: TrailRow) => void
  readonly #findings = new Findings()
  readonly #notes = new Findings()
  /** The rows of this part of the chain that do not fit the key. Whether that is a fault is known at its end. */
  #unfit = new Findings()
  /** The first row of this part that does not fit, and whether any row of it fits. */
  #part = { from: 0, fits: false }
  /** Closings that do not fit, until it is known whether they are from the time before a change of the key. */
  readonly #unfitClosings: { readonly throughSeq: number }[] = []
  #oldestKeyChange = 0
  #at: Head = { seq: 0, mac: noMac }
  #rows = 0

  constructor(asked: TrailToVerify, seen: (row: TrailRow) => void) {
    this.#asked = asked
    this.#seen = seen
    this.#key = asked.connection.trail.key
  }

  /** Goes on behind the newest closing. */
  closings(isMeanwhile = false): void {
    const { connection, trail } = this.#asked
    for (let page: Closing[]; ; ) {
      page = closingsAfter.all(connection, trail, this.#at.seq, pageRows)
      if (page.length === 0) break
      for (const closing of page) this.#close(closing, isMeanwhile)
    }
    const left = oldestRow.get(connection, trail)?.seq ?? null
    if (left !== null && left <= this.#at.seq)
      this.#find(left, 'it lies before the closing that covers it: it was added')
  }

  /** A closing that comes while we read begins at a row that we have read already. */
  #close(closing: Closing, isMeanwhile: boolean): void {
    const { throughSeq, rows } = closing
    if (!equal(macOfClosing(this.#key, closing), closing.mac)) {
      if (throughSeq > this.#asked.importedThrough) this.#unfitClosings.push(closing)
    } else if (rows !== throughSeq - this.#at.seq && !isMeanwhile)
      this.#find(
        throughSeq,
        `the closing covers ${rows} rows, and there were ${throughSeq - this.#at.seq}: a closing was removed`,
      )
    this.#at = { seq: throughSeq, mac: closing.lastMac }
    this.#part = { from: throughSeq + 1, fits: false }
  }

  /** Goes on shortly before the end, where only the newest rows are asked for. */
  skipOld(): void {
    const { connection, trail, newest } = this.#asked
    if (newest === undefined) return
    const from = headOf(connection, trail).seq - newest
    const [row] = from > this.#at.seq ? rowsAfter.all(connection, trail, from - 1, 1) : []
    if (row !== undefined) this.#at = row
    this.#part = { from: this.#at.seq + 1, fits: false }
  }

  /** Checks the next rows. False at the end of the trail. */
  page(): boolean {
    const { connection, trail } = this.#asked
    const rows = rowsAfter.all(connection, trail, this.#at.seq, pageRows)
    // A server may close old rows meanwhile.
    if (rows.length > 0 && rows[0]!.seq > this.#at.seq + 1 && isClosed(connection, trail, this.#at.seq + 1)) {
      this.closings(true)
      return true
    }
    for (const row of rows) this.#row(row)
    return rows.length > 0
  }

  #row(row: TrailRow): void {
    const { seq } = row
    this.#rows++
    const isNext = seq === this.#at.seq + 1
    if (!isNext)
      this.#find(
        this.#at.seq + 1,
        seq === this.#at.seq + 2
          ? 'the row is missing'
          : `the rows ${this.#at.seq + 1} to ${seq - 1} are missing`,
      )
    // Without the row before it, nobody can tell whether a row fits.
    else this.#chain(row)
    for (const head of this.#asked.outside)
      if (head.seq === seq && !equal(head.mac, row.mac))
        this.#find(
          seq,
          'it is another row than the one that is known outside the file: the trail was written anew',
        )
    this.#values(row)
    this.#index(row)
    this.#at = { seq, mac: row.mac }
  }

  #chain(row: TrailRow): void {
    if (row.seq <= this.#asked.importedThrough) {
      this.#part = { from: row.seq + 1, fits: false }
      return
    }
    if (!this.#key.hasMade(row, this.#at.mac)) {
      this.#unfit.add({
        ...this.#place(row.seq),
        what: 'it does not fit the chain: it was changed, swapped or added, or the row before it was',
      })
      return
    }
    const change = keyChangeIn(row)
    if (change !== null) this.#changeKey(change, row.seq)
    else this.#part.fits = true
    this.#seen(row)
  }

  /** A row that only the present key can have made says that the rows before it were made with another key. */
  #changeKey(
    { before, key, seq: began }: { before: string | null; key: string; seq: number },
    seq: number,
  ): void {
    this.#oldestKeyChange ||= began
    const isOther = before !== key && key === this.#key.id
    if (isOther && !this.#part.fits && this.#unfit.count > 0) {
      this.#notes.add({
        ...this.#place(seq),
        what: `a new key begins here. The rows ${this.#part.from || 1} to ${seq - 1} were made with the key ${before ?? 'before it'}, which is not the present one, so they cannot be checked`,
      })
      this.#unfit = new Findings()
    }
    this.#settlePart()
    this.#part = { from: seq, fits: true }
  }

  #settlePart(): void {
    this.#findings.addAll(this.#unfit)
    this.#unfit = new Findings()
  }

  #values({ seq, values, patientId }: TrailRow): void {
    const { connection, trail } = this.#asked
    if (values === 'changed') this.#find(seq, 'its values before and after were changed')
    if (values === 'invented') this.#find(seq, 'values before and after lie beside it, and it has none')
    if (values !== 'gone') return
    const erased =
      patientId !== null && erasure.get(connection, trail, patientId, seq, auditKindCodes.erasure)
    if (!erased && rowIsThere(connection, trail, seq))
      this.#find(seq, 'its values before and after are gone, and no erasure says so')
  }

  #index({ seq, patientId, patients }: TrailRow): void {
    const { connection, trail } = this.#asked
    const ids = [...(patientId === null ? [] : [patientId]), ...patientsIn(patients)]
    const lacks = ids.some((id) => indexed.get(connection, trail, id, seq) === null)
    if (lacks && rowIsThere(connection, trail, seq))
      this.#find(seq, 'the index by patient (audit_patients) lacks it')
  }

  end(): VerifiedTrail {
    this.#settlePart()
    for (const { throughSeq } of this.#unfitClosings)
      if (throughSeq < this.#oldestKeyChange)
        this.#notes.add({
          ...this.#place(throughSeq),
          what: 'the closing was made with an earlier key, so it cannot be checked',
        })
      else this.#find(throughSeq, 'the closing does not fit the key: it was changed or added')
    const known = this.#asked.outside.reduce((most, { seq }) => Math.max(most, seq), 0)
    if (this.#asked.importedThrough > 0)
      this.#notes.add({
        ...this.#place(1),
        what: `the rows 1 to ${this.#asked.importedThrough} came with an import. Another installation has chained them, so they cannot be checked here`,
      })
    if (known > this.#at.seq)
      this.#find(
        this.#at.seq + 1,
        `the trail ends before it, and row ${known} is known outside the file: the end was cut off`,
      )
    if (this.#asked.newest === undefined) {
      this.#strayValues()
      this.#strayIndex()
    }
    return { rows: this.#rows, head: this.#at, findings: this.#findings, notes: this.#notes }
  }

  /** Values that belong to no row. */
  #strayValues(): void {
    const { connection, trail } = this.#asked
    for (let last = 0, page: { seq: number; at: number | null }[]; ; last = page.at(-1)!.seq) {
      page = valuesAfter.all(connection, trail, last, pageRows)
      if (page.length === 0) return
      for (const { seq, at } of page)
        if (at === null && seq <= this.#at.seq && valuesAre(connection, trail, seq))
          this.#find(seq, 'values before and after lie in the file, and the row is missing')
    }
  }

  /** Rows of the index whose row does not name the patient. */
  #strayIndex(): void {
    const { connection, trail } = this.#asked
    let last: IndexRow = { patientId: '', seq: 0, named: null, patients: null }
    for (;;) {
      const page = indexAfter.all(connection, trail, last.patientId, last.seq, pageRows)
      if (page.length === 0) return
      for (const row of page) {
        last = row
        if (row.seq <= this.#at.seq && !names(row) && indexed.get(connection, trail, row.patientId, row.seq))
          this.#find(
            row.seq,
            'the index by patient (audit_patients) names a patient whom the row does not name',
          )
      }
    }
  }

  #place(seq: number) {
    return { practiceId: this.#asked.practiceId, seq }
  }

  #find(seq: number, what: string): void {
    this.#findings.add({ ...this.#place(seq), what })
  }
}

interface IndexRow {
  readonly patientId: Uint8Array | string
  readonly seq: number
  readonly named: Uint8Array | string | null
  readonly patients: Uint8Array | null
}

function names({ patientId, named, patients }: IndexRow): boolean {
  if (typeof patientId === 'string') return named === patientId
  if (named instanceof Uint8Array && equal(named, patientId)) return true
  return patients instanceof Uint8Array && [...patientsIn(patients)].some((id) => equal(id, patientId))
}

const isClosed = (connection: Connection, trail: number, seq: number) =>
  closingsAfter.all(connection, trail, seq - 1, 1).length > 0
const rowIsThere = (connection: Connection, trail: number, seq: number) =>
  rowAt.get(connection, trail, seq) !== null
const valuesAre = (connection: Connection, trail: number, seq: number) =>
  valuesAt.get(connection, trail, seq) !== null

const oldestRow = unscoped<[trail: number], { seq: number }>(
  'select seq from audit where practice_key = ?1 order by seq limit 1',
)
const rowAt = unscoped<[trail: number, seq: number], object>(
  'select 1 from audit where practice_key = ?1 and seq = ?2',
)
const valuesAt = unscoped<[trail: number, seq: number], object>(
  'select 1 from audit_values where practice_key = ?1 and seq = ?2',
)
const indexed = unscoped<[trail: number, patient: Uint8Array | string, seq: number], object>(
  'select 1 from audit_patients where practice_key = ?1 and patient_id = ?2 and seq = ?3',
)
const erasure = unscoped<[trail: number, patient: Uint8Array | string, seq: number, kind: number], object>(`
  select 1 from audit_patients p join audit a on a.practice_key = p.practice_key and a.seq = p.seq
  where p.practice_key = ?1 and p.patient_id = ?2 and p.seq > ?3 and a.kind = ?4 limit 1`)
const valuesAfter = unscoped<
  [trail: number, seq: number, limit: number],
  { seq: number; at: number | null }
>(`
  select v.seq, a.at from audit_values v left join audit a on a.practice_key = v.practice_key and a.seq = v.seq
  where v.practice_key = ?1 and v.seq > ?2 order by v.seq limit ?3`)
const indexAfter = unscoped<
  [trail: number, patient: Uint8Array | string, seq: number, limit: number],
  IndexRow
>(`
  select p.patient_id as patientId, p.seq, a.patient_id as named, a.patients
  from audit_patients p left join audit a on a.practice_key = p.practice_key and a.seq = p.seq
  where p.practice_key = ?1 and (p.patient_id, p.seq) > (?2, ?3) order by p.patient_id, p.seq limit ?4`)
