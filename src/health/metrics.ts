import { statSync } from 'node:fs'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Seen } from '../http/observe.ts'
import type { Installation } from '../store/installation.ts'
import { roomBeside } from '../store/room.ts'
import type { Watch } from '../store/writer.ts'
import type { Beats } from './beats.ts'
import type { BackupState } from './readiness.ts'

export interface Metrics {
  readonly observe: (seen: Seen) => void
  /** Counts a request that was refused, by its kind: the error code. */
  readonly refused: (kind: string) => void
  readonly watch: Watch
  readonly contentType: string
  /** All metrics in Prometheus' text format. */
  readonly text: () => Promise<string>
}

interface Sources {
  readonly databasePath: string
  readonly installation: () => Pick<Installation, 'remindersByState'>
  readonly beats: Beats
  readonly backups: (() => BackupState) | undefined
}

/** Counts requests and commits as they happen. Sizes, ages and states are read when the metrics are read. */
export function createMetrics({ databasePath, installation, beats, backups }: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'chairside_request_duration_seconds',
    help: 'How long requests took to be answered, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const commits = new Histogram({
    name: 'chairside_commit_writes',
    help: 'How many writes shared one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const failures = new Counter({
    name: 'chairside_commit_failures_total',
    help: 'Transactions that did not reach the disk, for example because it was full or locked.',
    registers,
  })
  const refusals = new Counter({
    name: 'chairside_refusals_total',
    help: 'Requests that were refused for who asked or for how much they asked, by error code.',
    labelNames: ['kind'],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    new Gauge({
      name: `chairside_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        collect(this)
      },
    })
  gauge('reminders', 'Reminders by state.', ['state'], (each) => {
    for (const { state, count } of installation().remindersByState()) each.set({ state }, count)
  })
  gauge('loop_age_seconds', 'How long ago each loop last showed a sign of life.', ['loop'], (each) => {
    for (const { loop, seconds } of beats.ages()) each.set({ loop }, seconds)
  })
  gauge('database_bytes', 'The size of the database file.', [], (one) => one.set(sizeOf(databasePath)))
  gauge('wal_bytes', 'The size of the write-ahead log.', [], (one) => one.set(sizeOf(`${databasePath}-wal`)))
  gauge('disk_free_bytes', 'How much room the disk of the database has.', [], (one) =>
    one.set(roomBeside(databasePath).free),
  )
  gauge(
    'disk_needed_bytes',
    'Where the database is streamed, writes are refused while less room is free.',
    [],
    (one) => one.set(roomBeside(databasePath).needed),
  )
  gauge('memory_bytes', 'Resident memory of the process.', [], (one) => one.set(process.memoryUsage.rss()))
  if (backups !== undefined) {
    gauge('replica_lag_seconds', 'How far the object store was behind the newest write.', [], (one) =>
      setKnown(one, backups().lagMs),
    )
    gauge(
      'replica_newest_timestamp_seconds',
      'When the newest data in the object store was written.',
      [],
      (one) => setKnown(one, backups().storedAt),
    )
    gauge(
      'backup_verified_timestamp_seconds',
      'When a backup was last restored and found to be whole.',
      [],
      (one) => setKnown(one, backups().verifiedAt),
    )
    gauge(
      'backup_failing',
      '1 when the last verification of a backup found a problem, otherwise 0.',
      [],
      (one) => one.set(backups().problem === null ? 0 : 1),
    )
  }
  return {
    observe: ({ route, status, ms }) => requests.observe({ route, status }, ms / 1000),
    refused: (kind) => refusals.inc({ kind }),
    watch({ writes, error }) {
      if (error === undefined) commits.observe(writes)
      else failures.inc()
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** An unknown time is NaN, because 0 would mean "no lag". */
const setKnown = (gauge: Gauge, milliseconds: number | null): void =>
  gauge.set(milliseconds === null ? Number.NaN : milliseconds / 1000)

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
