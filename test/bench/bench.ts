/** The files, servers and amounts that every figure uses. */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { storedId } from '../../db/stored-id.ts'
import { entryId } from './records.ts'
import type { Seeded } from './seed.ts'
import { type Server, startBare, startOurs } from './servers.ts'

/** Creates files and servers that are removed with the benchmark, and says how much to measure. */
export interface Bench {
  readonly rounds: number
  readonly seconds: number
  /** How many entries the longer of the two calendars has. */
  readonly manyEntries: number
  /** How many bookings there are in the file whose bytes are counted. */
  readonly bookings: number
  path(name: string): string
  ours(path: string): Promise<Server>
  bare(path: string, seeded: Seeded): Promise<Server>
  progress(text: string): void
}

export function createBench(
  folder: string,
  amount: Pick<Bench, 'rounds' | 'seconds' | 'manyEntries' | 'bookings'>,
) {
  const servers: Server[] = []
  const kept = (server: Server): Server => {
    servers.push(server)
    return server
  }
  const bench: Bench = {
    ...amount,
    path: (name) => join(folder, name),
    ours: async (path) => kept(await startOurs(path)),
    bare: async (path, { practiceId, userId }) => kept(await startBare(path, practiceId, userId)),
    progress: (text) => console.error(`${text} …`),
  }
  return { bench, stop: () => Promise.all(servers.map((server) => server.stop())) }
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
