import { TextBytes, type Value } from '../engine/chain/canonical.ts'
import { digestOf } from '../engine/chain/chain.ts'
import { unscoped } from '../engine/unscoped.ts'

/** A row of the trail in the form of the file. Nobody has checked yet whether the service wrote this row. */
export interface UnverifiedRow {
  readonly seq: number
  readonly at: number
  readonly kind: number
  readonly action: string
  readonly detail: string | null
  readonly recordId: Uint8Array | string | null
  readonly patientId: Uint8Array | string | null
  readonly patients: Uint8Array | null
  readonly mac: Uint8Array
  /** Every column but `mac`, exact to the byte. */
  readonly columns: readonly (Value | TextBytes)[]
  /** The state of the row's values in `audit_values`. */
  readonly values: 'none' | 'fit' | 'changed' | 'gone' | 'invented'
}

/** The columns that can hold a text. Texts are read as bytes, because a text with a NUL would be cut off. */
const texts = [
  'user_id',
  'credential_id',
  'address',
  'request_id',
  'action',
  'record_id',
  'patient_id',
  'fields',
  'detail',
] as const

/** Every column but `mac`, in the order in which it goes into the chain. */
const columnNames = [
  'practice_key',
  'seq',
  'at',
  'actor',
  'user_id',
  'role',
  'credential_kind',
  'credential_id',
  'address',
  'request_id',
  'kind',
  'action',
  'record_kind',
  'record_id',
  'patient_id',
  'patients',
  'times',
  'fields',
  'detail',
  'digest',
]

const exact = (column: string) => `iif(typeof(${column}) = 'text', cast(${column} as blob), ${column})`
const typesOf = (columns: readonly string[]) =>
  columns.map((column) => `substr(typeof(${column}), 1, 1)`).join(' || ')

type Stored = Readonly<Record<string, Value>>

/** The next rows of a trail after `seq`, at most `limit`. */
export const rowsAfter = unscoped<[trail: number, seq: number, limit: number], Stored, UnverifiedRow>(
  `select ${columnNames.map((name) => `${isText(name) ? exact(`a.${name}`) : `a.${name}`} as ${name}`).join(', ')},
     a.mac, ${typesOf(texts.map((name) => `a.${name}`))} as types,
     v.seq as values_seq, v.salt, ${exact('v.before')} as before, ${exact('v.after')} as after,
     ${typesOf(['v.salt', 'v.before', 'v.after'])} as value_types
   from audit a left join audit_values v on v.practice_key = a.practice_key and v.seq = a.seq
   where a.practice_key = ?1 and a.seq > ?2 order by a.seq limit ?3`,
  decoded,
)

function decoded(row: Stored): UnverifiedRow {
  const types = row.types as string
  const columns = columnNames.map((name) => {
    const value = row[name]!
    return types[texts.indexOf(name as never)] === 't' ? new TextBytes(value as Uint8Array) : value
  })
  const textOf = (name: (typeof texts)[number]) => {
    const value = row[name]
    return value instanceof Uint8Array ? Buffer.from(value).toString() : null
  }
  const idIn = (name: 'record_id' | 'patient_id') =>
    (types[texts.indexOf(name)] === 't' ? textOf(name) : row[name]) as Uint8Array | string | null
  return {
    seq: row.seq as number,
    at: row.at as number,
    kind: row.kind as number,
    action: textOf('action') ?? '',
    detail: textOf('detail'),
    recordId: idIn('record_id'),
    patientId: idIn('patient_id'),
    patients: row.patients instanceof Uint8Array ? row.patients : null,
    mac: asBytes(row.mac!),
    columns,
    values: stateOf(row),
  }
}

function stateOf(row: Stored): UnverifiedRow['values'] {
  const { digest, salt } = row
  if (row.values_seq === null) return digest === null ? 'none' : 'gone'
  if (digest === null) return 'invented'
  const types = row.value_types as string
  const [before, after] = [row.before, row.after].map((value, i) =>
    types[i + 1] === 't' ? new TextBytes(value as Uint8Array) : null,
  )
  const areTexts = /^b[tn][tn]$/.test(types)
  const fits = areTexts && equal(digestOf(salt as Uint8Array, before!, after!), asBytes(digest!))
  return fits ? 'fit' : 'changed'
}

function isText(name: string): boolean {
  return (texts as readonly string[]).includes(name)
}

/** The bytes of a value. A value that is no blob becomes an empty list, which equals no mac and no digest. */
const asBytes = (value: Value): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())

export const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** The ids in the column `patients`: 16 bytes each, one after another. */
export function* patientsIn(patients: Uint8Array | null): Iterable<Uint8Array> {
  for (let i = 0; patients !== null && i < patients.length; i += 16) yield patients.subarray(i, i + 16)
}
