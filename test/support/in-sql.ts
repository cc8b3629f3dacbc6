import { storedId } from '../../db/stored-id.ts'

/** An id as it is in hand-written SQL: the bytes of a UUID, or any other text. */
export function inSql(id: string): string {
  const stored = storedId(id)
  return typeof stored === 'string'
    ? `'${stored.replaceAll("'", "''")}'`
    : `x'${Buffer.from(stored).toString('hex')}'`
}
