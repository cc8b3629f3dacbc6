import type { Act } from '../domain/act.ts'
import { aliasMs, type PracticeHosts } from '../domain/site.ts'
import { formatInstant, parseInstant } from '../domain/time.ts'
import { type Arrival, type Begun, type Incoming, Overtaken, RowUnfit } from '../store/transfer/arrival.ts'
import { Unfit } from '../store/transfer/fields.ts'
import type { ExportedRow } from '../store/transfer/tables.ts'
import { type ReadRow, readRow, valueIn } from '../store/transfer/take.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { type Archive, inFile, openArchive } from './archive.ts'
import { Damaged } from './damage.ts'
import { linesOf } from './lines.ts'
import { fileOf, manifestName, tablesIn } from './manifest.ts'
import { ProgressReport, type Teller } from './progress.ts'
import { clearAway } from './remove.ts'
import { RoomWatch, requireRoom } from './room.ts'
import { RowRules } from './row-rules.ts'
import { TransferError } from './transfer-error.ts'
import { letOthersWrite } from './turns.ts'

/** Resolves with the persons who were erased from a practice before, and when, in epoch milliseconds. */
type ErasedBefore = (practiceId: string) => Promise<Incoming['erased']>

/** The options of an import. */
export interface Intake {
  /** Whether the tokens, passkeys and keys of the archive stay valid. */
  readonly keepsAccess: boolean
  /** Checks whether a practice may have this host beside the hosts of the others. @throws when it may not. */
  readonly requireHost: (host: string, practiceId: string, hosts: PracticeHosts | null) => void
  /**
   * Places the practice in this cell (one of several servers) before anything is written. @throws when that is not
   * possible.
   */
  readonly requirePlace?: (practice: {
    readonly practiceId: string
    readonly host: string | null
    readonly generation: number
  }) => Promise<void>
}

/**
 * Imports a practice from an archive, completely or not at all. Nobody sees the practice before its last row is there.
 * Other practices can write meanwhile. An interrupted import continues where it stopped. A person that `erasedBefore`
 * names is erased again.
 * @throws Damaged for an archive that cannot be imported, TransferError when the practice already exists here, and the
 * error of `requireHost`.
 */
export async function importPractice(
  transfer: Transfer,
  from: string,
  { keepsAccess, requireHost, requirePlace }: Intake,
  act: Act,
  erasedBefore: ErasedBefore,
  teller: Teller,
): Promise<Pick<Archive, 'manifest' | 'rows'>> {
  const terms = { closedAt: keepsAccess ? null : formatInstant(teller.now()), now: teller.now() }
  using archive = openArchive(from, teller, { rules: new RowRules() })
  const { manifest, sha256, rows, bytes } = archive
  const practice = rowsOf(archive, terms).next().value!.row!
  const { id: practiceId } = manifest.practice
  const there = Math.min(transfer.moving(practiceId)?.rows ?? 0, rows)
  requireRoom(transfer.room(), bytes, 1 - there / rows)
  const host = valueIn(practice, 'host') as string | null
  const generation = valueIn(practice, 'generation') as number
  await requirePlace?.({ practiceId, host, generation })
  const { trail, files } = manifest
  const { rows: trailRows, sha256: trailSha256 } = files.find(({ name }) => name === fileOf('audit'))!
  const arrival = transfer.arrival({
    practiceId,
    archive: sha256,
    keepsAccess,
    rows,
    trail,
    erased: await erasedBefore(practiceId),
    detail: {
      rows,
      sha256,
      generation,
      throughSeq: trail.at(-1)?.throughSeq ?? 0,
      trailRows,
      trailSha256,
      ...transfer.knownBefore(practiceId),
    },
    requireHost: (hosts) => {
      if (host !== null) requireHost(host, practiceId, hosts)
    },
  })
  await begin(transfer, arrival, practice, practiceId, act, teller)
  try {
    await takeIn(transfer, arrival, archive, terms, teller)
    await arrival.end(practice, act, teller.now())
  } catch (error) {
    throw await givenUp(error, transfer, arrival, practiceId, act, teller)
  }
  return { manifest, rows }
}

/** Removes the rows that were imported, if the archive itself is wrong. Resolves with the error to throw. */
async function givenUp(
  error: unknown,
  transfer: Transfer,
  arrival: Arrival,
  practiceId: string,
  act: Act,
  teller: Teller,
): Promise<unknown> {
  try {
    if (error instanceof Overtaken) throw error
    if (!(error instanceof Unfit || error instanceof Damaged)) return error
    await arrival.giveUp()
    await clearAway(transfer, practiceId, act, teller)
    return error instanceof Unfit ? new Damaged(manifestName, error.message) : error
  } catch (other) {
    if (!(other instanceof Overtaken)) return other
    return new TransferError('another process goes on with this import: wait until it has ended')
  }
}

const refusals: Readonly<Record<Exclude<Begun, 'begun' | 'givenUp'>, string>> = {
  here: 'this practice is here already. Remove it first with `practice remove`',
  leaving: 'this practice is being removed. Let `practice remove` end first',
  other:
    'an import of this practice has begun and not ended, with another archive or without the same --keep-access. End it with the same command as before, or clear it away with `practice remove --without-export`',
}

async function begin(
  transfer: Transfer,
  arrival: Arrival,
  practice: ReadRow,
  practiceId: string,
  act: Act,
  teller: Teller,
): Promise<void> {
  for (;;) {
    const begun = await arrival.begin(practice).catch((error) => {
      throw error instanceof Unfit ? new Damaged(fileOf('practices'), error.message, 1) : error
    })
    if (begun === 'begun') break
    if (begun !== 'givenUp') throw new TransferError(refusals[begun])
    await clearAway(transfer, practiceId, act, teller)
  }
  if (arrival.rows > 1) teller.say(`this import was interrupted: it goes on behind row ${arrival.rows}`)
}

/** A row of the archive, with its file and line. */
interface PlacedRow {
  readonly name: string
  readonly number: number
  /** The length of the line, in UTF-16 code units. */
  readonly length: number
  /** Null for a row that is not imported. */
  readonly row: ReadRow | null
}

/** The rows of all tables, in order. They were checked by the rules when the archive was opened. @throws Damaged. */
export function* rowsOf(archive: Archive, terms: Terms): Generator<PlacedRow> {
  for (const table of tablesIn(archive.manifest)) {
    const { listed, place } = archive.fileOfTable(table)
    const { name, sha256 } = listed
    for (const { text, number } of linesOf(archive.file, name, place, sha256)) {
      const row = inFile(name, number, () => {
        const told = JSON.parse(text)
        const comesIn = cameIn(table, told, terms)
        return comesIn === null ? null : readRow(table, comesIn)
      })
      yield { name, number, length: text.length, row }
    }
  }
}

/** The most rows that are read before the next transactions, and the most text in them, in UTF-16 code units. */
const most = { rows: 500, text: 4 << 20 }

/** Adds the rows that are not there yet. The rows are read and checked before each transaction begins. */
export async function takeIn(
  transfer: Transfer,
  arrival: Arrival,
  archive: Archive,
  terms: Terms,
  teller: Teller,
): Promise<void> {
  const progress = new ProgressReport(teller, archive.rows, 'taken in')
  const room = new RoomWatch(transfer, teller.now)
  const there = arrival.rows
  progress.add(there)
  let ahead: PlacedRow[] = []
  let text = 0
  const takeAll = async () => {
    while (ahead.length > 0) {
      room.look()
      const taken = await arrival.take(ahead.map(({ row }) => row)).catch((error) => {
        throw error instanceof RowUnfit ? placed(error, ahead[error.index]!) : error
      })
      ahead = ahead.slice(taken)
      progress.add(taken)
      await letOthersWrite()
    }
    text = 0
  }
  let seen = 0
  for (const read of rowsOf(archive, terms)) {
    if (seen++ < there) continue
    ahead.push(read)
    text += read.length
    if (ahead.length >= most.rows || text >= most.text) await takeAll()
  }
  await takeAll()
}

const placed = ({ message }: Unfit, { name, number }: PlacedRow): Damaged =>
  new Damaged(name, message, number)

/** The options for the rows of an import. */
interface Terms {
  /** When the tokens of the archive end, as an instant in ISO 8601. Null when the tokens work as before. */
  readonly closedAt: string | null
  /** The clock, in epoch milliseconds. */
  readonly now: number
}

/** A row of an archive in the form in which it is imported; null when the row is not imported. */
function cameIn(table: string, row: ExportedRow, { closedAt, now }: Terms): unknown {
  // A former host ends after 90 days at the latest, even when the clock of the machine that wrote the archive was
  // ahead.
  if (table === 'practice_aliases')
    return { ...row, endsAt: formatInstant(Math.min(parseInstant(row.endsAt as string)!, now + aliasMs)) }
  return closedAt === null ? row : withoutAccess(table, row, closedAt)
}

/**
 * A row of an archive in the form in which it is imported without `--keep-access`; null when the row is not imported.
 * The person who made the archive may know the secret of each token, passkey and key in it. So tokens are imported as
 * revoked tokens. Passkeys and the keys of links are not imported. `at` is an instant in ISO 8601.
 */
function withoutAccess(table: string, row: unknown, at: string): unknown {
  if (table === 'passkeys' || table === 'link_keys') return null
  if (table !== 'api_tokens') return row
  const token = row as ExportedRow
  return token.revokedAt == null ? { ...token, revokedAt: at } : token
}
