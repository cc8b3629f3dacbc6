import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore } from '../support/replica.ts'
import { run, type Server, startReplicated, startUnder } from '../support/server.ts'
import { type Ledger, recordsIn } from './ledger.ts'
import { pacedLoad, requireUnnoticed } from './mixed-load.ts'
import { requireAllStored, type StreamedSettings, streamedPractice } from './streamed.ts'

/** Whether this user may run a process with its own disk and its own boot id. */
export const mayClone = (): boolean => Bun.spawnSync(['unshare', '--mount', 'true']).success

/**
 * The command that runs a program as on a clone of this machine, with the same name and another boot id. There, the
 * folder of the database is a copy of the present disk.
 */
function onClone(folder: string): string[] {
  const [disk, boot] = [`${folder}.cloned`, `${folder}.boot`]
  rmSync(disk, { recursive: true, force: true })
  cpSync(folder, disk, { recursive: true })
  // On a real clone, no process has the numbers in these files.
  for (const name of ['litestream', 'holder']) rmSync(`${disk}/clinic.db.${name}`, { force: true })
  writeFileSync(boot, `${crypto.randomUUID()}\n`)
  const script = `mount --bind "$1" /proc/sys/kernel/random/boot_id && mount --bind "$2" "$3" && shift 3 && exec "$@"`
  return ['unshare', '--mount', 'sh', '-c', script, 'clone', boot, disk, folder]
}

/** The settings of a machine with a clock that is four minutes ahead. */
function ahead(settings: StreamedSettings): StreamedSettings {
  const clock = `${settings.DATABASE_PATH}.clock.ts`
  writeFileSync(clock, 'const now = Date.now\nDate.now = () => now() + 240_000\n')
  return { ...settings, BUN_OPTIONS: `--preload=${clock}` }
}

/**
 * While a server works, its machine is cloned. A third machine starts with an empty disk and a clock four minutes
 * ahead. Both starts must be refused. At the end the server is killed, and its clone takes over.
 * @throws when a refused machine serves, when a caller's request fails, or when an acknowledged write is missing on the
 * disk or in the store.
 */
export async function clonedMachineDrill(
  openStore: () => Promise<ObjectStore>,
  { takeOver }: { takeOver: boolean },
) {
  await using store = await openStore()
  const { settings, path, practice, ledger, tally } = await streamedPractice(store)
  const folder = dirname(path)
  const other: StreamedSettings = { ...settings, DATABASE_PATH: store.newReplica().DATABASE_PATH! }
  mkdirSync(dirname(other.DATABASE_PATH), { recursive: true })
  await using server = await startReplicated(settings)
  const work = () => pacedLoad(server, 50, { practice, clients: 2, ledger, tally })
  const before = work()
  await ledger.grownBy(30)
  await before()
  // The clone must have every change that the store has. Otherwise its start would be refused for another reason.
  await untilAllStored(settings, ledger)
  await Bun.sleep(5_000)
  const starts = Promise.all([refused(settings, onClone(folder)), refused(ahead(other))])
  // In this time, a machine that does not wait would take over the backup.
  await Bun.sleep(5_000)
  const end = work()
  const refusals = await starts
  await ledger.grownBy(30)
  await end()
  requireUnnoticed(tally)
  await untilAllStored(settings, ledger)
  const waitedMs = takeOver ? await takenOver(server, settings) : null
  if (!takeOver) await server.stop()
  await requireAllStored(settings, ledger)
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  return { refusals, acknowledged: ledger.acknowledged, requests: tally.requests, waitedMs }
}

/**
 * Waits until the store has all acknowledged changes. Litestream sends new changes each second, so the last changes
 * arrive a little later. @throws when they do not arrive.
 */
async function untilAllStored(settings: StreamedSettings, ledger: Ledger): Promise<void> {
  for (let tries = 20; tries > 1; tries--)
    try {
      return await requireAllStored(settings, ledger)
    } catch {
      await Bun.sleep(500)
    }
  await requireAllStored(settings, ledger)
}

/** Kills the server, of which the clone gets no notice. Returns the milliseconds until the clone serves. */
async function takenOver(server: Server, settings: StreamedSettings): Promise<number> {
  const clone = onClone(dirname(settings.DATABASE_PATH))
  await server.killAll()
  const killedAt = performance.now()
  await using next = await startUnder(clone, settings)
  const waitedMs = Math.round(performance.now() - killedAt)
  await next.printed(/waiting 90 seconds for its next sign of life/)
  await next.stop()
  return waitedMs
}

/** Starts a machine that must not serve. Returns the line of its output with the reason. */
async function refused(settings: StreamedSettings, under: string[] = []): Promise<string> {
  const { code, stderr } = await run(['src/main.ts'], { ...settings, PORT: '0' }, under)
  const line = stderr.split('\n').find((text) => text.startsWith('chairside does not start: '))
  if (code !== 1 || line === undefined) throw new Error(`the start was not refused: ${code} ${stderr}`)
  return line
}
