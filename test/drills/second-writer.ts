import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed, run, type Server, startReplicated } from '../support/server.ts'
import { type DrillPractice, drillPractice } from './practice.ts'

/** One accident, and the message that the operator saw. */
export interface Accident {
  readonly name: string
  /** The line with which the start of the second writer was refused, or the first writer ended. */
  readonly refusal: string
}

type Machine = Settings

/** A machine with its own disk. It streams to the same place as `other`. */
const machineBeside = (store: ObjectStore, other: Machine): Machine => ({
  ...other,
  DATABASE_PATH: store.newReplica().DATABASE_PATH!,
})

/** Writes some tags. Returns the names of the tags, all acknowledged. */
async function write(server: Pick<Server, 'as'>, { token }: DrillPractice, prefix: string) {
  const names: string[] = []
  for (let n = 0; n < 50; n++) {
    const name = `${prefix} ${n}`
    const { status } = await server.as(token)('POST', '/api/v1/tags', { name })
    if (status !== 201) throw new Error(`a tag was answered ${status}`)
    names.push(name)
  }
  return names
}

async function requireAll(server: Pick<Server, 'as'>, { token }: DrillPractice, names: string[]) {
  const { data } = await server.as(token)('GET', '/api/v1/tags')
  const there = new Set(data.tags.map((tag: { name: string }) => tag.name))
  const missing = names.filter((name) => !there.has(name))
  if (missing.length > 0) throw new Error(`${missing.length} acknowledged writes are missing: ${missing[0]}`)
}

/** Starts a machine that must not serve. Returns the line of its output with the reason. */
async function refused(machine: Machine): Promise<string> {
  const { code, stderr } = await run(['src/main.ts'], { ...machine, PORT: '0' })
  const line = stderr.split('\n').find((text) => text.startsWith('chairside does not start: '))
  if (code !== 1 || line === undefined) throw new Error(`the start was not refused: ${code} ${stderr}`)
  return line.replace('chairside does not start: ', '')
}

async function firstMachine(store: ObjectStore): Promise<{ first: Machine; practice: DrillPractice }> {
  const first: Machine = { ...store.newReplica(), LOG_LEVEL: 'info' }
  mkdirSync(dirname(first.DATABASE_PATH!), { recursive: true })
  return { first, practice: await drillPractice({ DATABASE_PATH: first.DATABASE_PATH! }) }
}

/** @throws when the newest backup is not whole. */
const requireWholeBackup = (machine: Machine) => printed(machine, 'backup', 'verify')

const keptAside = ({ DATABASE_PATH }: Machine, mark: string): boolean =>
  readdirSync(dirname(DATABASE_PATH!)).some((name) => name.includes(mark))

/** An old machine starts again with its old volume, after another machine has served. */
async function oldVolume(store: ObjectStore): Promise<Accident> {
  const { first, practice } = await firstMachine(store)
  const second = machineBeside(store, first)
  const kept: string[] = []
  {
    await using server = await startReplicated(first)
    kept.push(...(await write(server, practice, 'first')))
    await server.stop()
  }
  {
    await using server = await startReplicated(second)
    kept.push(...(await write(server, practice, 'second')))
    await server.stop()
  }
  const refusal = await refused(first)
  await using server = await startReplicated({ ...first, STORE_WINS: 'yes' })
  await requireAll(server, practice, kept)
  if (!keptAside(first, '.lost-')) throw new Error('the files on the disk were not kept')
  await requireWholeBackup(first)
  await server.stop()
  return { name: 'an old volume comes back', refusal }
}

/**
 * An old machine died while the store was away, and starts again later. Litestream's transaction numbers on its disk
 * are higher than in the store.
 */
async function aheadOfTheStore(store: ObjectStore): Promise<Accident> {
  const { first, practice } = await firstMachine(store)
  const second = machineBeside(store, first)
  const streamed: string[] = []
  const alone: string[] = []
  {
    await using server = await startReplicated(first)
    streamed.push(...(await write(server, practice, 'streamed')))
    await Bun.sleep(3_000)
    store.cut()
    alone.push(...(await write(server, practice, 'alone')))
    await Bun.sleep(3_000)
    await server.killAll()
    store.mend()
  }
  const afterwards: string[] = []
  {
    await using server = await startReplicated(second)
    await requireAll(server, practice, streamed)
    afterwards.push(...(await write(server, practice, 'afterwards')))
    await server.stop()
  }
  const endedAt = Date.now()
  const refusal = await refused(first)
  await using server = await startReplicated({ ...first, DISK_WINS: 'yes' })
  await requireAll(server, practice, [...streamed, ...alone])
  if (!keptAside(first, '.store-')) throw new Error('what the store held was not kept')
  await write(server, practice, 'later')
  await requireWholeBackup(first)
  // The moment of the other machine's clean stop can still be restored.
  const to = `${first.DATABASE_PATH}.of-the-second`
  await printed(first, 'restore', '--to', to, '--at', new Date(endedAt).toISOString())
  await server.stop()
  return { name: 'an old volume comes back, ahead of the store', refusal }
}

/** Two machines start at the same time: one with an empty disk, and one with a copy of the volume. */
async function twoAtOnce(store: ObjectStore): Promise<Accident> {
  const { first, practice } = await firstMachine(store)
  await using server = await startReplicated(first)
  const kept = await write(server, practice, 'first')
  await Bun.sleep(2_000)
  const clone = machineBeside(store, first)
  cpSync(dirname(first.DATABASE_PATH!), dirname(clone.DATABASE_PATH!), { recursive: true })
  const [refusal] = await Promise.all([refused(machineBeside(store, first)), refused(clone)])
  kept.push(...(await write(server, practice, 'still first')))
  await requireAll(server, practice, kept)
  await requireWholeBackup(first)
  await server.stop()
  return { name: 'two machines at once', refusal }
}

/** Two servers start on one disk. */
async function twoOnOneDisk(store: ObjectStore): Promise<Accident> {
  const { first, practice } = await firstMachine(store)
  await using server = await startReplicated(first)
  const refusal = await refused(first)
  await requireAll(server, practice, await write(server, practice, 'first'))
  await requireWholeBackup(first)
  await server.stop()
  return { name: 'two servers on one disk', refusal }
}

/** A clinic's disk, with settings that name the path of another clinic in the store. */
async function anotherClinic(store: ObjectStore): Promise<Accident> {
  const one = await firstMachine(store)
  const other = await firstMachine(store)
  const kept: string[] = []
  for (const { first, practice } of [one, other]) {
    await using server = await startReplicated(first)
    kept.push(...(await write(server, practice, 'own')))
    await server.stop()
  }
  const refusal = await refused({ ...one.first, REPLICA_URL: other.first.REPLICA_URL! })
  for (const { first, practice } of [one, other]) {
    await using server = await startReplicated(first)
    await requireAll(server, practice, kept)
    await requireWholeBackup(first)
    await server.stop()
  }
  return { name: "a disk on another clinic's path", refusal }
}

/** An empty disk whose settings name another clinic's path: while that clinic runs, and after it has stopped. */
async function emptyDisk(store: ObjectStore): Promise<Accident> {
  const { first, practice } = await firstMachine(store)
  const one: Machine = { ...first, PUBLIC_URL: 'https://one.example', CLIENT_ADDRESS_HEADER: 'none' }
  const other: Machine = {
    ...machineBeside(store, one),
    PUBLIC_URL: 'https://other.example',
    FIRST_BOOT: 'yes',
  }
  const kept: string[] = []
  {
    await using server = await startReplicated(one)
    kept.push(...(await write(server, practice, 'one')))
    await refused(other)
    kept.push(...(await write(server, practice, 'still one')))
    await server.stop()
  }
  const refusal = await refused(other)
  if (existsSync(other.DATABASE_PATH!)) throw new Error("another clinic's data is on the disk")
  // A new machine of the same clinic restores its database without a command of the operator.
  const replacement = machineBeside(store, one)
  await using server = await startReplicated(replacement)
  await requireAll(server, practice, kept)
  await requireWholeBackup(replacement)
  await server.stop()
  return { name: "an empty disk on another clinic's path", refusal }
}

const quick = { oldVolume, twoOnOneDisk, anotherClinic, emptyDisk }
/**
 * Plays the accidents in which two machines stream to one place in the store. Throws when an acknowledged write is lost
 * without a message to the operator, or when a backup cannot be restored.
 */
export async function secondWriterDrill(
  openStore: () => Promise<ObjectStore>,
  { full }: { full: boolean },
): Promise<Accident[]> {
  await using store = await openStore()
  const accidents = await Promise.all(Object.values(quick).map((accident) => accident(store)))
  if (full) {
    accidents.push(await aheadOfTheStore(store))
    accidents.push(await twoAtOnce(store))
  }
  return accidents
}
