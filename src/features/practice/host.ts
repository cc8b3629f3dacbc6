/** Moves a practice to a host of its own, or back to the shared host. Only the operator's command does this. */
import { conflict, found } from '../../domain/problem.ts'
import { aliasMs, isAtOrBelow, type PracticeHosts } from '../../domain/site.ts'
import { listEnrolmentLinks } from '../../store/access/enrolment-links.ts'
import { hostsSeenBy } from '../../store/access/hosts.ts'
import { listMembers } from '../../store/access/members.ts'
import { listPasskeyHosts, nameHostOfPasskeys } from '../../store/access/passkeys.ts'
import { isTaken } from '../../store/engine/trouble.ts'
import { keepAlias } from '../../store/practice/aliases.ts'
import { findPractice, updatePractice } from '../../store/practice/practice.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'

/** A new host for a practice. `host` is null for the host that practices share. */
interface HostMove {
  readonly host: string | null
  /** The host of PUBLIC_URL, which practices share. */
  readonly shared: string
}

/**
 * The active members who cannot sign in at another host. A passkey works there when its own host is the new host or a
 * parent domain of it. At the shared host only its own passkeys work, because people sign in there without naming their
 * practice. A member without such a passkey needs a new link.
 */
export function membersLeftBehind({ read }: ReadablePractice, { host, shared }: HostMove, now: number) {
  const works = (rpId: string) => (host === null ? rpId === shared : isAtOrBelow(host, rpId))
  const passkeys = listPasskeyHosts(read)
  const canFollow = new Set(passkeys.filter(({ rpId }) => works(rpId ?? shared)).map(({ userId }) => userId))
  const concerned = new Set([...passkeys, ...listEnrolmentLinks(read, now)].map(({ userId }) => userId))
  return listMembers(read).filter(({ id, active }) => active && concerned.has(id) && !canFollow.has(id))
}

/**
 * Returns why a practice cannot have a host. The host is the shared one, or it belongs to another practice or did so in
 * the last 90 days.
 */
export function whyNotFree(
  hosts: PracticeHosts | null,
  practiceId: string,
  { host, shared }: HostMove,
  now: number,
): string | undefined {
  if (host === null) return undefined
  if (host === shared) return `${host} is the host that practices share`
  const owner = hosts?.practiceAt.get(host)
  const [before] = [...(hosts?.aliases.get(host) ?? [])].filter(
    ([id, endsAt]) => id !== practiceId && endsAt > now,
  )
  const taken = owner !== undefined && owner !== practiceId ? owner : before?.[0]
  return taken && `${host} belongs to another practice, or did so in the last 90 days: ${taken}`
}

/**
 * Moves a practice to another host. Its links go on working at the old host for 90 days. Returns whether anything
 * changed.
 * @throws `conflict` for a host that the practice cannot have.
 */
export const moveToHost = (practice: Practice, { host, shared }: HostMove, now: number) =>
  practice.write((tx): boolean => {
    const before = found(findPractice(tx))
    if (before.host === host) return false
    const why = whyNotFree(hostsSeenBy(tx), tx.practiceId, { host, shared }, now)
    if (why !== undefined) throw conflict(why)
    // Stores the host of passkeys that were made at the shared host. So they keep this host when PUBLIC_URL changes.
    nameHostOfPasskeys(tx, shared)
    keepAlias(tx, { left: before.host ?? shared, entered: host ?? shared, endsAt: now + aliasMs }, now)
    try {
      updatePractice(tx, { host, updatedAt: now })
    } catch (error) {
      throw isTaken(error) ? conflict(`${host} belongs to a practice that comes in or leaves`) : error
    }
    const record = { kind: 'practice', id: tx.practiceId } as const
    const detail = { generation: before.generation }
    tx.record({ kind: 'settings', record, before: { host: before.host }, after: { host }, detail })
    return true
  })
