import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { type Host, InstallError, isThere, must, on } from './host.ts'
import { places } from './places.ts'

/** The folder with the source of the program that runs now. */
export const ownSource = join(import.meta.dir, '../..')

/** The parts of the source that the server needs. Packages and Bun are added to these parts. */
const needed = [
  'package.json',
  'bun.lock',
  'bunfig.toml',
  'litestream.yml',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'db',
  'src',
]

/** Installs the program if it is missing or incomplete. Returns whether anything changed. @throws InstallError. */
export async function putProgram(host: Host, source: string): Promise<boolean> {
  if (!isThere(host, places.program)) {
    await prepare(host, source, places.program)
    host.say(`put the program into ${places.program}`)
    return true
  }
  const isItself = realpathSync(source) === realpathSync(on(host, places.program))
  if (!isItself && !isSame(source, on(host, places.program)))
    throw new InstallError(
      `${places.program} holds another version. To change to this one, type: npx -y bun@${packageJson.engines.bun} run upgrade-service`,
    )
  if (isThere(host, `${places.program}/bun`)) return false
  await complete(host, places.program)
  return true
}

/** Makes a folder with the program and all that it needs. The folder gets its name only when it is complete. */
export async function prepare(host: Host, source: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`
  rmSync(on(host, unfinished), { recursive: true, force: true })
  mkdirSync(on(host, unfinished), { recursive: true, mode: 0o755 })
  for (const name of needed)
    cpSync(join(source, name), on(host, `${unfinished}/${name}`), { recursive: true })
  await complete(host, unfinished)
  renameSync(on(host, unfinished), on(host, to))
}

/** Adds the packages and Bun itself to the folder. Only root may change the program, and everybody may read it. */
async function complete(host: Host, folder: string): Promise<void> {
  if (Bun.version !== packageJson.engines.bun)
    throw new InstallError(`this is Bun ${Bun.version}: start it with npx -y bun@${packageJson.engines.bun}`)
  const bun = realpathSync(process.execPath)
  host.say('installing packages')
  const there = on(host, folder)
  await must(host, [bun, 'install', '--frozen-lockfile', '--production', '--no-progress'], there)
  cpSync(bun, join(there, 'bun'))
  await must(host, ['chown', '-R', 'root:root', there])
  await must(host, ['chmod', '-R', 'u=rwX,go=rX', there])
}

/** Whether two folders hold the same source. */
export const isSame = (one: string, other: string): boolean =>
  needed.every((name) => contentOf(join(one, name)) === contentOf(join(other, name)))

/** A hash of the whole content of a file or a folder. Empty when the path does not exist. */
export function contentOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return ''
  const hash = new Bun.CryptoHasher('sha256')
  if (!stat.isDirectory()) return hash.update(readFileSync(path)).digest('hex')
  for (const name of readdirSync(path).sort()) hash.update(`${name} ${contentOf(join(path, name))}\n`)
  return hash.digest('hex')
}
