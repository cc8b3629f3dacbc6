import { backUpNow, beginAnewNow, restoreInPlace, restoreTo, verifyNow } from '../backup/commands.ts'
import { parseInstant } from '../domain/time.ts'
import { command, flag, optional, required, UsageError } from './command.ts'

export const backupNow = command({
  name: 'backup now',
  summary: 'Writes a consistent copy of the database to a new file.',
  options: { to: required('FILE', 'The new file. It must not be there yet.') },
  run: async ({ to }, { config, now, say }) => {
    if (to === '') throw new UsageError('--to must name a new file')
    return { file: to, ...(await backUpNow(config, to, { now, say })) }
  },
})

export const backupVerify = command({
  name: 'backup verify',
  summary: 'Restores the backup from the object store, reads all of it and compares it with the database.',
  options: {},
  run: async (_, { config, now }) => ({ ...(await verifyNow(config, now)) }),
})

export const backupBeginAnew = command({
  name: 'backup begin-anew',
  summary:
    'Replaces a damaged backup from the database, in a new folder of the object store, and verifies it. What was there before stays.',
  options: {},
  run: async (_, { config, now, say }) => ({ ...(await beginAnewNow(config, { now, say })) }),
})

export const restore = command({
  name: 'restore',
  summary:
    'Restores the backup from the object store: the newest state, or the state at TIME. Into a new file, or in the place of the database.',
  options: {
    to: optional('FILE', 'The new file. It must not be there yet.'),
    'in-place': flag(
      'Takes the database itself back. A running server stops, and serves that state after its next start.',
    ),
    at: optional(
      'TIME',
      'The moment to go back to, such as 2026-11-21T09:30:00Z. Without it, the newest state.',
    ),
  },
  run: async ({ to, at, 'in-place': inPlace }, { config, now, say }) => {
    const instant = at === undefined ? undefined : readPast(at, now())
    if ((to === undefined) === (inPlace === undefined))
      throw new UsageError('give either --to FILE or --in-place')
    if (to === undefined) return { ...(await restoreInPlace(config, { at: instant, say })) }
    if (to === '') throw new UsageError('--to must name a new file')
    return { file: to, ...(await restoreTo(config, to, { at: instant, say })) }
  },
})

function readPast(at: string, now: number): number {
  const instant = parseInstant(at)
  if (instant === undefined)
    throw new UsageError('--at must be a date and time with Z or an offset, such as 2026-11-21T09:30:00Z')
  if (instant > now) throw new UsageError('--at is in the future: give a time that has passed')
  return instant
}
