/** A practice with thousands of bookings, and functions that measure its acts and its file. */
import { Database } from 'bun:sqlite'
import { spyOn } from 'bun:test'
import { statSync } from 'node:fs'
import { Connection } from '../../src/store/engine/connection.ts'
import { seedBookings } from '../bench/seed-bookings.ts'
import { median } from '../bench/statistics.ts'
import { emptyService, freshDatabasePath } from '../support/clinic.ts'

/** The number of bookings of the practice. Its tables then have several pages and two levels. */
const bookings = 3_000

/** The cost of an act. */
export interface Cost {
  /** The number of SQLite statements that the service used, with the statements of transactions. */
  readonly statements: number
  /** The pages of the write-ahead log that the act wrote, with the pages that are written up to a second later. */
  readonly pages: number
}

export async function budgetHouse() {
  const path = freshDatabasePath()
  const { token } = await seedBookings(path, bookings)
  const service = emptyService({ path })
  const emptyLog = () => {
    using database = new Database(path)
    database.run('pragma wal_checkpoint(truncate)')
  }
  return {
    service,
    path,
    call: service.as(token),
    /** The medians of several acts of one kind, so that a page that splits sometimes does not count. */
    async costOf(act: (i: number) => Promise<unknown>, times = 15): Promise<Cost> {
      const costs: Cost[] = []
      for (let i = 0; i < times; i++) {
        await service.store.reads.flush()
        emptyLog()
        const prepared = spyOn(Connection.prototype, 'prepared')
        await act(i)
        const statements = prepared.mock.calls.length
        prepared.mockRestore()
        await service.store.reads.flush()
        costs.push({ statements, pages: pagesIn(`${path}-wal`) })
      }
      return {
        statements: median(costs.map((cost) => cost.statements)),
        pages: median(costs.map((cost) => cost.pages)),
      }
    },
    bytesOf: (...tables: string[]) => bytesOf(path, tables),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/**
 * The pages in a log file. It has a header of 32 bytes, and one of 24 bytes for each page (file format of SQLite, §4).
 */
const pagesIn = (log: string): number => {
  const { size } = statSync(log)
  return size === 0 ? 0 : (size - 32) / (4_096 + 24)
}

/** The size of tables with their indexes, in bytes. */
function bytesOf(path: string, tables: readonly string[]): number {
  using database = new Database(path, { readonly: true })
  const query = database.query<{ bytes: number }, [string]>(
    `select coalesce(sum(pgsize), 0) as bytes from dbstat
     where name in (select name from sqlite_schema where tbl_name = ?)`,
  )
  return tables.reduce((sum, table) => sum + query.get(table)!.bytes, 0)
}
