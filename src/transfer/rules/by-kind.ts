/** The limits for every value of a row, whatever its field means. The fields that may be longer are listed here. */
import { firstVersion } from '../../domain/version.ts'
import { Unfit } from '../../store/transfer/fields.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'

/** The most code units (UTF-16) of a text. The bytes of a column are written in hexadecimal digits. */
const longestText = 1_000
/** The most code units (UTF-16) of a value as JSON. */
const longestJson = 65_536
/** The limit of fields that only the length of a line limits. */
const unlimited = Number.POSITIVE_INFINITY

const longer: Readonly<Record<string, number>> = {
  'patients.metadata': unlimited,
  'entries.metadata': unlimited,
  'entries.notes': 100_000,
  'cancellations.metadata': unlimited,
  'cancellations.notes': 100_000,
  'notes.body': 100_000,
  'note_revisions.body': 100_000,
  'reminder_settings.emailText': 5_000,
  'passkeys.credentialId': 2_000,
  'passkeys.publicKey': 4_000,
  'archive_rows.row': unlimited,
  'audit.patients': unlimited,
  'audit_values.before': unlimited,
  'audit_values.after': unlimited,
}

/**
 * The largest number that a row may have. A larger number could reach the limit of exact integers when the service
 * counts it up. A larger instant is no date (ECMA-262 §21.4.1.1).
 */
const largest = 1e15

/**
 * The fields with instants that are computed from other instants. So they may be before the first year that a request
 * can name, or after the last. An export writes such an instant as a number.
 */
const following = ['dueAt', 'nextAttemptAt', 'keepUntil']
const isInstant = (name: string): boolean => name === 'at' || /(At|Until|Since)$/.test(name)

/** @throws Unfit for a value that is longer or larger than any value of the service. */
export function requireBounds(table: string, row: ExportedRow): void {
  for (const [name, value] of Object.entries(row)) {
    const most = longer[`${table}.${name}`]
    if (typeof value === 'string' && value.length > (most ?? longestText))
      throw new Unfit(`The field ${name} must be at most ${most ?? longestText} characters long`)
    if (typeof value === 'number') requireNumber(name, value)
    if (typeof value === 'object' && most === undefined && JSON.stringify(value).length > longestJson)
      throw new Unfit(`The field ${name} must be at most ${longestJson} characters long as JSON`)
  }
}

function requireNumber(name: string, value: number): void {
  if (isInstant(name) && !following.includes(name))
    throw new Unfit(`The field ${name} must be an instant of the years 0000 to 9999`)
  if (name === 'version' && value < firstVersion)
    throw new Unfit(`The field version must be at least ${firstVersion}`)
  if (Math.abs(value) > largest) throw new Unfit(`The field ${name} must be at most ${largest}`)
}

/** The length of the longest id. Ids of old files need not be UUIDs. */
const longestId = 100
const isOddId = (id: string): boolean =>
  id.length > longestId || /\p{Cc}/u.test(id) || Object.hasOwn(Object.prototype, id)

/** @throws Unfit for an id that programs or terminals could handle wrongly. `names` are the fields with ids. */
export function requireIds(names: readonly string[], row: ExportedRow): void {
  for (const name of names) {
    const id = row[name]
    if (typeof id === 'string' && isOddId(id))
      throw new Unfit(`The field ${name} must be an id of at most ${longestId} letters`)
  }
}
