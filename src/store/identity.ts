import type { Connection } from './connection.ts'

/** Who stands behind a secret or a passkey. */
export interface Holder {
  readonly practiceId: string
  readonly userId: string
}

export interface TokenHolder extends Holder {
  readonly role: 'owner' | 'assistant'
  readonly id: string
  readonly expiresAt: number
}

export interface SessionHolder extends TokenHolder {
  readonly lastSeenAt: number
}

/**
 * The questions that come before a practice is known: whose token is this, who has this address. By nature
 * they look across practices; what they answer names the one practice that everything after them is scoped to.
 */
export class Identity {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The active member behind an API token's SHA-256, if it is neither expired nor revoked at `now`. */
  holderOfToken(hash: Uint8Array, now: number): TokenHolder | null {
    return this.#get<TokenHolder>(holderOfToken, hash, now)
  }

  /** The active member behind a session's SHA-256, if it ends after `now` and was seen after `idleSince`. */
  holderOfSession(hash: Uint8Array, now: number, idleSince: number): SessionHolder | null {
    return this.#get<SessionHolder>(holderOfSession, hash, now, idleSince)
  }

  /** The active member whom an enrolment link was made for, by its SHA-256, if it is open at `now`. */
  invitedBy(hash: Uint8Array, now: number): Holder | null {
    return this.#get<Holder>(invitedBy, hash, now)
  }

  /** The active member whose passkey this is, by the id its authenticator gave it. */
  holderOfPasskey(credentialId: string): (Holder & { readonly passkeyId: string }) | null {
    return this.#get<Holder & { passkeyId: string }>(holderOfPasskey, credentialId)
  }

  /** The members with this e-mail address, whatever its case: one at most in each practice. */
  membersByEmail(email: string): (Holder & { readonly active: boolean })[] {
    return this.#connection
      .prepared<Holder & { active: number }>(membersByEmail)
      .all(...([email] as never[]))
      .map((row) => ({ ...row, active: row.active === 1 }))
  }

  /** True until the first practice is created. */
  isEmpty(): boolean {
    return this.#get(anyPractice) === null
  }

  #get<R>(text: string, ...params: unknown[]): R | null {
    return this.#connection.prepared<R>(text).get(...(params as never[]))
  }
}

/** The role of the active member `u`, by sub-select: SQLite takes 3 µs more for the same as a join, and every request asks this. */
const roleOf = (table: string) => `(
    select role from users u
    where u.practice_id = ${table}.practice_id and u.id = ${table}.user_id and u.active = 1)`

const holderOfToken = `
  select practice_id as practiceId, user_id as userId, id, expires_at as expiresAt, ${roleOf('api_tokens')} as role
  from api_tokens
  where hash = ?1 and expires_at > ?2 and revoked_at is null and role is not null`

const holderOfSession = `
  select practice_id as practiceId, user_id as userId, id, expires_at as expiresAt,
    last_seen_at as lastSeenAt, ${roleOf('sessions')} as role
  from sessions
  where hash = ?1 and expires_at > ?2 and last_seen_at > ?3 and role is not null`

const invitedBy = `
  select practice_id as practiceId, user_id as userId from enrolment_links
  where hash = ?1 and expires_at > ?2 and ${roleOf('enrolment_links')} is not null`

const holderOfPasskey = `
  select practice_id as practiceId, user_id as userId, id as passkeyId from passkeys
  where credential_id = ?1 and ${roleOf('passkeys')} is not null`

const membersByEmail = `
  select practice_id as practiceId, id as userId, active from users where lower(email) = lower(?1)`

const anyPractice = 'select 1 from practices limit 1'
