import { chownSync, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { stamp } from '../backup/litestream.ts'
import { headsFile, headsOfBefore } from '../backup/trail/files.ts'
import type { Config } from '../config.ts'
import { commandText } from './command-text.ts'
import { type Host, InstallError, isThere, must, on, put } from './host.ts'
import { requireLitestream } from './install.ts'
import { places } from './places.ts'
import { contentOf, isSame, prepare } from './program.ts'
import { startAnew } from './running.ts'
import { unitText } from './unit.ts'

const copyPrefix = `${places.database}.before-upgrade-`

/**
 * Upgrades to the version in `source`. Stops the service and copies the database first. If the new version does not
 * become ready, the previous version is started again. If the two versions have different migrations, the copy also
 * replaces the database.
 * @throws InstallError, also after a return to the previous version. The message gives the reason.
 */
export async function upgrade(host: Host, config: Config, source: string): Promise<{ changed: boolean }> {
  if (!isThere(host, places.program))
    throw new InstallError('chairside is not installed here: type install-service instead')
  if (isSame(source, on(host, places.program))) return { changed: false }
  await requireLitestream(config)
  rmSync(on(host, places.programNext), { recursive: true, force: true })
  await prepare(host, source, places.programNext)
  host.say('stopping the service and copying the database')
  await must(host, ['systemctl', 'stop', 'chairside'])
  const at = Date.now()
  const copy = await copyDatabase(host, at).catch(async (error) => {
    await startAnew(host, config, { path: '/livez' })
    throw error
  })
  try {
    host.say('starting the new version')
    rmSync(on(host, places.programBefore), { recursive: true, force: true })
    move(host, places.program, places.programBefore)
    move(host, places.programNext, places.program)
    await start(host, config, '/readyz')
  } catch (error) {
    const kept = await goBack(host, config, copy, at)
    throw new InstallError(`${(error as Error).message}\nThe version from before runs again.${kept}`)
  }
  deleteOtherCopies(host, copy)
  return { changed: true }
}

/** Copies the database. Returns the path of the copy, or null when there is no database yet. */
async function copyDatabase(host: Host, at: number): Promise<string | null> {
  if (!isThere(host, places.database)) return null
  const copy = `${copyPrefix}${stamp(at)}`
  await must(host, [on(host, places.command), 'backup', 'now', '--to', copy])
  return copy
}

async function start(
  host: Host,
  config: Config,
  path: '/livez' | '/readyz',
  once: Record<string, string> = {},
): Promise<void> {
  put(host, places.unit, unitText(config.replica?.environment.REPLICA_URL), 0o644)
  put(host, places.command, commandText, 0o755)
  await must(host, ['systemctl', 'daemon-reload'])
  await startAnew(host, config, { path, once })
}

/**
 * Starts the previous version again. Returns a sentence that says where the files of the new version are, or an empty
 * text.
 */
async function goBack(host: Host, config: Config, copy: string | null, at: number): Promise<string> {
  host.say('the new version does not work: going back')
  await host.run(['systemctl', 'stop', 'chairside'])
  const migrations = [places.program, places.programBefore].map((program) =>
    contentOf(on(host, `${program}/db/migrations`)),
  )
  rmSync(on(host, places.programFailed), { recursive: true, force: true })
  move(host, places.program, places.programFailed)
  move(host, places.programBefore, places.program)
  // With the same migrations, the previous version goes on with the present database. So no write of the new version
  // is lost.
  if (migrations[0] === migrations[1] || copy === null) {
    await start(host, config, '/livez')
    return ''
  }
  const failed = `${places.database}.failed-${stamp(at)}`
  const { uid, gid } = statSync(on(host, places.database))
  for (const suffix of ['', '-wal', '-shm'])
    if (isThere(host, places.database + suffix)) move(host, places.database + suffix, failed + suffix)
  // The heads of the audit trail are newer than the copy. With this file, the next start notes that the database went
  // back.
  const [heads, aside] = [headsFile(places.database), headsOfBefore(places.database)]
  if (isThere(host, heads)) move(host, heads, aside)
  copyFileSync(on(host, copy), on(host, places.database))
  chownSync(on(host, places.database), uid, gid)
  // The object store holds the database of the new version. DISK_WINS says that the copy on the disk counts instead.
  await start(host, config, '/livez', config.replica ? { DISK_WINS: 'yes' } : {})
  return ` It has the database from before the upgrade. What the new version wrote is in ${failed}.`
}

const move = (host: Host, from: string, to: string): void => renameSync(on(host, from), on(host, to))

/** Deletes older copies of the database. One previous program is kept, and the one copy that belongs to it. */
function deleteOtherCopies(host: Host, copy: string | null): void {
  const copies = readdirSync(on(host, places.data)).filter((name) => name.startsWith(basename(copyPrefix)))
  for (const name of copies)
    if (copy === null || name !== basename(copy)) rmSync(on(host, `${places.data}/${name}`))
}
