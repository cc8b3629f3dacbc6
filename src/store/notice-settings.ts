import { sql } from 'drizzle-orm'
import { reminderSettings } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, select, update } from './statement.ts'

const { practiceId: _, createdAt: __, updatedAt: ___, ...fields } = columnsOf(reminderSettings)
const own = select({ fields, from: reminderSettings })
const replace = update(
  reminderSettings,
  ['language', 'emailSubject', 'emailText', 'smsText', 'allowedCountries', 'updatedAt'],
  sql`true`,
)
const unset = { language: null, emailSubject: null, emailText: null, smsText: null, allowedCountries: null }

/** The practice's own settings of its notices. What the practice has not set is null. */
export const findNoticeSettings = (scope: Scope) => scope.get(own) ?? unset
export type NoticeSettings = Omit<NewRow<typeof reminderSettings>, 'createdAt' | 'updatedAt'>

/** Replaces the practice's own settings of its notices. */
export function saveNoticeSettings(tx: WriteScope, settings: NoticeSettings, now: number): void {
  if (tx.run(replace, { ...settings, updatedAt: now }) === 0)
    tx.insert(reminderSettings, { ...settings, createdAt: now, updatedAt: now })
}
