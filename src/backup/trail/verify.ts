import { existsSync } from 'node:fs'
import { type Head, TrailKey } from '../../store/engine/chain/chain.ts'
import type { TrailFinding } from '../../store/verify/findings.ts'
import { TrailFile, TrailUnreadable } from '../../store/verify/trail-file.ts'
import { BackupError, type Say } from '../litestream.ts'
import { isUnconfirmed } from './confirm.ts'
import { headsFile } from './files.ts'
import { type HeadsReport, headsIn, type Outside, readOutside, reportOn } from './heads.ts'
import { type KeyPlace, requireAuditKey } from './key.ts'

interface TrailReport extends HeadsReport {
  readonly rows: number
  readonly findings: readonly TrailFinding[]
  /** How many findings there are. No more than 100 are listed. */
  readonly found: number
  readonly notes: readonly TrailFinding[]
  /** How many trails have a head outside the database. Without such a head, nobody can see that a trail was cut off. */
  readonly headsOutside: number
  /** When the whole trail was last verified at night, and how many findings there were. Null before the first time. */
  readonly lastNight: Outside['verified']
}

/**
 * Verifies the trails of all practices, or of the practice `only`, and compares them with the heads outside the
 * database. Nothing is changed, and a server may run. With `newest`, only that number of rows is read in all, from the
 * ends of the trails.
 * @throws BackupError when there is no database, no trail in it, or no key that fits.
 */
export async function verifyTrail(
  place: KeyPlace,
  { only, newest, say }: { only?: string | undefined; newest?: number; say: Say },
): Promise<TrailReport> {
  const { databasePath } = place
  if (!existsSync(databasePath))
    throw new BackupError(`there is no database at ${databasePath}: set DATABASE_PATH`)
  const secret = await requireAuditKey(place, say)
  const key = new TrailKey(secret)
  const reads = await readOutside(place, key, say)
  requireSameKey(
    reads.map(({ outside }) => outside),
    key,
  )
  const genuine = reads.filter(({ isGenuine }) => isGenuine !== false).map(({ outside }) => outside)
  const heads = genuine.map((outside) => headsIn(outside.heads))
  const verified = verifyFile(databasePath, secret, heads, { only, newest })
  if (only !== undefined && verified.heads.length + verified.found === 0)
    throw new BackupError('no practice of this id has an audit trail here: look at `member list`')
  const forged = reads
    .filter(({ isGenuine }) => isGenuine === false)
    .map(() => ({
      practiceId: null,
      seq: null,
      what: `the heads outside the database were changed: look at ${headsFile(databasePath)} and at its copy in the object store`,
    }))
  const unconfirmed = wentBack(genuine, only, { confirmed: false }).map(({ what, ...place }) => ({
    ...place,
    what: `${what}. If that was on purpose, say so by \`audit confirm-restore\``,
  }))
  return {
    ...reportOn(verified.heads),
    rows: verified.rows,
    findings: [...forged, ...unconfirmed, ...verified.findings],
    found: forged.length + unconfirmed.length + verified.found,
    notes: [...verified.notes, ...wentBack(genuine, only, { confirmed: true })],
    headsOutside: new Set(heads.flatMap((known) => [...known.keys()])).size,
    lastNight: genuine[0]?.verified ?? null,
  }
}

/** @throws BackupError when the heads outside were written with another key than this one. */
export function requireSameKey(outsides: readonly Outside[], key: TrailKey): void {
  if (outsides.some((outside) => outside.key !== key.id))
    throw new BackupError(
      'the key of the audit trail is not the one that the server has: give this command the same AUDIT_KEY. If the key was changed on purpose, restart the server first',
    )
}

function verifyFile(
  path: string,
  secret: Uint8Array,
  heads: readonly ReadonlyMap<string | null, Head>[],
  { only, newest }: { only: string | undefined; newest: number | undefined },
) {
  try {
    using file = TrailFile.open(path, secret)
    return file.verify({
      outside: (practiceId) =>
        heads.map((known) => known.get(practiceId)).filter((head) => head !== undefined),
      outsideIds: [...new Set(heads.flatMap((known) => [...known.keys()]))],
      ...(only !== undefined && { only }),
      ...(newest !== undefined && { newest }),
    })
  } catch (error) {
    throw error instanceof TrailUnreadable ? new BackupError(error.message) : error
  }
}

/** The returns of the database to an earlier state, either those that an operator has confirmed, or the others. */
function wentBack(
  outsides: readonly Outside[],
  only: string | undefined,
  { confirmed }: { readonly confirmed: boolean },
): TrailFinding[] {
  const told = new Map<string, TrailFinding>()
  for (const { wentBack: times } of outsides)
    for (const { at, heads } of times.filter((one) => isUnconfirmed(one) !== confirmed))
      for (const [practiceId, { seq }] of headsIn(heads))
        if (only === undefined || practiceId === only)
          told.set(`${at} ${practiceId}`, {
            practiceId,
            seq,
            what: `the database was taken back or restored by ${new Date(at).toISOString()}. The trail had ${seq} rows before, and the last of them are not in it`,
          })
  return [...told.values()]
}
