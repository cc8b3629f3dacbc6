import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { roles } from '../../src/domain/caller.ts'
import { deskLanguages } from '../../src/domain/desk-languages.ts'
import { instant, literals, recordId, times, version } from './columns.ts'
import { practiceKey } from './practice.ts'

export const users = sqliteTable(
  'users',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    ...times(),
    /** When the member made their first passkey. Null until then. */
    enrolledAt: instant('enrolled_at'),
    version: version(),
    color: text(),
    /** The language in which the member works. Null stands for the language of their browser. */
    language: text({ enum: deskLanguages }),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    /** A person may work at two practices. Neither learns about the other. */
    uniqueIndex('users_practice_email').on(t.practiceKey, sql`lower(${t.email})`),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_role', sql`${t.role} in (${literals(roles)})`),
  ],
)
