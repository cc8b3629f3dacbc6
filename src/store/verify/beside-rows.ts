/**
 * Checks the data beside the rows of the trail, which are not chained: values before and after, and the index by
 * patient.
 */
import { segmentIn, segmentOf, segmentsOf } from '../../../db/audit-segment.ts'
import { auditKindCodes } from '../../../db/codes.ts'
import { equal, patientsIn, type UnverifiedRow } from '../audit/trail-rows.ts'
import type { Connection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'

/** The most rows in memory at a time. */
const pageRows = 200

interface Place {
  readonly connection: Connection
  readonly trail: number
}

/** The faults in the data beside a row. A row that was closed meanwhile has no fault. */
export function* faultsBeside(place: Place, row: UnverifiedRow): Iterable<string> {
  const { connection, trail } = place
  const { seq, values, patientId, patients } = row
  if (values === 'changed') yield 'its values before and after were changed'
  if (values === 'invented') yield 'values before and after belong to it, and it has none'
  const ids = [...(patientId === null ? [] : [patientId]), ...patientsIn(patients)]
  if (values === 'gone' && !isErased(place, row, ids) && isThere(place, seq))
    yield 'its values before and after are gone, and no erasure says so'
  const lacks = ids.some((id) => indexed.get(connection, trail, id, seq) === null)
  if (lacks && isThere(place, seq)) yield 'the index by patient (audit_patients) lacks it'
}

/**
 * Finds values that belong to no row, and index rows with a patient whom the row does not name. It looks up to the row
 * `through`, because later rows may be written meanwhile.
 */
export function* strays(place: Place, through: number): Iterable<{ seq: number; what: string }> {
  const { connection, trail } = place
  for (const { seq, at } of allValues(place))
    if (at === null && seq <= through && valuesAt.get(connection, trail, seq) !== null)
      yield { seq, what: 'values before and after are in the file, and the row is missing' }
  for (const row of wholeIndex(place))
    if (
      row.seq <= through &&
      !names(row) &&
      inIndex.get(connection, trail, row.segment, row.patientId, row.seq) !== null
    )
      yield {
        seq: row.seq,
        what: 'the index by patient (audit_patients) names a patient whom the row does not name',
      }
}

/** Whether a later row is about the erasure of one of these patients, or of values about the record. */
function isErased(
  { connection, trail }: Place,
  { recordId, seq }: UnverifiedRow,
  ids: readonly (Uint8Array | string)[],
): boolean {
  const { erasure: kind } = auditKindCodes
  if (ids.some((id) => erasure.get(connection, trail, id, seq, kind) !== null)) return true
  return recordId !== null && erasureOfRecord.get(connection, trail, recordId, seq, kind) !== null
}

const isThere = ({ connection, trail }: Place, seq: number): boolean =>
  rowAt.get(connection, trail, seq) !== null

function* allValues({ connection, trail }: Place): Iterable<ValuesRow> {
  for (let last = 0, page: ValuesRow[]; ; last = page.at(-1)!.seq) {
    page = valuesAfter.all(connection, trail, last, pageRows)
    if (page.length === 0) return
    yield* page
  }
}

function* wholeIndex({ connection, trail }: Place): Iterable<IndexRow> {
  let last: Pick<IndexRow, 'segment' | 'patientId' | 'seq'> = { segment: -1, patientId: '', seq: 0 }
  for (;;) {
    const page = indexAfter.all(connection, trail, last.segment, last.patientId, last.seq, pageRows)
    if (page.length === 0) return
    yield* page
    last = page.at(-1)!
  }
}

interface ValuesRow {
  readonly seq: number
  /** Null when the row is missing. */
  readonly at: number | null
}

interface IndexRow {
  readonly segment: number
  readonly patientId: Uint8Array | string
  readonly seq: number
  readonly named: Uint8Array | string | null
  readonly patients: Uint8Array | null
}

function names({ segment, patientId, seq, named, patients }: IndexRow): boolean {
  if (segment !== segmentOf(seq)) return false
  if (typeof patientId === 'string') return named === patientId
  if (named instanceof Uint8Array && equal(named, patientId)) return true
  return patients instanceof Uint8Array && [...patientsIn(patients)].some((id) => equal(id, patientId))
}

const rowAt = unscoped<[trail: number, seq: number], object>(
  'select 1 from audit where practice_key = ?1 and seq = ?2',
)
const valuesAt = unscoped<[trail: number, seq: number], object>(
  'select 1 from audit_values where practice_key = ?1 and seq = ?2',
)
const indexed = unscoped<[trail: number, patient: Uint8Array | string, seq: number], object>(`
  select 1 from audit_patients
  where practice_key = ?1 and segment = ${segmentIn('?3')} and patient_id = ?2 and seq = ?3`)
const inIndex = unscoped<
  [trail: number, segment: number, patient: Uint8Array | string, seq: number],
  object
>(`
  select 1 from audit_patients
  where practice_key = ?1 and segment = ?2 and patient_id = ?3 and seq = ?4`)
const erasure = unscoped<[trail: number, patient: Uint8Array | string, seq: number, kind: number], object>(`
  select 1 from audit_patients p join audit a on a.practice_key = p.practice_key and a.seq = p.seq
  where p.practice_key = ?1 and p.patient_id = ?2 and p.seq > ?3 and a.kind = ?4
    and p.segment in (${segmentsOf('?1')}) limit 1`)
/** The trail has no index by record. So the row is found by the few erased persons. */
const erasureOfRecord = unscoped<
  [trail: number, record: Uint8Array | string, seq: number, kind: number],
  object
>(`
  select 1 from erasures e
  join audit_patients p on p.practice_key = e.practice_key and p.patient_id = e.patient_id and p.seq > ?3
    and p.segment in (${segmentsOf('?1')})
  join audit a on a.practice_key = p.practice_key and a.seq = p.seq
  where e.practice_key = ?1 and a.kind = ?4 and a.record_id = ?2 limit 1`)
const valuesAfter = unscoped<[trail: number, seq: number, limit: number], ValuesRow>(`
  select v.seq, a.at from audit_values v left join audit a on a.practice_key = v.practice_key and a.seq = v.seq
  where v.practice_key = ?1 and v.seq > ?2 order by v.seq limit ?3`)
const indexAfter = unscoped<
  [trail: number, segment: number, patient: Uint8Array | string, seq: number, limit: number],
  IndexRow
>(`
  select p.segment, p.patient_id as patientId, p.seq, a.patient_id as named, a.patients
  from audit_patients p left join audit a on a.practice_key = p.practice_key and a.seq = p.seq
  where p.practice_key = ?1 and (p.segment, p.patient_id, p.seq) > (?2, ?3, ?4)
  order by p.segment, p.patient_id, p.seq limit ?5`)
