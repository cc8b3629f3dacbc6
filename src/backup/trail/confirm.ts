import type { TrailKey } from '../../store/engine/chain/chain.ts'
import { BackupError, type Say } from '../litestream.ts'
import { type Outside, readOutside, writeOutside } from './heads.ts'
import type { KeyPlace } from './key.ts'

/**
 * How many times the database was taken back or restored without the confirmation of an operator.
 * @throws BackupError when the heads outside the database were changed, so that the number is not known.
 */
export async function countUnconfirmed(place: KeyPlace, key: TrailKey, say: Say): Promise<number> {
  return (await genuine(place, key, say))?.wentBack.filter(isUnconfirmed).length ?? 0
}

/**
 * Notes the operator's confirmation that each return to an earlier state was on purpose. `now` is in epoch
 * milliseconds. @throws BackupError.
 */
export async function confirmRestores(place: KeyPlace, key: TrailKey, now: number, say: Say): Promise<void> {
  const outside = await genuine(place, key, say)
  if (outside === undefined) return
  const wentBack = outside.wentBack.map((one) => ({ ...one, confirmedAt: one.confirmedAt ?? now }))
  await writeOutside(place, { ...outside, wentBack }, key, say)
}

export const isUnconfirmed = ({ confirmedAt }: Outside['wentBack'][number]): boolean =>
  confirmedAt === undefined

async function genuine(place: KeyPlace, key: TrailKey, say: Say): Promise<Outside | undefined> {
  const reads = await readOutside(place, key, say)
  if (reads.some(({ isGenuine }) => isGenuine !== true))
    throw new BackupError(
      'the heads of the audit trail outside the database do not fit its key, so nothing is confirmed: run `audit verify`',
    )
  return reads[0]?.outside
}
