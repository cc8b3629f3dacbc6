import { isId, lookupId } from '../domain/id.ts'
import type { TrailPart } from '../store/audit/trail-parts.ts'
import { exportedTables, movedTables } from '../store/transfer/transfer.ts'
import { Damaged } from './damage.ts'

export const manifestName = 'manifest.json'
/** Larger than any manifest, in bytes. */
export const largestManifest = 1 << 20

/** The version of the archive's format. It is raised when a version of chairside changes the meaning of a field. */
const formatVersion = 1

/** The form of an archive: its format, and its tables in the order in which their rows are added. */
export interface Form {
  readonly format: string
  readonly tables: readonly string[]
  /** The tables that archives of older versions lack. */
  readonly newer: readonly string[]
}

/** The form of the archives that `practice export` writes. */
export const exportForm: Form = {
  format: 'chairside practice',
  tables: exportedTables,
  newer: ['practice_aliases', 'link_keys'],
}

/** The form for a practice that moves between two cells, with all its records. Both cells have the same version. */
export const moveForm: Form = { format: 'chairside practice between cells', tables: movedTables, newer: [] }

/**
 * The content of `manifest.json`, which describes the archive. It does not depend on the time, so equal practices make
 * equal archives.
 */
export interface Manifest {
  readonly format: string
  readonly formatVersion: typeof formatVersion
  /** The version of chairside that wrote the archive. */
  readonly program: string
  readonly practice: { readonly id: string; readonly name: string }
  /** Which parts of the audit trail were chained with which key. */
  readonly trail: readonly TrailPart[]
  readonly files: readonly ManifestFile[]
}

export interface ManifestFile {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** The name of the file of a table. */
export const fileOf = (table: string): string => `${table}.ndjson`

/** The names of all files of an archive. */
export const fileNamesOf = ({ tables }: Form): string[] => [...tables.map(fileOf), manifestName]

export const manifestText = ({ format }: Form, rest: Omit<Manifest, 'format' | 'formatVersion'>): string =>
  `${JSON.stringify({ format, formatVersion, ...rest }, null, 2)}\n`

/**
 * Reads a manifest. @throws Damaged for a text that is no manifest of this form, or that this version does not know.
 */
export function readManifest(text: string, form = exportForm): Manifest {
  const read = parsed(text)
  if (read.format !== form.format) throw wrong('It does not say that this is an export of chairside')
  if (read.formatVersion !== formatVersion)
    throw wrong('Another version of chairside wrote this archive. Update both installations to one version')
  const { practice, trail, files } = read
  if (typeof read.program !== 'string') throw wrong('The version is missing')
  if (!isObject(practice) || !isText(practice.name)) throw wrong('The practice is missing')
  // Files outside the database are named after the id. Every practice that was ever made has an id of this form.
  if (typeof practice.id !== 'string' || !isId(practice.id) || practice.id !== lookupId(practice.id))
    throw wrong('The id of the practice is no UUID in lower case')
  if (!Array.isArray(trail) || !trail.every(isPart) || !inOrder(trail))
    throw wrong('The parts of the audit trail are wrong')
  if (!Array.isArray(files) || !files.every(isFile)) throw wrong('The list of files is wrong')
  const names = files.map(({ name }) => name)
  const expected = form.tables.filter((table) => !form.newer.includes(table) || names.includes(fileOf(table)))
  if (JSON.stringify(names) !== JSON.stringify(expected.map(fileOf)))
    throw wrong('It does not list the files of an export, each once and in order')
  return read as unknown as Manifest
}

/** The tables of an archive, in order. */
export const tablesIn = ({ files }: Pick<Manifest, 'files'>): string[] =>
  movedTables.filter((table) => files.some(({ name }) => name === fileOf(table)))

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // The error is reported below.
  }
  throw wrong('It is no JSON object')
}

const wrong = (why: string): Damaged => new Damaged(manifestName, why)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 1_000 && value.isWellFormed() && !value.includes('\0')
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isPart = (part: unknown): part is TrailPart =>
  isObject(part) &&
  isCount(part.throughSeq) &&
  typeof part.key === 'string' &&
  /^[0-9a-f]{16}$/.test(part.key)
const inOrder = (parts: readonly TrailPart[]): boolean =>
  parts.length <= 1_000 && parts.every(({ throughSeq }, i) => throughSeq > (parts[i - 1]?.throughSeq ?? 0))
const isFile = (file: unknown): file is ManifestFile =>
  isObject(file) &&
  typeof file.name === 'string' &&
  isCount(file.rows) &&
  isCount(file.bytes) &&
  typeof file.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(file.sha256)
