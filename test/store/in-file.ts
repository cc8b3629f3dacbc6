import { Database } from 'bun:sqlite'

/** The rows of an SQL query on a database file. */
export function inFile<T = object>(path: string, text: string): T[] {
  const database = new Database(path, { readonly: true })
  try {
    return database.query<T, []>(text).all()
  } finally {
    database.close()
  }
}
