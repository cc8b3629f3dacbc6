import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, printed, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'
import { keptOpen } from './sigterm.ts'

/**
 * The proxies of the guide that let requests wait. `frame` adds the lines that an operator writes around the text of
 * `chairside proxy`.
 */
const proxies = {
  caddy: {
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'],
    frame: (text: string) => `{\n\tadmin off\n}\n${text}`,
  },
  haproxy: { command: ['haproxy', '-db', '-f'], frame: (text: string) => text },
} as const

export type Proxy = keyof typeof proxies

const found = (program: string) => Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin` })

/** Whether this machine has the program of the proxy. */
export const hasProxy = (proxy: Proxy): boolean => found(proxy) !== null

/**
 * Restarts the service under load, as systemd does: the next process starts when the previous one has ended. The
 * callers use a proxy, or none when `proxy` is null. Returns how many requests failed. @throws when an acknowledged
 * write is missing.
 */
export async function upgradesDrill({
  proxy,
  rounds,
  clients = 32,
  megabytes = 0,
}: {
  proxy: Proxy | null
  rounds: number
  clients?: number
  megabytes?: number
}) {
  const path = newDatabasePath()
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  const port = await freePort()
  const publicPort = proxy === null ? port : await freePort()
  const settings = {
    DATABASE_PATH: path,
    LOG_LEVEL: 'info',
    PORT: port,
    PUBLIC_URL: `http://localhost:${publicPort}`,
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  }
  let server = await startServer(settings)
  await using _ = proxy && (await started(proxy, settings))
  const url = proxy === null ? `http://localhost:${port}` : settings.PUBLIC_URL
  const ledger = new Ledger()
  const tally = newTally()
  let over = false
  const client = () => keptOpen(url, practice.token, () => false)
  const load = mixedLoad({ practice, client, clients, ledger, tally, isOver: () => over })
  const downMs: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      await ledger.grownBy(60)
      await Bun.sleep(Math.random() * 500)
      const code = await server.stop()
      if (code !== 0) throw new Error(`it ended with ${code}`)
      const endedAt = performance.now()
      server = await startServer(settings)
      downMs.push(performance.now() - endedAt)
    }
    await ledger.grownBy(60)
    over = true
    await load
    await server.stop()
  } finally {
    over = true
    await server.killAll()
  }
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const refused = Object.entries(tally.statuses).flatMap(([status, count]) =>
    Number(status) >= 500 ? [count] : [],
  )
  return {
    proxy,
    restarts: rounds,
    megabytes,
    requests: tally.requests,
    failed: sum(refused) + sum(Object.values(tally.unanswered)),
    statuses: tally.statuses,
    unanswered: tally.unanswered,
    acknowledged: ledger.acknowledged,
    missing: 0,
    medianDownMs: Math.round(downMs.sort((a, b) => a - b)[Math.floor(downMs.length / 2)]!),
  }
}

/** Starts a proxy with the configuration that `chairside proxy` prints. */
async function started(proxy: Proxy, settings: Record<string, string>): Promise<AsyncDisposable> {
  const { command, frame } = proxies[proxy]
  const { text } = await printed(settings, 'proxy', '--for', proxy)
  const file = join(scratch, `upgrades-${proxy}.conf`)
  await Bun.write(file, `${frame(text)}\n`)
  const [program, ...words] = command
  const running = Bun.spawn([found(program)!, ...words, file], {
    env: { ...process.env, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const answers = () =>
    fetch(`${settings.PUBLIC_URL}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(`an answer through ${proxy}`, answers)
  return {
    async [Symbol.asyncDispose]() {
      running.kill('SIGKILL')
      await running.exited
    },
  }
}
