import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type CellSize, cellLimits } from '../domain/cell-size.ts'
import { type NoticeChannel, noticeChannels } from '../domain/reminders/notice.ts'
import { type ChannelState, type NoticeOutcome, noticeOutcomes } from '../domain/reminders/outcome.ts'
import type { Seen } from '../http/observe.ts'
import { roomBeside, sizeOf } from '../store/engine/room.ts'
import type { Watch } from '../store/engine/writer.ts'
import type { Late } from '../store/notices/due-notices.ts'
import type { BackupState } from './backup-state.ts'
import type { Beats } from './beats.ts'
import type { CellState } from './cell-state.ts'

export interface Metrics {
  readonly observe: (seen: Seen) => void
  /** Counts a request that was refused, by its kind: the error code. */
  readonly refused: (kind: string) => void
  readonly watch: Watch
  /** Counts the outcome of a reminder that was due. */
  readonly reminded: (channel: NoticeChannel, outcome: NoticeOutcome) => void
  /** Adds the numbers that are computed only when the metrics are read. */
  readonly readFrom: (sources: Sources) => void
  readonly contentType: string
  /** All metrics in Prometheus' text format. */
  readonly text: () => Promise<string>
}

interface Sources {
  /** The state of each channel of reminders. */
  readonly channels: () => readonly ChannelState[]
  readonly late: (channel: NoticeChannel) => Late
  /** Undefined when the database is not streamed. */
  readonly backups: (() => BackupState) | undefined
  /** Undefined when this server is the only one. */
  readonly cell?: (() => CellState) | undefined
}

/**
 * Counts requests, commits and reminders as they happen. Sizes, ages and states are read when the metrics are read.
 * The cost of the metrics does not grow with the number of records.
 */
export function createMetrics(databasePath: string, beats: Beats): Metrics {
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
  const reminders = new Counter({
    name: 'chairside_reminders_total',
    help: 'What became of reminders that were due, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  // Every series begins at 0. Otherwise the first event of a kind would not show in a rate.
  for (const channel of noticeChannels)
    for (const outcome of noticeOutcomes) reminders.inc({ channel, outcome }, 0)
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
  const readCell = (state: () => CellState): void => {
    for (const [of, most] of Object.entries(cellLimits))
      gauge(
        `cell_${of}_ratio`,
        `How much of the ${of} that a cell may have are in this one. 1 is full.`,
        [],
        (one) => one.set(state()[of as keyof CellSize] / most),
      )
    gauge('cell_practices', 'How many practices this cell serves.', [], (one) => one.set(state().practices))
    gauge('cell_streams', 'How many streams of changes are open.', [], (one) => one.set(state().streams))
    gauge(
      'cell_elsewhere_practices',
      'Practices in the database that this cell does not serve. `nobody` counts those that the directory gives to no cell, or to this one in another state.',
      ['by'],
      (each) => {
        const { elsewhere } = state()
        const nobody = elsewhere.filter(([, cell]) => cell === null).length
        each.set({ by: 'another cell' }, elsewhere.length - nobody)
        each.set({ by: 'nobody' }, nobody)
      },
    )
    gauge('cell_directory_age_seconds', 'How long ago the directory of the cells was read.', [], (one) =>
      one.set(state().lookedMs / 1000),
    )
    gauge('cell_directory_unusable', 'How many objects of the directory cannot be used.', [], (one) =>
      one.set(state().unusable.length),
    )
  }
  const readFrom = ({ channels, late, backups, cell }: Sources): void => {
    if (cell !== undefined) readCell(cell)
    const byChannel = (name: string, help: string, value: (state: ChannelState) => number) =>
      gauge(name, help, ['channel'], (each) => {
        for (const state of channels()) each.set({ channel: state.channel }, value(state))
      })
    byChannel('reminders_in_delivery', 'Deliveries in progress.', ({ inDelivery }) => inDelivery)
    byChannel(
      'provider_away_seconds',
      'For how long the provider has been away. 0 while it is there.',
      ({ awayMs }) => awayMs / 1000,
    )
    byChannel(
      'reminders_late',
      'Reminders that should have gone out more than a minute ago. Ten thousand stands for every larger number.',
      ({ channel }) => late(channel).count,
    )
    byChannel(
      'reminders_late_seconds',
      'For how long the first of the late reminders has been due. 0 when none is late.',
      ({ channel }) => late(channel).lateMs / 1000,
    )
    if (backups === undefined) return

    gauge('replica_lag_seconds', 'How far the object store was behind the newest write.', [], (one) =>
      setKnown(one, backups().lagMs),
    )
    gauge(
      'replica_behind_transactions',
      'How many changes Litestream had read from the log and not sent yet at the last check.',
      [],
      (one) => one.set(backups().behind ?? Number.NaN),
    )
    gauge('litestream_running', '1 while Litestream runs, otherwise 0.', [], (one) =>
      one.set(backups().streams ? 1 : 0),
    )
    gauge(
      'claim_confirmed',
      '1 while the object store confirms that this machine owns the backup, otherwise 0. NaN where it can hold no claim.',
      [],
      (one) => one.set(Number(backups().confirmed ?? Number.NaN)),
    )
    gauge(
      'replica_newest_timestamp_seconds',
      'Writes up to this moment are in the object store.',
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
      (one) => one.set(backups().fault === null ? 0 : 1),
    )
  }
  return {
    observe: ({ route, status, ms }) => requests.observe({ route, status }, ms / 1000),
    refused: (kind) => refusals.inc({ kind }),
    watch({ writes, error }) {
      if (error === undefined) commits.observe(writes)
      else failures.inc()
    },
    reminded: (channel, outcome) => reminders.inc({ channel, outcome }),
    readFrom,
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** Sets a gauge to a time in seconds. An unknown time is NaN, because 0 would mean "no lag". */
const setKnown = (gauge: Gauge, milliseconds: number | null): void =>
  gauge.set(milliseconds === null ? Number.NaN : milliseconds / 1000)
