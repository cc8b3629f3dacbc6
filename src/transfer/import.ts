import { closeSync, fstatSync, openSync } from 'node:fs'
import type { Act } from '../domain/act.ts'
import { Unfit } from '../store/transfer/fields.ts'
import { type Add, exportedTables, type Incoming, type Transfer } from '../store/transfer/transfer.ts'
import { Damaged } from './damage.ts'
import type { Teller } from './export.ts'
import { linesOf } from './lines.ts'
import {
  fileNames,
  fileOf,
  largestManifest,
  type Manifest,
  type ManifestFile,
  manifestName,
  readManifest,
} from './manifest.ts'
import { Progress } from './progress.ts'
import { type Place, readFully, tarFiles } from './tar-reader.ts'
import { TransferError } from './transfer-error.ts'

/** An open archive whose digests were found right. */
interface Archive {
  readonly manifest: Manifest
  /** SHA-256 of the manifest. */
  readonly sha256: string
  readonly rows: number
  /** The file of a table, and where it lies. */
  readonly fileOfTable: (table: string) => { readonly listed: ManifestFile; readonly place: Place }
  readonly file: number
}

/**
 * Reads a whole archive and compares every digest with the manifest.
 * @throws Damaged for what does not fit, and TransferError for a file that cannot be read.
 */
export function checkArchive(from: string, teller: Teller): Pick<Archive, 'manifest' | 'rows'> {
  using archive = openArchive(from, teller)
  return { manifest: archive.manifest, rows: archive.rows }
}

/** Answers who was erased from a practice before, and when, in epoch milliseconds. */
type ErasedBefore = (practiceId: string) => Promise<Incoming['erased']>

/**
 * Takes a practice in from an archive: all of it, or nothing. A person whom `erasedBefore` names does not come back.
 * @throws Damaged for an archive that does not fit, and TransferError where the practice is here already.
 */
export async function importPractice(
  transfer: Transfer,
  from: string,
  act: Act,
  erasedBefore: ErasedBefore,
  teller: Teller,
): Promise<Pick<Archive, 'manifest' | 'rows'>> {
  using archive = openArchive(from, teller)
  const { manifest, sha256, rows } = archive
  const { practice, trail, files } = manifest
  const { rows: trailRows, sha256: trailSha256 } = files.find(({ name }) => name === fileOf('audit'))!
  const detail = { rows, sha256, throughSeq: trail.at(-1)?.throughSeq ?? 0, trailRows, trailSha256 }
  const incoming = { practiceId: practice.id, trail, erased: await erasedBefore(practice.id), detail }
  const isNew = await transfer
    .take(incoming, act, teller.now(), (add) => takeIn(archive, add, teller))
    .catch((error) => {
      throw error instanceof Unfit ? new Damaged(manifestName, error.message) : error
    })
  if (isNew) return { manifest, rows }
  throw new TransferError(
    'this practice is here already, or is being removed. Remove it first with `practice remove`',
  )
}

function takeIn(archive: Archive, add: Add, teller: Teller): void {
  const progress = new Progress(teller, archive.rows, 'taken in')
  for (const table of exportedTables) {
    const { listed, place } = archive.fileOfTable(table)
    const { name } = listed
    for (const { text, number } of linesOf(archive.file, name, place, listed.sha256)) {
      try {
        const row = parsed(text)
        if (table === 'practices') requirePractice(row, number, archive.manifest)
        add(table, row)
      } catch (error) {
        if (error instanceof Unfit) throw new Damaged(name, error.message, number)
        throw error
      }
      progress.add(1)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unfit('The row is no JSON')
  }
}

/** Every other row gets its practice from this one. */
function requirePractice(row: unknown, number: number, { practice }: Manifest): void {
  if (number > 1 || (row as { id?: unknown } | null)?.id !== practice.id)
    throw new Unfit('The row is not the practice of the manifest')
}

function openArchive(from: string, teller: Teller): Archive & Disposable {
  const file = opened(from)
  try {
    return { ...checked(file, teller), [Symbol.dispose]: () => closeSync(file) }
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

function checked(file: number, teller: Teller): Archive {
  const places = tarFiles(file, fstatSync(file).size, fileNames)
  const { text, sha256 } = manifestIn(file, places.get(manifestName))
  const manifest = readManifest(text)
  const rows = manifest.files.reduce((sum, one) => sum + one.rows, 0)
  const progress = new Progress(teller, rows, 'checked')
  const fileOfTable = (table: string) => {
    const listed = manifest.files.find(({ name }) => name === fileOf(table))!
    const place = places.get(listed.name)
    if (place === undefined) throw new Damaged(listed.name, 'This file is missing')
    if (place.size !== listed.bytes)
      throw new Damaged(listed.name, 'Its size is not the one in manifest.json')
    return { listed, place }
  }
  for (const { listed, place } of exportedTables.map(fileOfTable)) {
    let lines = 0
    for (const _ of linesOf(file, listed.name, place, listed.sha256)) {
      lines++
      progress.add(1)
    }
    if (lines !== listed.rows)
      throw new Damaged(listed.name, 'It does not have as many rows as manifest.json says')
  }
  if (fileOfTable('practices').listed.rows !== 1) throw new Damaged(manifestName, 'The practice is missing')
  return { manifest, sha256, rows, fileOfTable, file }
}

function manifestIn(file: number, place: Place | undefined): { text: string; sha256: string } {
  if (place === undefined) throw new Damaged(manifestName, 'This file is missing')
  if (place.size > largestManifest) throw new Damaged(manifestName, 'This file is too large')
  const bytes = Buffer.alloc(place.size)
  readFully(file, bytes, place.at)
  return { text: bytes.toString(), sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex') }
}
