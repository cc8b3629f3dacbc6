/** A writer over a new file, with one table for writes. */
import { Database } from 'bun:sqlite'
import { type Watch, Writer } from '../../src/store/engine/writer.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { openConnections } from '../support/connections.ts'
import { removeDatabase } from './records.ts'

/**
 * Opens a writer over a new file. `elsewhere` is a second connection to the file, as another process would have.
 * `written` lists the rows that are on disk. Disposing closes all connections and removes the file.
 */
export function openWriter(watch?: Watch, guard?: { hasRoom(): boolean }, owns?: () => boolean) {
  const path = freshDatabasePath()
  const connections = openConnections(path)
  const { database, reading, writing: connection } = connections
  database.run('CREATE TABLE written (n INTEGER PRIMARY KEY, filler BLOB) STRICT')
  const elsewhere = new Database(path)
  return {
    path,
    database,
    connection,
    reading,
    elsewhere,
    writer: new Writer(connection, watch, guard, undefined, owns),
    insert: (n: number, bytes = 0) =>
      void connection.run('INSERT INTO written VALUES (?, zeroblob(?))', [n, bytes]),
    written: () =>
      elsewhere
        .query<{ n: number }, []>('SELECT n FROM written ORDER BY n')
        .all()
        .map(({ n }) => n),
    [Symbol.dispose]() {
      elsewhere.close()
      connections[Symbol.dispose]()
      removeDatabase(path)
    },
  }
}
