import type { PracticeHosts } from '../../domain/site.ts'
import type { Connection } from '../engine/connection.ts'
import { isHere } from '../engine/here.ts'
import { WriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'

/** The hosts of all practices, and the hosts that they had before. Null when there are no hosts. */
export function readHosts(connection: Connection): PracticeHosts | null {
  const own = everyHost.all(connection)
  const before = everyAlias.all(connection)
  if (own.length + before.length === 0) return null
  const aliases = new Map<string, Map<string, number>>()
  for (const { host, practiceId, endsAt } of before)
    aliases.set(host, (aliases.get(host) ?? new Map()).set(practiceId, endsAt))
  return {
    hostOf: new Map(own.map(({ practiceId, host }) => [practiceId, host])),
    practiceAt: new Map(own.map(({ practiceId, host }) => [host, practiceId])),
    aliases,
  }
}

/** The hosts of all practices as the write `within` sees them, with its own changes so far. */
export const hostsSeenBy = (within: WriteScope): PracticeHosts | null =>
  readHosts(WriteScope.connectionOf(within))

interface Stored {
  readonly practiceKey: number
  readonly host: string
}

const everyHost = unscoped<[], Stored, { practiceId: string; host: string }>(
  `select key as practiceKey, host from practices where host is not null and ${isHere('key')}`,
  ({ practiceKey, host }, { practices }) => ({ practiceId: practices.idOf(practiceKey), host }),
)

/** The practice with this name in the address of its booking page. */
export const practiceAtSlug = unscoped<[slug: string], { practiceKey: number }, string>(
  `select key as practiceKey from practices where online_booking ->> '$.slug' = ?1 and ${isHere('key')}`,
  ({ practiceKey }, { practices }) => practices.idOf(practiceKey),
)

const everyAlias = unscoped<
  [],
  Stored & { endsAt: number },
  { practiceId: string; host: string; endsAt: number }
>(
  `select practice_key as practiceKey, host, ends_at as endsAt from practice_aliases where ${isHere('practice_key')}`,
  ({ practiceKey, host, endsAt }, { practices }) => ({
    practiceId: practices.idOf(practiceKey),
    host,
    endsAt,
  }),
)
