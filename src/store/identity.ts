import type { Connection } from './connection.ts'

/** Who stands behind a credential. */
export interface Holder {
  readonly practiceId: string
  readonly userId: string
  readonly role: 'owner' | 'assistant'
  readonly tokenId: string
  readonly expiresAt: number
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
  holderOfToken(hash: Uint8Array, now: number): Holder | null {
    return this.#connection.prepared<Holder>(holderOfToken).get(...([hash, now] as never[]))
  }

  /** The member with this e-mail address, whatever its case. */
  memberByEmail(email: string): { practiceId: string; userId: string; active: boolean } | null {
    const row = this.#connection
      .prepared<{ practiceId: string; userId: string; active: number }>(memberByEmail)
      .get(...([email] as never[]))
    return row && { ...row, active: row.active === 1 }
  }

  /** True until the first practice is created. */
  isEmpty(): boolean {
    return this.#connection.prepared(anyPractice).get() === null
  }
}

/** The member by sub-select: SQLite takes 3 µs more for the same as a join, and every request asks this. */
const holderOfToken = `
  select practice_id as practiceId, user_id as userId, id as tokenId, expires_at as expiresAt, (
    select role from users u
    where u.practice_id = api_tokens.practice_id and u.id = api_tokens.user_id and u.active = 1) as role
  from api_tokens
  where hash = ?1 and expires_at > ?2 and revoked_at is null and role is not null`

const memberByEmail = `
  select practice_id as practiceId, id as userId, active from users where lower(email) = lower(?1)`

const anyPractice = 'select 1 from practices limit 1'
