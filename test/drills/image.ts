/**
 * Tests the image without a container engine. A fresh Debian from debootstrap is filled by the lines of the Dockerfile.
 * The entrypoint runs as process 1 of a new namespace, as the user of the image.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { litestream } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'

const port = '13999'

/** Returns what was tried, or why the drill cannot run here. Throws when a step has another result than expected. */
export async function imageDrill(): Promise<Record<string, unknown>> {
  if (process.getuid!() !== 0 || Bun.which('debootstrap') === null || Bun.which('unshare') === null)
    return { skipped: 'it needs root, and the Debian packages debootstrap and util-linux' }
  const root = mkdtempSync(join(scratch, 'image-'))
  const began = performance.now()
  const image = await buildImage(root)
  // Every container has `/proc`, and Bun needs it.
  command(['mount', '-t', 'proc', 'proc', join(root, 'proc')])
  using _ = { [Symbol.dispose]: () => void command(['umount', '-l', join(root, 'proc')]) }
  const buildSeconds = seconds(began)
  const store = { PORT: port, REPLICA_URL: 'file:///store', LOG_LEVEL: 'info' }
  mkdirSync(join(root, 'store'))
  command(['chown', '1000:1000', join(root, 'store')])

  const refusal = image.refusal(store)
  require(refusal.includes('FIRST_BOOT'), `an empty disk was met with: ${refusal}`)

  const first = await image.boot({ ...store, FIRST_BOOT: 'yes' })
  await image.healthy(store)
  require(first.uid() === 1000, 'it does not run as the image says')
  const { token } = JSON.parse(image.inside(['bun', 'src/cli.ts', 'demo', '--json'], store))
  const verified = JSON.parse(image.inside(['bun', 'src/cli.ts', 'backup', 'verify', '--json'], store))
  require((await fetch(`http://127.0.0.1:${port}/sign-in`)).ok, 'the sign-in page is not there')
  require((await me(token)) === 200, 'the demo practice does not answer')
  require((await first.stop()) === 0, 'it did not stop in order')

  rmSync(join(root, 'data/chairside.db'))
  const second = await image.boot(store)
  await image.healthy(store)
  require((await me(token)) === 200, 'what was restored is not the practice')
  const stopping = performance.now()
  require((await second.stop()) === 0, 'it did not stop in order')
  return { buildSeconds, rows: verified.rows, stopSeconds: seconds(stopping), restored: true }
}

const me = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers })).status
}

async function buildImage(root: string) {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')) + 1)
  const argumentsOf = (word: string) =>
    last.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const list = (word: string): string[] => JSON.parse(/\[.*\]$/.exec(argumentsOf(word)[0]!)![0])

  command(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root])
  // Other users must be able to enter the folder, which mkdtemp does not allow.
  chmodSync(root, 0o755)
  mkdirSync(join(root, 'app'), { recursive: true })
  cpSync(process.execPath, join(root, 'usr/local/bin/bun'))
  cpSync(litestream.LITESTREAM_BIN, join(root, 'usr/local/bin/litestream'))
  // The next lines do the same as the stage "packages" of the Dockerfile.
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml']) cpSync(name, join(root, 'app', name))
  command([process.execPath, 'install', '--frozen-lockfile', '--production'], join(root, 'app'))
  for (const copy of argumentsOf('COPY').filter((copy) => !copy.startsWith('--from='))) {
    const [to, ...from] = copy.split(' ').reverse()
    for (const name of from)
      cpSync(name, join(root, 'app', from.length > 1 ? name : to!), { recursive: true })
  }
  for (const run of argumentsOf('RUN')) command(['chroot', root, ...JSON.parse(run)])
  const environment = Object.fromEntries(
    argumentsOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  )
  const user = argumentsOf('USER')[0]!
  const within = [Bun.which('chroot')!, `--userspec=${user}`, root, '/usr/bin/env', '-C', '/app']
  const env = (settings: Record<string, string>) => ({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...environment,
    ...settings,
  })

  const inside = (program: string[], settings: Record<string, string>): string =>
    command([...within, ...program], '.', env(settings))
  return {
    inside,
    /** The message of the entrypoint when it refuses to start. */
    refusal: (settings: Record<string, string>): string =>
      Bun.spawnSync([...within, ...list('ENTRYPOINT')], {
        env: env(settings),
        timeout: 30_000,
      }).stderr.toString(),
    boot: (settings: Record<string, string>) => boot(root, [...within, ...list('ENTRYPOINT')], env(settings)),
    /** Runs the image's health check until it succeeds, for a minute at most. */
    async healthy(settings: Record<string, string>): Promise<void> {
      const check = [...within, ...list('HEALTHCHECK')]
      const asked = () => Bun.spawnSync(check, { env: env(settings), stdout: 'ignore', stderr: 'ignore' })
      await until('the service became healthy', () => asked().exitCode === 0)
    },
  }
}

function boot(root: string, program: string[], env: Record<string, string>) {
  const flags = ['--pid', '--mount', '--fork', '--kill-child', `--mount-proc=${join(root, 'proc')}`]
  const child = Bun.spawn([Bun.which('unshare')!, ...flags, ...program], {
    env,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  return {
    exited: child.exited,
    uid: () => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${first()}/status`, 'utf8'))![1]),
    stop() {
      process.kill(Number(first()), 'SIGTERM')
      return child.exited
    },
  }
}

function command(words: string[], cwd = '.', env: Record<string, string | undefined> = process.env): string {
  const { success, stdout, stderr } = Bun.spawnSync(words, { cwd, env })
  if (!success) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`)
  return stdout.toString()
}

function require(held: boolean, otherwise: string): asserts held {
  if (!held) throw new Error(otherwise)
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10
