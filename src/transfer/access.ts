import type { Told } from '../store/transfer/tables.ts'

/**
 * A row of an archive as it comes in without `--keep-access`; null where it stays out. Who made the archive may know the
 * secret of each token and passkey in it. So tokens come in revoked, and passkeys do not come in. `at` is an instant in ISO
 * 8601.
 */
export function withoutAccess(table: string, row: unknown, at: string): unknown {
  if (table === 'passkeys') return null
  if (table !== 'api_tokens') return row
  const token = row as Told
  return token.revokedAt == null ? { ...token, revokedAt: at } : token
}
