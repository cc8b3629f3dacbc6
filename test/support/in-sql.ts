import { storedId } from '../../db/stored-id.ts'

/** An id as a literal in SQL: the bytes of a UUID, or a text when the id is no UUID. */
export function inSql(id: string): string {
  const stored = storedId(id)
  return typeof stored === 'string'
    ? `'${stored.replaceAll("'", "''")}'`
    : `x'${Buffer.from(stored).toString('hex')}'`
}
