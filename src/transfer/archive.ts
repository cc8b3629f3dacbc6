import { closeSync, fstatSync, openSync } from 'node:fs'
import { Unfit } from '../store/transfer/fields.ts'
import { Damaged } from './damage.ts'
import { type Line, linesOf } from './lines.ts'
import {
  exportForm,
  type Form,
  fileNamesOf,
  fileOf,
  largestManifest,
  type Manifest,
  type ManifestFile,
  manifestName,
  readManifest,
  tablesIn,
} from './manifest.ts'
import { ProgressReport, type Teller } from './progress.ts'
import type { RowRules } from './row-rules.ts'
import { type ByteSpan, readFully, tarFiles } from './tar-reader.ts'
import { TransferError } from './transfer-error.ts'

/** An open archive. Its digests were checked and are right. */
export interface Archive {
  readonly manifest: Manifest
  /** SHA-256 of the manifest. */
  readonly sha256: string
  readonly rows: number
  /** The length of the archive, in bytes. */
  readonly bytes: number
  /** The manifest's entry for the file of a table, and the position of the file in the archive. */
  readonly fileOfTable: (table: string) => { readonly listed: ManifestFile; readonly place: ByteSpan }
  readonly file: number
}

/**
 * Reads a whole archive and compares every digest with the manifest.
 * @throws Damaged when a part of the archive is wrong, and TransferError for a file that cannot be read.
 */
export function checkArchive(from: string, teller: Teller): Pick<Archive, 'manifest' | 'rows'> {
  using archive = openArchive(from, teller)
  return { manifest: archive.manifest, rows: archive.rows }
}

/** Checks a row by the rules. @throws Damaged with the file and the line of a row that cannot be imported. */
function requireRow(rules: RowRules, table: string, { text, number }: Line, manifest: Manifest): void {
  inFile(fileOf(table), number, () => {
    const row = parsed(text)
    if (table === 'practices') requirePractice(row, number, manifest)
    rules.check(table, row)
  })
}

/** Runs `work` on a line of a file. @throws Damaged with the file and the line of a row that cannot be imported. */
export function inFile<T>(name: string, line: number | undefined, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Unfit ? new Damaged(name, error.message, line) : error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unfit('The row is no JSON')
  }
}

/** Requires that the row is the practice of the manifest. Every other row gets its practice from this row. */
function requirePractice(row: unknown, number: number, { practice }: Manifest): void {
  if (number > 1 || (row as { id?: unknown } | null)?.id !== practice.id)
    throw new Unfit('The row is not the practice of the manifest')
}

/**
 * Opens an archive, compares every digest with the manifest, and checks every row by the rules.
 * @throws Damaged, and TransferError for a file that cannot be read.
 */
export function openArchive(
  from: string,
  teller: Teller,
  { rules, form = exportForm }: { readonly rules?: RowRules; readonly form?: Form } = {},
): Archive & Disposable {
  const file = opened(from)
  try {
    return { ...checked(file, teller, form, rules), [Symbol.dispose]: () => closeSync(file) }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function opened(from: string): number {
  let file: number | undefined
  try {
    file = openSync(from, 'r')
    if (fstatSync(file).isFile()) return file
  } catch (error) {
    throw new TransferError(`the archive ${from} cannot be read: ${(error as Error).message}`)
  }
  closeSync(file)
  throw new TransferError(`${from} is no file: name the archive that \`practice export\` wrote`)
}

function checked(file: number, teller: Teller, form: Form, rules?: RowRules): Archive {
  const bytes = fstatSync(file).size
  const places = tarFiles(file, bytes, fileNamesOf(form))
  const { text, sha256 } = manifestIn(file, places.get(manifestName))
  const manifest = readManifest(text, form)
  const rows = manifest.files.reduce((sum, one) => sum + one.rows, 0)
  const progress = new ProgressReport(teller, rows, 'checked')
  const fileOfTable = (table: string) => {
    const listed = manifest.files.find(({ name }) => name === fileOf(table))!
    const place = places.get(listed.name)
    if (place === undefined) throw new Damaged(listed.name, 'This file is missing')
    if (place.size !== listed.bytes)
      throw new Damaged(listed.name, 'Its size is not the one in manifest.json')
    return { listed, place }
  }
  for (const table of tablesIn(manifest)) {
    const { listed, place } = fileOfTable(table)
    let lines = 0
    for (const line of linesOf(file, listed.name, place, listed.sha256)) {
      lines++
      if (rules) requireRow(rules, table, line, manifest)
      progress.add(1)
    }
    if (lines !== listed.rows)
      throw new Damaged(listed.name, 'It does not have as many rows as manifest.json says')
  }
  if (fileOfTable('practices').listed.rows !== 1) throw new Damaged(manifestName, 'The practice is missing')
  if (rules) inFile(fileOf('pack_statuses'), undefined, () => rules.end())
  return { manifest, sha256, rows, bytes, fileOfTable, file }
}

function manifestIn(file: number, place: ByteSpan | undefined): { text: string; sha256: string } {
  if (place === undefined) throw new Damaged(manifestName, 'This file is missing')
  if (place.size > largestManifest) throw new Damaged(manifestName, 'This file is too large')
  const bytes = Buffer.alloc(place.size)
  readFully(file, bytes, place.at)
  return { text: bytes.toString(), sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex') }
}
