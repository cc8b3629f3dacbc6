import { hostTrouble } from '../domain/site.ts'
import { type HostRecord, isCellName, shardOf } from './placement.ts'

/** The part of the directory in one object. */
export interface Shard {
  /** The number of writes so far. Older content is recognised by its lower number. */
  readonly version: number
  readonly records: ReadonlyMap<string, HostRecord>
}

export const emptyShard: Shard = { version: 0, records: new Map() }

/** The largest object of a shard, in bytes. With 100,000 hosts, each object has about 70,000 bytes. */
export const mostShardBytes = 1 << 20

/**
 * The error that the content of an object in the directory cannot be used. The message says why. It may contain hosts
 * and ids of practices, but no data of patients.
 */
export class Unusable extends Error {}

/** The object of a shard, as text. Equal shards have equal texts. */
export function shardText({ version, records }: Shard): string {
  const hosts = [...records.values()].sort((a, b) => (a.host < b.host ? -1 : 1))
  return `${JSON.stringify({ version, hosts })}\n`
}

/** Reads the object of a shard. @throws Unusable for everything that this program does not write. */
export function readShard(name: string, text: string): Shard {
  if (text.length > mostShardBytes) throw new Unusable(`it is larger than ${mostShardBytes} bytes`)
  const { version, hosts, ...rest } = parsed(text)
  if (!isCount(version) || !Array.isArray(hosts) || Object.keys(rest).length > 0)
    throw new Unusable('it is not of the form {"version", "hosts"}')
  const records = new Map<string, HostRecord>()
  for (const record of hosts) {
    if (!isRecord(record)) throw new Unusable(`the entry ${records.size + 1} is no entry of ours`)
    if (shardOf(record.host) !== name) throw new Unusable(`the host ${record.host} belongs to another object`)
    if (records.has(record.host)) throw new Unusable(`it names the host ${record.host} twice`)
    records.set(record.host, record)
  }
  return { version, records }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The fault is reported below.
  }
  throw new Unusable('it is cut, or it is not JSON')
}

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  host: (value) => typeof value === 'string' && hostTrouble(value) === undefined,
  home: (value) => typeof value === 'string' && hostTrouble(value) === undefined,
  practiceId: (value) => isText(value, /^[\w-]{1,64}$/),
  cell: (value) => typeof value === 'string' && isCellName(value),
  to: (value) => typeof value === 'string' && isCellName(value),
  state: (value) => value === 'active' || value === 'moving' || value === 'gone',
  generation: (value) => isCount(value) && value > 0,
  move: (value) => isText(value, /^[\da-f-]{36}$/),
}
const placed = ['cell', 'generation', 'host', 'practiceId', 'state'].join()
const moved = ['cell', 'generation', 'host', 'move', 'practiceId', 'state', 'to'].join()
const further = ['home', 'host', 'practiceId'].join()

function isRecord(value: unknown): value is HostRecord {
  if (typeof value !== 'object' || value === null) return false
  const names = Object.keys(value)
  const form = names.toSorted().join()
  const isMoving = 'state' in value && value.state === 'moving'
  if (form !== further && form !== (isMoving ? moved : placed)) return false
  return names.every((name) => fields[name]!(value[name as keyof typeof value]))
}

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
