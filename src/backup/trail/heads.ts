import { rmSync } from 'node:fs'
import { writeWholeFile } from '../../../db/whole-file.ts'
import type { AuditTrail } from '../../store/audit/audit-trail.ts'
import type { Head, TrailKey } from '../../store/engine/chain/chain.ts'
import type { Say } from '../litestream.ts'
import { objectIn } from '../owner/place.ts'
import { overwrite } from '../owner/small-object.ts'
import { headsFile, headsObject, headsOfBefore, textIn } from './files.ts'
import type { KeyPlace } from './key.ts'

/**
 * The head of each trail, that is the number and the MAC of its last row, by the id of the practice. The id is empty
 * for the installation's trail.
 */
type HeadsByPractice = Readonly<Record<string, { readonly seq: number; readonly mac: string }>>

/** The outside record: what the files outside the database contain about the trail. Times are in epoch milliseconds. */
export interface Outside {
  /** The `TrailKey.id` of the key that the trail was made with. */
  readonly key: string
  readonly writtenAt: number
  readonly heads: HeadsByPractice
  /** When the whole trail was last verified at night, and how many findings there were. Null before the first time. */
  readonly verified: { readonly at: number; readonly found: number } | null
  /**
   * When the database was taken back in time, and its heads before that. The newest return is first. Anybody with
   * access to the disk can forge such a return, so it is a finding until an operator has confirmed it.
   */
  readonly wentBack: readonly {
    readonly at: number
    readonly heads: HeadsByPractice
    readonly confirmedAt?: number
  }[]
}

/**
 * The outside record, and whether it is unchanged. `isGenuine` is null when the record was signed with another key,
 * because it cannot be checked then.
 */
interface Read {
  readonly outside: Outside
  readonly isGenuine: boolean | null
}

/** How many returns to an earlier state are kept. Returns that nobody has confirmed are always kept. */
const mostWentBack = 20

/** Reads the outside records beside the database and in the object store. */
export async function readOutside(place: KeyPlace, key: TrailKey, say: Say): Promise<Read[]> {
  const texts = [textIn(headsFile(place.databasePath)), await storedText(place, say)]
  return texts.map((text) => parsed(text, key)).filter((read) => read !== null)
}

/** Reads the outside record beside the database. The object store is not asked. */
export const readLocal = (databasePath: string, key: TrailKey): Read | null =>
  parsed(textIn(headsFile(databasePath)), key)

async function storedText({ replica }: KeyPlace, say: Say): Promise<string | null> {
  const object = replica && objectIn(replica, headsObject)
  if (!object) return null
  try {
    return (await object.read())?.text ?? null
  } catch (error) {
    say(`the heads of the audit trail in the object store could not be read: ${(error as Error).message}`)
    return null
  }
}

/** Reads the text of an outside record. A text that cannot be read counts as a changed record. */
function parsed(text: string | null, key: TrailKey): Read | null {
  if (text === null || text === '') return null
  try {
    const { mac, ...outside } = JSON.parse(text) as Outside & { mac: string }
    const own = outside.key === key.id ? mac === macOf(outside, key) : null
    if (typeof outside.heads === 'object' && Array.isArray(outside.wentBack))
      return { outside, isGenuine: own }
  } catch {
    // The text cannot be read, so the result below is not genuine.
  }
  return { outside: { key: key.id, writtenAt: 0, heads: {}, verified: null, wentBack: [] }, isGenuine: false }
}

/** The part of a report about the heads. Somebody who keeps the report can compare it with a later one. */
export interface HeadsReport {
  readonly trails: number
  /** SHA-256 of the heads, in 64 hexadecimal digits. */
  readonly trailDigest: string
}

/**
 * Writes the heads of the trail beside the database, and into the object store. If the database no longer holds the
 * row of a head, the old head stays, because it shows that the trail was cut off. But if the database was taken back
 * in time or restored, the old head is kept in `wentBack`. If the outside record was changed by somebody, nothing is
 * written. `now` is in epoch milliseconds. `isLast`: the database is closed soon, so the object store is not read
 * first.
 */
export async function keepHeads(
  place: KeyPlace,
  trail: AuditTrail,
  key: TrailKey,
  {
    now,
    say,
    isLast = false,
    verified,
  }: { now: number; say: Say; isLast?: boolean; verified?: Outside['verified'] },
): Promise<HeadsReport> {
  const { databasePath } = place
  const before = textIn(headsOfBefore(databasePath))
  const beside = isLast ? [readLocal(databasePath, key)] : await readOutside(place, key, say)
  const reads = [...beside, parsed(before, key)].filter((read) => read !== null)
  const current = trail.heads()
  const report = reportOn(current)
  if (reads.some(({ isGenuine }) => isGenuine === false)) {
    say(
      'the heads of the audit trail outside the database were changed, so they stay as they are: verify the trail',
    )
    return report
  }
  const numbers = new Map(current.map(({ trail: number, practiceId }) => [practiceId ?? '', number]))
  const isHeld = (practice: string, { seq, mac }: { seq: number; mac: string }) => {
    const number = numbers.get(practice)
    return number !== undefined && trail.holds(number, { seq, mac: Buffer.from(mac, 'hex') })
  }
  const known = reads.flatMap(({ outside }) => Object.entries(outside.heads))
  const lost = Object.fromEntries(known.filter(([practice, head]) => !isHeld(practice, head)))
  const heads = Object.fromEntries(
    current.map(({ practiceId, seq, mac }) => [
      practiceId ?? '',
      { seq, mac: Buffer.from(mac).toString('hex') },
    ]),
  )
  const [first] = reads
  const wentBack = first?.outside.wentBack ?? []
  const isBack = before !== null && Object.keys(lost).length > 0
  if (!isBack)
    for (const [practice, { seq }] of Object.entries(lost))
      if (numbers.has(practice))
        say(`row ${seq} of the audit trail was there before and is gone: verify the trail`)
  await writeOutside(
    place,
    {
      key: key.id,
      writtenAt: now,
      verified: verified ?? first?.outside.verified ?? null,
      heads: isBack ? heads : { ...heads, ...lost },
      wentBack: (isBack ? [{ at: now, heads: lost }, ...wentBack] : wentBack).filter(
        ({ confirmedAt }, i) => confirmedAt === undefined || i < mostWentBack,
      ),
    },
    key,
    say,
  )
  rmSync(headsOfBefore(databasePath), { force: true })
  return report
}

/**
 * Whether the heads beside the database name rows that the trail does not hold. In this case an older state has
 * replaced the database.
 */
export function isOlderThanHeads(databasePath: string, trail: AuditTrail, key: TrailKey): boolean {
  const read = readLocal(databasePath, key)
  if (read?.isGenuine !== true) return false
  const numbers = new Map(trail.heads().map(({ trail, practiceId }) => [practiceId ?? '', trail]))
  return Object.entries(read.outside.heads).some(([practice, { seq, mac }]) => {
    const number = numbers.get(practice)
    return number !== undefined && !trail.holds(number, { seq, mac: Buffer.from(mac, 'hex') })
  })
}

/**
 * Removes the head of a practice that was removed together with its trail. The practice may be imported again with a
 * shorter trail. The installation's trail records how long the removed trail was.
 */
export async function forgetHead(
  place: KeyPlace,
  key: TrailKey,
  practiceId: string,
  say: Say,
): Promise<void> {
  const reads = await readOutside(place, key, say)
  const [first] = reads
  if (first === undefined || reads.some(({ isGenuine }) => isGenuine !== true)) return
  const { [practiceId]: _, ...heads } = first.outside.heads
  await writeOutside(place, { ...first.outside, heads }, key, say)
}

/** Signs the outside record, and writes it beside the database and into the object store. */
export async function writeOutside(
  place: KeyPlace,
  outside: Outside,
  key: TrailKey,
  say: Say,
): Promise<void> {
  const text = `${JSON.stringify({ ...outside, mac: macOf(outside, key) })}\n`
  writeWholeFile(headsFile(place.databasePath), text)
  const object = place.replica && objectIn(place.replica, headsObject)
  if (!object) return
  try {
    await overwrite(object, text)
  } catch (error) {
    say(`the heads of the audit trail could not be written to the object store: ${(error as Error).message}`)
  }
}

function macOf({ key, writtenAt, heads, verified, wentBack }: Outside, secret: TrailKey): string {
  return Buffer.from(secret.ofHeads(JSON.stringify([key, writtenAt, heads, verified, wentBack]))).toString(
    'hex',
  )
}

/** The number of trails, and a digest of their heads. */
export function reportOn(heads: readonly ({ readonly practiceId: string | null } & Head)[]): HeadsReport {
  const lines = heads.map(
    ({ practiceId, seq, mac }) => `${practiceId ?? ''} ${seq} ${Buffer.from(mac).toString('hex')}\n`,
  )
  const trailDigest = new Bun.CryptoHasher('sha256').update(lines.sort().join('')).digest('hex')
  return { trails: heads.length, trailDigest }
}

/** The heads in the form that a verification needs. */
export const headsIn = (heads: HeadsByPractice): Map<string | null, Head> =>
  new Map(
    Object.entries(heads).map(([practiceId, { seq, mac }]) => [
      practiceId === '' ? null : practiceId,
      { seq, mac: Buffer.from(mac, 'hex') },
    ]),
  )
