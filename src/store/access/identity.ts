import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Role, TokenScope } from '../../domain/caller.ts'
import type { PracticeHosts } from '../../domain/site.ts'
import type { Connection, ReadConnection } from '../engine/connection.ts'
import { isHere } from '../engine/here.ts'
import { WriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'
import { AccessEpoch, CredentialCache, MemberMemory, type Versions } from './credential-cache.ts'
import { practiceAtSlug, readHosts } from './hosts.ts'

/** The member behind a secret or a passkey, and their practice. */
export interface Holder {
  readonly practiceId: string
  readonly userId: string
}

/** The member behind a passkey. */
export interface PasskeyHolder extends Holder {
  readonly passkeyId: string
}

/** The member behind a session or an API token. `id` is the id of that credential. Instants are epoch milliseconds. */
interface SecretHolder extends Holder {
  readonly role: Role
  readonly id: string
  readonly expiresAt: number
}

/** The member behind an API token. */
interface TokenHolder extends SecretHolder {
  readonly scopes: readonly TokenScope[]
  readonly lastUsedAt: number | null
}

/** The member behind a session. */
interface SessionHolder extends SecretHolder {
  readonly lastSeenAt: number
}

/** A calendar feed and its practice, found by the secret of the feed. */
export interface FoundFeed extends Holder {
  readonly id: string
  /** The chair that the feed shows. Null when the feed shows the entries of its member. */
  readonly chairId: string | null
  readonly lastFetchedAt: number | null
}

/** An API token or session of a practice, whether or not it is still valid. */
export interface KnownToken {
  readonly kind: 'token' | 'session'
  readonly practiceId: string
  readonly id: string
}

/**
 * Answers questions that a request asks before its practice is known. Examples are which member has this token, and
 * which members have this e-mail address. The functions look across all practices. Each answer names one practice. All
 * later reads and writes of the request are scoped to that practice.
 */
export class Identity {
  readonly #connection: ReadConnection
  readonly #tokens: CredentialCache<TokenHolder>
  readonly #sessions: CredentialCache<SessionHolder>

  readonly #epoch: AccessEpoch
  #hosts: { readonly known: PracticeHosts | null; readonly since: number } | undefined

  constructor(connection: ReadConnection, versions: Versions) {
    this.#connection = connection
    this.#epoch = new AccessEpoch(versions)
    this.#tokens = new CredentialCache(connection, this.#epoch)
    this.#sessions = new CredentialCache(connection, this.#epoch)
  }

  /**
   * The hosts of all practices; null when no practice has a host, or had one. With `asSeen`, the database is not asked
   * whether the hosts have changed since the last question about a token or session. Pass `asSeen` only in the code
   * that asked that question, before that code waits for anything.
   */
  hosts(asSeen?: 'as seen'): PracticeHosts | null {
    const since = asSeen ? this.#epoch.seen : this.#epoch.look()
    if (this.#hosts?.since === since) return this.#hosts.known
    const known = readHosts(this.#connection)
    // A transaction reads a snapshot of the database, which may be older than the epoch.
    if (!this.#connection.database.inTransaction) this.#hosts = { known, since }
    return known
  }

  /** The id of the practice with this name in the address of its booking page; null when there is none. */
  practiceAtSlug(slug: string): string | null {
    return practiceAtSlug.get(this.#connection, slug)
  }

  /** The calendar feed whose secret has this SHA-256. Null when there is none, or when its member is not active. */
  feedWithSecret(hash: Uint8Array): FoundFeed | null {
    return feedWithSecret.get(this.#connection, hash)
  }

  /**
   * Makes a memory for the answers to members; see `MemberMemory`. Each request must first ask about its token or
   * session.
   */
  memberMemory<T>(): MemberMemory<T> {
    return new MemberMemory(this.#epoch)
  }

  /** The active member behind an API token's SHA-256; null when it has expired or was revoked at `now`. */
  holderOfToken(hash: Uint8Array, now: number): TokenHolder | null {
    const token = this.#tokens.get(hash, () => tokenHolder.get(this.#connection, hash))
    return token !== null && token.expiresAt > now ? token : null
  }

  /** The active member behind a session's SHA-256; null when it ended by `now` or was not seen after `idleSince`. */
  holderOfSession(hash: Uint8Array, now: number, idleSince: number): SessionHolder | null {
    const session = this.#sessions.get(hash, () => sessionHolder.get(this.#connection, hash))
    return session !== null && session.expiresAt > now && session.lastSeenAt > idleSince ? session : null
  }

  /** The API token or session with this SHA-256, even if it is no longer valid. Null when there is none. */
  knownToken(hash: Uint8Array): KnownToken | null {
    return anyToken.get(this.#connection, hash)
  }

  /** Whether the member of the session with this SHA-256 is active; null when there is no such session. */
  isMemberActive(hash: Uint8Array): boolean | null {
    return memberOfSession.get(this.#connection, hash)
  }

  /** Whether the practice with this id was removed from this installation, or leaves it at the moment. */
  isRemoved(practiceId: string): boolean {
    return removedPractice.get(this.#connection, storedId(practiceId)) !== null
  }

  /**
   * The active member with an enrolment link of this SHA-256; null when the link has expired at `now`. A write that
   * asks passes itself as `within`, so that its own changes count. Without `within`, only what is committed counts.
   */
  invitedBy(hash: Uint8Array, now: number, within?: WriteScope): Holder | null {
    return invited.get(this.#seenBy(within), hash, now)
  }

  /**
   * The active member who has the passkey with this id, which the authenticator gave it; null when there is none. A
   * write that asks passes itself as `within`, so that its own changes count. Without `within`, only what is committed
   * counts.
   */
  holderOfPasskey(credentialId: string, within?: WriteScope): PasskeyHolder | null {
    return passkeyHolder.get(this.#seenBy(within), credentialId)
  }

  /** The members with this e-mail address in any letter case: at most one in each practice. */
  membersByEmail(email: string): (Holder & { readonly active: boolean })[] {
    return withEmail.all(this.#connection, email)
  }

  /** The ids of all practices, the oldest first. */
  practiceIds(): string[] {
    return allPractices.all(this.#connection).map(({ id }) => id)
  }

  /**
   * True until the first practice is created. A write that asks passes itself as `within`, so that its own changes
   * count. Without `within`, only what is committed counts.
   */
  isEmpty(within?: WriteScope): boolean {
    return anyPractice.get(this.#seenBy(within)) === null
  }

  #seenBy(tx: WriteScope | undefined): Connection {
    return tx === undefined ? this.#connection : WriteScope.connectionOf(tx)
  }
}

/** Columns in the form of the file. */
interface StoredHolder {
  readonly practiceKey: number
  readonly userId: StoredId
}
type Stored<H extends Holder> = StoredHolder &
  Omit<H, 'practiceId' | 'userId' | 'id'> & { readonly id: StoredId }

const holderOf = ({ practiceKey, userId }: StoredHolder, { practices }: Connection): Holder => ({
  practiceId: practices.idOf(practiceKey),
  userId: idOf(userId),
})

/**
 * An SQL expression for the role of the member that a row names; null when the member is not active. Every request
 * reads this role. A join would take SQLite 3 µs longer than this sub-select.
 */
const roleOf = (table: string) => `(
    select role from users u
    where u.practice_key = ${table}.practice_key and u.id = ${table}.user_id and u.active = 1)`

const tokenHolder = unscoped<
  [hash: Uint8Array],
  Omit<Stored<TokenHolder>, 'scopes'> & { scopes: string },
  TokenHolder
>(
  `
  select practice_key as practiceKey, user_id as userId, id, scopes, last_used_at as lastUsedAt,
    expires_at as expiresAt, ${roleOf('api_tokens')} as role
  from api_tokens
  where hash = ?1 and revoked_at is null and role is not null and ${isHere('practice_key')}`,
  ({ id, role, scopes, lastUsedAt, expiresAt, ...of }, connection) => ({
    ...holderOf(of, connection),
    id: idOf(id),
    role,
    scopes: JSON.parse(scopes),
    lastUsedAt,
    expiresAt,
  }),
)

const sessionHolder = unscoped<[hash: Uint8Array], Stored<SessionHolder>, SessionHolder>(
  `
  select practice_key as practiceKey, user_id as userId, id, expires_at as expiresAt,
    last_seen_at as lastSeenAt, ${roleOf('sessions')} as role
  from sessions
  where hash = ?1 and role is not null and ${isHere('practice_key')}`,
  ({ id, role, lastSeenAt, expiresAt, ...of }, connection) => ({
    ...holderOf(of, connection),
    id: idOf(id),
    role,
    lastSeenAt,
    expiresAt,
  }),
)

const anyToken = unscoped<
  [hash: Uint8Array],
  { kind: KnownToken['kind']; practiceKey: number; id: StoredId },
  KnownToken
>(
  `
  select 'token' as kind, practice_key as practiceKey, id from api_tokens where hash = ?1 and ${isHere('practice_key')}
  union all
  select 'session' as kind, practice_key as practiceKey, id from sessions where hash = ?1 and ${isHere('practice_key')}`,
  ({ kind, practiceKey, id }, { practices }) => ({
    kind,
    practiceId: practices.idOf(practiceKey),
    id: idOf(id),
  }),
)

const memberOfSession = unscoped<[hash: Uint8Array], { active: number }, boolean>(
  `
  select ${roleOf('sessions')} is not null as active from sessions
  where hash = ?1 and ${isHere('practice_key')}`,
  ({ active }) => active === 1,
)

const removedPractice = unscoped<[id: StoredId], unknown>(`
  select 1 from removed_practices r
  where r.id = ?1 and not exists (select 1 from practices where id = ?1 and ${isHere('key')})`)

const invited = unscoped<[hash: Uint8Array, now: number], StoredHolder, Holder>(
  `
  select practice_key as practiceKey, user_id as userId from enrolment_links
  where hash = ?1 and expires_at > ?2 and ${roleOf('enrolment_links')} is not null
    and ${isHere('practice_key')}`,
  holderOf,
)

const passkeyHolder = unscoped<[credentialId: string], StoredHolder & { passkeyId: StoredId }, PasskeyHolder>(
  `
  select practice_key as practiceKey, user_id as userId, id as passkeyId from passkeys
  where credential_id = ?1 and ${roleOf('passkeys')} is not null and ${isHere('practice_key')}`,
  (row, connection) => ({ ...holderOf(row, connection), passkeyId: idOf(row.passkeyId) }),
)

const feedWithSecret = unscoped<
  [hash: Uint8Array],
  StoredHolder & { id: StoredId; chairId: StoredId | null; lastFetchedAt: number | null },
  FoundFeed
>(
  `
  select practice_key as practiceKey, user_id as userId, id, chair_id as chairId, last_fetched_at as lastFetchedAt
  from calendar_feeds
  where hash = ?1 and ${roleOf('calendar_feeds')} is not null and ${isHere('practice_key')}`,
  ({ id, chairId, lastFetchedAt, ...of }, connection) => ({
    ...holderOf(of, connection),
    id: idOf(id),
    chairId: chairId === null ? null : idOf(chairId),
    lastFetchedAt,
  }),
)

const withEmail = unscoped<[email: string], StoredHolder & { active: number }, Holder & { active: boolean }>(
  `
  select practice_key as practiceKey, id as userId, active from users
  where lower(email) = lower(?1) and ${isHere('practice_key')}`,
  (row, connection) => ({ ...holderOf(row, connection), active: row.active === 1 }),
)

const allPractices = unscoped<[], { id: StoredId }, { id: string }>(
  `select id from practices where ${isHere('key')} order by created_at, id`,
  ({ id }) => ({ id: idOf(id) }),
)

const anyPractice = unscoped<[], unknown>(`select 1 from practices where ${isHere('key')} limit 1`)
