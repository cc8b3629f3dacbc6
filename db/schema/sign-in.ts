import { sql } from 'drizzle-orm'
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { ordinaryScopes, type TokenScope } from '../../src/domain/caller.ts'
import { instant, recordId } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    userId: recordId('user_id').notNull(),
    name: text().notNull(),
    /** SHA-256 of the token. The token itself is shown once and stored nowhere. */
    hash: blob({ mode: 'buffer' }).notNull(),
    /** The acts that the token may do. The role of its member limits it further. */
    scopes: text({ mode: 'json' }).$type<readonly TokenScope[]>().notNull().default(ordinaryScopes),
    /** When the token was last used, to the minute, so that not every request writes. Null before the first use. */
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('api_tokens_hash').on(t.hash),
    index('api_tokens_user').on(t.practiceKey, t.userId),
    /**
     * Lists the tokens of a practice that are still valid. Tokens that are no longer valid become many over the years.
     */
    index('api_tokens_working').on(t.practiceKey, t.expiresAt).where(sql`${t.revokedAt} is null`),
    foreignKey({ columns: [t.practiceKey, t.userId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** A row for each browser in which a member is signed in. */
export const sessions = sqliteTable(
  'sessions',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    userId: recordId('user_id').notNull(),
    /** SHA-256 of the session's token. */
    hash: blob({ mode: 'buffer' }).notNull(),
    userAgent: text('user_agent'),
    /** When the session was last used, to the minute, so that not every request writes. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the member last used a passkey in this session. Some acts need a recent use. */
    verifiedAt: instant('verified_at').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('sessions_hash').on(t.hash),
    index('sessions_user').on(t.practiceKey, t.userId),
    foreignKey({ columns: [t.practiceKey, t.userId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** The public keys with which members sign in (WebAuthn credentials). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    userId: recordId('user_id').notNull(),
    name: text().notNull(),
    /** The authenticator's own name for the passkey, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** A COSE key (RFC 9052). */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull(),
    /**
     * The host that the passkey was made for (WebAuthn's RP ID). Null for an older passkey, which belongs to the host
     * of PUBLIC_URL.
     */
    rpId: text('rp_id'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_user').on(t.practiceKey, t.userId),
    foreignKey({ columns: [t.practiceKey, t.userId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** The one-time links by which members register a passkey: at most one for each member. */
export const enrolmentLinks = sqliteTable(
  'enrolment_links',
  {
    practiceKey: practiceKey(),
    userId: recordId('user_id').notNull(),
    /** SHA-256 of the link's secret. */
    hash: blob({ mode: 'buffer' }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.userId] }),
    uniqueIndex('enrolment_links_hash').on(t.hash),
    foreignKey({ columns: [t.practiceKey, t.userId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
