import { type CameBack, isIn, type RowRange } from '../audit/came-back.ts'
import { keptSince } from '../audit/close-old.ts'
import { keyChangeIn } from '../audit/key-changes.ts'
import { rowsChainedWith } from '../audit/trail-parts.ts'
import { equal, rowsAfter, type UnverifiedRow } from '../audit/trail-rows.ts'
import type { AsImported } from '../audit/transfers.ts'
import { headOf } from '../engine/chain/append.ts'
import { type Head, noMac, type TrailKey } from '../engine/chain/chain.ts'
import { type Closing, closingsAfter, macOfClosing } from '../engine/chain/closings.ts'
import type { Connection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import { faultsBeside, strays } from './beside-rows.ts'
import { Findings } from './findings.ts'
import { importedState } from './imported.ts'

/** The most rows in memory at a time. */
const pageRows = 200

interface TrailToVerify {
  readonly connection: Connection
  readonly trail: number
  readonly practiceId: string | null
  /** The end of the trail, as it is known from outside the file. */
  readonly outside: readonly Head[]
  /** Rows up to this one came with an import; 0 when there are none. */
  readonly importedThrough: number
  /** The facts that were noted when the practice left, if it came back with the import. */
  readonly cameBack: CameBack | undefined
  /** The number and the digest of these rows at their import; undefined when there are none. */
  readonly asImported: AsImported | undefined
  /** How many of the newest rows are read. All of them when left out. */
  readonly newest?: number
}

interface VerifiedTrail {
  readonly rows: number
  readonly head: Head
  readonly findings: Findings
  /** Remarks: rows that could not be checked, and why. They are not faults. */
  readonly notes: Findings
}

/**
 * Checks one trail, from its first row or closing to its end, page by page. `seen` is called with each row that fits.
 */
export function verifyTrail(
  asked: TrailToVerify,
  seen: (row: UnverifiedRow) => void = () => {},
): VerifiedTrail {
  const walk = new Walk(asked, seen)
  walk.closings()
  walk.skipOld()
  while (walk.page());
  return walk.end()
}

class Walk {
  readonly #asked: TrailToVerify
  readonly #key: TrailKey
  readonly #seen: (row: UnverifiedRow) => void
  /** The rows of an import that the key of this installation has chained. */
  readonly #own: readonly RowRange[]
  readonly #findings = new Findings()
  readonly #notes = new Findings()
  /**
   * The rows of this part of the chain that do not fit the key. At the end of the part, it is decided if they are
   * faults.
   */
  #unfit = new Findings()
  /** The first row of this part of the chain, and whether any row of the part fits the key. */
  #part = { from: 0, fits: false }
  /** Closings that do not fit the key. At the end, it is known whether they were made before a change of the key. */
  readonly #unfitClosings: { readonly throughSeq: number }[] = []
  #oldestKeyChange = 0
  /** The last row that a closing of the present key covers. */
  #closedThrough = 0
  #at: Head = { seq: 0, mac: noMac }
  #rows = 0

  constructor(asked: TrailToVerify, seen: (row: UnverifiedRow) => void) {
    this.#asked = asked
    this.#seen = seen
    this.#key = asked.connection.trail.key
    const { connection, trail, cameBack, importedThrough } = asked
    this.#own = cameBack?.own ?? (importedThrough > 0 ? rowsChainedWith(connection, trail, this.#key.id) : [])
  }

  /** Checks the closings, and continues behind the newest closing. */
  closings({ isMeanwhile } = { isMeanwhile: false }): void {
    const { connection, trail } = this.#asked
    for (let page: Closing[]; ; ) {
      page = closingsAfter.all(connection, trail, this.#at.seq, pageRows)
      if (page.length === 0) break
      for (const closing of page) this.#close(closing, { isMeanwhile })
    }
    const left = oldestRow.get(connection, trail)?.seq ?? null
    if (left !== null && left <= this.#at.seq)
      this.#find(left, 'it comes before the closing that covers it: it was added')
  }

  /**
   * A closing that is written during the verification (`isMeanwhile`) can begin with rows that were checked already.
   */
  #close(closing: Closing, { isMeanwhile }: { readonly isMeanwhile: boolean }): void {
    const { throughSeq, rows, lastMac } = closing
    const { cameBack } = this.#asked
    if (cameBack && cameBack.head.seq === throughSeq && !equal(cameBack.head.mac, lastMac))
      this.#find(throughSeq, notAsItLeft)
    const fits = equal(macOfClosing(this.#key, closing), closing.mac)
    if (fits) this.#closedThrough = throughSeq
    if (!fits) {
      if (!this.#isElsewhere(closing)) this.#unfitClosings.push(closing)
    } else if (rows !== throughSeq - this.#at.seq && !isMeanwhile)
      this.#find(
        throughSeq,
        `the closing covers ${rows} rows, and there were ${throughSeq - this.#at.seq}: a closing was removed`,
      )
    this.#at = { seq: throughSeq, mac: closing.lastMac }
    this.#part = { from: throughSeq + 1, fits: false }
  }

  /** Whether another installation may have made a closing that came with an import. */
  #isElsewhere({ throughSeq, closedAt, lastAt }: Closing): boolean {
    const { importedThrough, cameBack } = this.#asked
    if (throughSeq > importedThrough) return false
    if (cameBack === undefined || !isIn(cameBack.own, throughSeq)) return true
    return closedAt >= cameBack.removedAt && lastAt < keptSince(closedAt)
  }

  /** Continues shortly before the end of the trail, when only the newest rows are wanted. */
  skipOld(): void {
    const { connection, trail, newest } = this.#asked
    if (newest === undefined) return
    const from = headOf(connection, trail).seq - newest
    const [row] = from > this.#at.seq ? rowsAfter.all(connection, trail, from - 1, 1) : []
    if (row !== undefined) this.#at = row
    this.#part = { from: this.#at.seq + 1, fits: false }
  }

  /** Checks the next rows. Returns false at the end of the trail. */
  page(): boolean {
    const { connection, trail } = this.#asked
    const rows = rowsAfter.all(connection, trail, this.#at.seq, pageRows)
    // A server may close old rows meanwhile.
    if (rows.length > 0 && rows[0]!.seq > this.#at.seq + 1 && isClosed(connection, trail, this.#at.seq + 1)) {
      this.closings({ isMeanwhile: true })
      return true
    }
    for (const row of rows) this.#row(row)
    return rows.length > 0
  }

  #row(row: UnverifiedRow): void {
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
    // Without the row before, it cannot be checked whether a row fits.
    else this.#chain(row)
    for (const head of this.#asked.outside)
      if (head.seq === seq && !equal(head.mac, row.mac))
        this.#find(
          seq,
          'it is another row than the one that is known outside the file: the trail was replaced',
        )
    const left = this.#asked.cameBack?.head
    if (left?.seq === seq && !equal(left.mac, row.mac)) this.#find(seq, notAsItLeft)
    for (const what of faultsBeside(this.#asked, row)) this.#find(seq, what)
    this.#at = { seq, mac: row.mac }
  }

  #chain(row: UnverifiedRow): void {
    if (row.seq <= this.#asked.importedThrough && !isIn(this.#own, row.seq)) {
      this.#settlePart()
      this.#part = { from: row.seq + 1, fits: false }
      return
    }
    // Behind the rows of an import, a part of the chain begins that this installation has certainly chained.
    if (row.seq === this.#asked.importedThrough + 1) {
      this.#settlePart()
      this.#part = { from: row.seq, fits: false }
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

  /** Handles a row about a new key. Only the present key can have made this row. Rows before it have another key. */
  #changeKey(
    { before, key, seq: began }: { before: string | null; key: string; seq: number },
    seq: number,
  ): void {
    this.#oldestKeyChange ||= began
    const isOther = before !== key && key === this.#key.id
    if (isOther && !this.#part.fits && this.#unfit.count > 0) {
      this.#notes.add({
        ...this.#place(seq),
        what: `a new key begins here. The rows ${this.#part.from || 1} to ${seq - 1} were made with ${before === null ? 'an earlier key' : `the earlier key ${before}`}, so they cannot be checked`,
      })
      this.#unfit = new Findings()
    }
    this.#settlePart()
    this.#part = { from: seq, fits: true }
  }

  /**
   * Decides whether the unfit rows of this part are faults. The keys that an archive names are not known here. So
   * imported rows that seem to be chained here count as chained here only if some of them fit. In another file, the
   * same practice may have another number, and then no row fits.
   */
  #settlePart(): void {
    const { cameBack, importedThrough } = this.#asked
    const isDoubtful = cameBack === undefined && importedThrough > 0 && this.#part.from <= importedThrough
    if (this.#part.fits || !isDoubtful) this.#findings.addAll(this.#unfit)
    this.#unfit = new Findings()
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
    if (this.#asked.importedThrough > 0) this.#imported(this.#asked.importedThrough)
    if (known > this.#at.seq)
      this.#find(
        this.#at.seq + 1,
        `the trail ends before it, and row ${known} is known outside the file: the end was cut off`,
      )
    if (this.#asked.newest === undefined)
      for (const { seq, what } of strays(this.#asked, this.#at.seq)) this.#find(seq, what)
    return { rows: this.#rows, head: this.#at, findings: this.#findings, notes: this.#notes }
  }

  /** The key of another installation has chained the rows up to `through`. Their digest shows whether they changed. */
  #imported(through: number): void {
    const { connection, trail, asImported, cameBack } = this.#asked
    const lost = cameBack && cameBack.head.seq > through ? cameBack.head.seq : 0
    if (lost > 0)
      this.#find(
        through + 1,
        `row ${lost} was the last one when the practice was removed here, and its archive ends before: an older archive came in, or its end was cut off`,
      )
    const rows = `the rows 1 to ${through} came with an import`
    const state = asImported && importedState(connection, trail, through, asImported)
    const goneThrough = Math.min(through, (oldestRow.get(connection, trail)?.seq ?? through + 1) - 1)
    // A closing of an earlier key cannot be checked.
    const isClosed = goneThrough <= this.#closedThrough || goneThrough < this.#oldestKeyChange
    if (state === 'changed' || (state === 'closed' && !isClosed)) {
      this.#find(1, `${rows}, and are not as they came: one was changed, removed or added`)
      return
    }
    const own = cameBack ? this.#own.filter(({ after }) => after < through) : []
    const elsewhere = rowsOutside(own, through)
    // Rows that this installation has chained were checked one by one.
    if (elsewhere.length === 0) return
    const which = own.length === 0 ? 'them' : `the rows ${elsewhere.join(' and ')}`
    const found = state === 'same' ? 'They are as they came' : 'They cannot be checked here'
    this.#notes.add({
      ...this.#place(1),
      what: `${rows}. Another installation has chained ${which}. ${found}`,
    })
  }

  #place(seq: number) {
    return { practiceId: this.#asked.practiceId, seq }
  }

  #find(seq: number, what: string): void {
    this.#findings.add({ ...this.#place(seq), what })
  }
}

const notAsItLeft =
  'it is another row than the last one that the trail had when the practice was removed: the trail was replaced'

/** The rows from 1 to `through` that are in none of these sorted ranges, in texts such as `1 to 5`. */
function rowsOutside(ranges: readonly RowRange[], through: number): string[] {
  const outside: string[] = []
  let from = 1
  for (const range of [...ranges, { after: through, through }]) {
    if (range.after >= from) outside.push(`${from} to ${Math.min(range.after, through)}`)
    from = range.through + 1
  }
  return outside
}

const isClosed = (connection: Connection, trail: number, seq: number) =>
  closingsAfter.all(connection, trail, seq - 1, 1).length > 0

const oldestRow = unscoped<[trail: number], { seq: number }>(
  'select seq from audit where practice_key = ?1 order by seq limit 1',
)
