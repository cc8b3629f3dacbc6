import { openDatabase, openToRead } from '../../db/open.ts'
import type { Trail } from '../../src/store/engine/chain/trail.ts'
import { ReadConnection, WriteConnection } from '../../src/store/engine/connection.ts'

/** Opens a file with a connection to read and a connection to write, as a store does. Disposing closes them. */
export function openConnections(path: string, trail?: Trail) {
  const database = openDatabase(path)
  const reading = new ReadConnection(openToRead(path), trail)
  const writing = new WriteConnection(database, reading)
  return {
    database,
    reading,
    writing,
    [Symbol.dispose]() {
      reading.close()
      writing.close()
    },
  }
}
