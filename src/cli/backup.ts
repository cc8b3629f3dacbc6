import { backUpNow, restoreTo, verifyNow } from '../backup/commands.ts'
import { parseInstant } from '../domain/time.ts'
import { command, optional, required, UsageError } from './command.ts'

export const backupNow = command({
  name: 'backup now',
  summary: 'Writes a consistent copy of the database to a new file.',
  options: { to: required('FILE') },
  run: async ({ to }, { config }) => ({ file: to, ...backUpNow(config, to) }),
})

export const backupVerify = command({
  name: 'backup verify',
  summary: 'Restores the backup from the object store, reads all of it and compares it with the database.',
  options: {},
  run: async (_, { config, now }) => ({ ...(await verifyNow(config, now)) }),
})

export const restore = command({
  name: 'restore',
  summary:
    'Restores the backup from the object store into a new file: the newest state, or the state at TIME.',
  options: { to: required('FILE'), at: optional('TIME') },
  run: async ({ to, at }, { config, now, say }) => {
    const instant = at === undefined ? undefined : readPast(at, now())
    return { file: to, ...(await restoreTo(config, to, { at: instant, say })) }
  },
})

function readPast(at: string, now: number): number {
  const instant = parseInstant(at)
  if (instant === undefined)
    throw new UsageError('--at must be a date and time with Z or an offset, such as 2026-11-21T09:30:00Z')
  if (instant > now) throw new UsageError('--at lies in the future: give a time that has passed')
  return instant
}
