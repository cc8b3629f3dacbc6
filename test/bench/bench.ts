/** The files, servers and amounts that all parts of the bench use. */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedId } from '../../db/stored-id.ts'
import { entryId } from './records.ts'
import type { Line } from './report.ts'
import type { Seeded } from './seed.ts'
import { type Env, type Server, startBare, startOurs, startUntold } from './servers.ts'

/** How much to measure. */
export interface Amounts {
  readonly rounds: number
  /** How long each program is under load in each round. */
  readonly seconds: number
  /** How many searches of each kind are measured in each round. */
  readonly searches: number
  /** How many requests of each kind are measured in each round, beside another load. */
  readonly beside: number
  /** How many patients the large clinic has. */
  readonly patients: number
  /** How many entries the longer of the two calendars has. */
  readonly manyEntries: number
  /**
   * How many bookings are made in the calendars in each round. The number is small, so that the short calendar stays
   * short.
   */
  readonly calendarBookings: number
  /** How many practices share a file. Each has a thousand patients. */
  readonly practices: number
  /** How many bookings there are in the file whose bytes are counted. */
  readonly bookings: number
  /** How many requests of all kinds a server answers before its memory is measured. */
  readonly mixedRequests: number
}

/** Creates files and servers, which are removed after use, and has the amounts to measure. */
export interface Bench extends Amounts {
  path(name: string): string
  ours(path: string, env?: Env): Promise<Server>
  /** The service without its audit trail. */
  untold(path: string): Promise<Server>
  bare(path: string, seeded: Seeded, env?: Env): Promise<Server>
  progress(text: string): void
}

/** The results of a part of the bench. */
export interface Measured {
  readonly lines: readonly Line[]
  /** Details that are not in the lines, as text to print. */
  readonly details: string
}

/** Runs one part of the bench, and removes its servers and files afterwards. */
export async function withBench(
  amounts: Amounts,
  measure: (bench: Bench) => Promise<Measured>,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const servers: Server[] = []
  const kept = (server: Server): Server => {
    servers.push(server)
    return server
  }
  try {
    return await measure({
      ...amounts,
      path: (name) => join(folder, name),
      ours: async (path, env) => kept(await startOurs(path, env)),
      untold: async (path) => kept(await startUntold(path)),
      bare: async (path, seeded, env) => kept(await startBare(path, seeded, env)),
      progress: (text) => console.error(`${text} …`),
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    remove()
    process.off('exit', remove)
  }
}

/** Makes a function that removes the bookings from a file. Its seeded entries have smaller ids. */
export function bookingsRemover(path: string): () => void {
  return () => {
    const database = new Database(path, { strict: true })
    database.run('pragma busy_timeout = 5000')
    for (const [table, id] of [
      ['entries', 'id'],
      ['reminder_jobs', 'entry_id'],
    ])
      database
        .query(`delete from ${table} where practice_key in (select key from practices) and ${id} > ?`)
        .run(storedId(entryId(2 ** 40)))
    database.run('pragma wal_checkpoint(restart)')
    database.close()
  }
}
