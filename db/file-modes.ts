import { constants, Database } from 'bun:sqlite'
import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The bits of a file's mode that let its group and all others read, write or enter it. */
const othersBits = 0o077

interface Place {
  readonly path: string
  readonly stat: Stats
}

/**
 * Denies other users of this machine access to the database at `path` and its files. These files are the log, copies
 * from upgrades, restored and rescued files, and Litestream's own files. A folder that contains nothing else is closed
 * as well. Returns the paths that were open to others and are closed now.
 * @throws when the file is no database, and when a path stays open because it belongs to another user. In the second
 * case, the message contains the command to type.
 */
export function closeToOthers(path: string): string[] {
  // Windows has no such file modes.
  if (process.platform === 'win32') return []
  const isThere = existsSync(path)
  if (isThere) requireDatabase(path)
  const file = isThere ? realpathSync(path) : resolve(path)
  const open = placesOf(file).filter(isOpen)
  for (const place of open) close(place, placeAt(file)?.stat.uid)
  const left = open.map((place) => place.path).filter((place) => isOpen(placeAt(place)))
  if (left.length > 0) throw new Error(refusal(left))
  return open.map((place) => place.path)
}

/**
 * The files of the database at `path` that other users can read, and the files that belong to another user than
 * `owner`. By default, `owner` is the user who owns the database.
 */
export function wrongAccess(
  path: string,
  owner = statSync(path).uid,
): { readonly open: string[]; readonly foreign: string[] } {
  const places = placesOf(realpathSync(path))
  const paths = (found: readonly Place[]) => found.map((place) => place.path)
  return {
    open: paths(places.filter(isOpen)),
    foreign: paths(places.filter(({ stat }) => stat.uid !== owner)),
  }
}

/**
 * Requires a database at the path, so that a mistyped path closes no other file. SQLite itself reads the file, and
 * takes no lock on it (`immutable`). If this code opened and closed the file, the process would lose the locks of its
 * other connections (https://sqlite.org/howtocorrupt.html §2.2).
 */
function requireDatabase(path: string): void {
  const readOnly = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI
  const db = new Database(`${Bun.pathToFileURL(path)}?immutable=1`, readOnly)
  try {
    db.query('PRAGMA schema_version').get()
  } catch (error) {
    // A file that SQLite calls damaged is still a database. A process that was killed while it merged the log leaves
    // pages that are only in the log.
    if ((error as { code?: string }).code !== 'SQLITE_CORRUPT') throw error
  } finally {
    db.close()
  }
}

/**
 * The files of the database. Its folder is added when both belong to this user and the folder contains nothing else.
 */
function placesOf(file: string): Place[] {
  const folder = dirname(file)
  const names = readdirSync(folder)
  const own = names.filter((name) => belongsTo(name, basename(file)))
  const files = own.map((name) => placeAt(join(folder, name))).filter((place) => place !== undefined)
  const around = placeAt(folder)!
  const owner = placeAt(file)?.stat.uid ?? around.stat.uid
  const belongsToUs = around.stat.uid === process.geteuid!() && around.stat.uid === owner
  const isOurs = own.length > 0 && own.length === names.length && belongsToUs
  return isOurs ? [...files, around] : files
}

/** Whether a file belongs to the database, such as `clinic.db-wal`, `clinic.db.before-0003` and `.clinic.db-litestream`. */
const belongsTo = (name: string, database: string): boolean =>
  name === database ||
  [`${database}-`, `${database}.`, `.${database}-`].some((start) => name.startsWith(start))

/** Undefined when the path is neither a file nor a folder. A link is left out, because it leads elsewhere. */
function placeAt(path: string): Place | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat && (stat.isFile() || stat.isDirectory()) ? { path, stat } : undefined
}

const isOpen = (place: Place | undefined): boolean =>
  place !== undefined && (place.stat.mode & othersBits) !== 0

/** Closes a path, unless it belongs to another user. Root also closes paths of the owner of the database. */
function close({ path, stat }: Place, databaseOwner: number | undefined): void {
  const us = process.geteuid!()
  if (stat.uid !== us && !(us === 0 && stat.uid === databaseOwner)) return
  try {
    chmodSync(path, stat.mode & 0o700)
  } catch (error) {
    // Another process may delete its log at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function refusal(left: readonly string[]): string {
  const names = left.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')
  return `other users of this machine can read its files, and this user may not close them. Type: sudo chmod go= -- ${names}. If the service runs as this user, also type: sudo chown ${process.geteuid!()} -- ${names}`
}
