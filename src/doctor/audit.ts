import { existsSync } from 'node:fs'
import { auditKeyFile } from '../../db/audit-key.ts'
import { verifyTrail } from '../backup/trail/verify.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** How many rows this check reads, in a few seconds. The whole trail is read each night, and by `audit verify`. */
const newest = 100_000

/** Whether the audit trail is unchanged since it was written, and where its key is. */
export async function auditTrail({ config }: CheckContext): Promise<Finding> {
  if (!existsSync(config.databasePath)) return warn('audit', 'there is no database yet', 'Start the service')
  try {
    const { found, findings, notes, rows, trails, headsOutside, lastNight } = await verifyTrail(config, {
      newest,
      say: () => undefined,
    })
    const [first] = findings
    if (first !== undefined)
      return red(
        'audit',
        `the audit trail was changed after it was written, in ${counted(found, 'place')}. ${first.seq === null ? 'The first' : `The first, row ${first.seq} of ${first.practiceId ?? 'the installation'}`}: ${first.what}`,
        'Keep the file as it is, and type: chairside audit verify',
      )
    if (lastNight !== null && lastNight.found > 0)
      return red(
        'audit',
        `the check at ${new Date(lastNight.at).toISOString()} found ${counted(lastNight.found, 'place')} where the audit trail was changed after it was written`,
        'Keep the file as it is, and type: chairside audit verify',
      )
    const keyFile = auditKeyFile(config.databasePath)
    if (config.auditKey === undefined && !existsSync(keyFile))
      return warn(
        'audit',
        `the file of its key, ${keyFile}, is gone. The object store has a copy`,
        'Type: systemctl restart chairside',
      )
    if (rows > 0 && headsOutside === 0)
      return warn(
        'audit',
        `nothing outside the database shows how long ${trails === 1 ? 'the trail was' : `the ${trails} trails were`}, so nobody can see whether one was cut off`,
        'Let the service run for an hour: it writes the heads each hour, and when it stops. If they were there before, find out who removed them',
      )
    const read = `the newest rows are as they were written: ${counted(rows, 'row')} of ${counted(trails, 'trail')}. ${placeOfKey(config)}`
    return notes.length === 0
      ? ok('audit', read)
      : warn(
          'audit',
          `${read}. Something cannot be checked: ${notes[0]!.what}`,
          'Type: chairside audit verify',
        )
  } catch (error) {
    return red('audit', (error as Error).message, 'See "The audit trail" in src/backup/README.md')
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function placeOfKey({ auditKey, databasePath, replica }: CheckContext['config']): string {
  if (auditKey !== undefined) return 'Its key is the setting AUDIT_KEY'
  const file = `Its key is in ${auditKeyFile(databasePath)}`
  return replica === undefined
    ? `${file} and nowhere else: keep a copy`
    : `${file}, and the object store has a copy. People with access to the object store can write a trail of their own: AUDIT_KEY keeps the key out of the store`
}
