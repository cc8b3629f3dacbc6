import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { wrongAccess } from '../../db/file-modes.ts'
import { lockHolder } from '../../db/lock.ts'
import { inMegabytes, isEnough, isLow, roomBeside } from '../store/engine/room.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

const megabytes = (bytes: number) => `${inMegabytes(bytes)} MB`

/** Whether the disk of the database has room: for writes, and for the verification of the backup at night. */
export function diskSpace({ config }: CheckContext): Finding {
  const path = config.databasePath
  if (!existsSync(path)) return red('disk', `there is no database at ${path}`, 'Check DATABASE_PATH')
  const room = roomBeside(path)
  const { free, needed, neededToVerify } = room
  const words = `${megabytes(free)} are free beside the database`
  if (!isEnough(room))
    return red(
      'disk',
      `${words}, and writes need ${megabytes(needed)}`,
      'Free some space, or make the disk larger',
    )
  return isLow(room)
    ? warn(
        'disk',
        `${words}. Writes need ${megabytes(needed)}, and an upgrade or a verification ${megabytes(neededToVerify)}`,
        'Free some space, or make the disk larger',
      )
    : ok('disk', words)
}

/** The files that may hold settings. */
const settingsFiles = ['/etc/chairside.env', '.env']

/** Whether nobody else on this machine can read the database and the settings. */
export function permissions({ config }: CheckContext, settings = settingsFiles): Finding {
  const user = userOfService(config.databasePath)
  const database = existsSync(config.databasePath)
    ? wrongAccess(config.databasePath, user)
    : { open: [], foreign: [] }
  const open = [...database.open, ...settings.filter((path) => isOpen(path))]
  if (open.length > 0)
    return red(
      'permissions',
      `others on this machine can read ${open.join(', ')}`,
      `Type: chmod go= -- ${open.map(quoted).join(' ')}`,
    )
  if (database.foreign.length > 0)
    return red(
      'permissions',
      `${database.foreign.join(', ')}: this belongs to another user than the service, so the server cannot write it`,
      user === undefined
        ? 'Give all files of the database to the user that runs the service'
        : `Type: chown ${user} -- ${database.foreign.map(quoted).join(' ')}`,
    )
  return ok('permissions', 'only the user of the service can read the database and the settings')
}

/**
 * The id of the user that must own the files of the database. The command line runs as this user, unless somebody runs
 * it as root. For root, the user of the running server is returned. Without a server, the owner of the database's
 * folder is returned, if only the owner may write there. Otherwise the result is undefined.
 */
function userOfService(databasePath: string): number | undefined {
  const us = process.geteuid?.()
  if (us !== 0) return us
  const holder = lockHolder(databasePath)
  const place = statSync(holder === null ? dirname(databasePath) : `/proc/${holder}`, {
    throwIfNoEntry: false,
  })
  return place === undefined || (place.mode & 0o022) !== 0 ? undefined : place.uid
}

const isOpen = (path: string) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`
