import { sql } from 'drizzle-orm'
import { reminderSettings } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, select, update } from './statement.ts'

const { practiceId: _, createdAt: __, updatedAt: ___, ...fields } = columnsOf(reminderSettings)
const own = select({ fields, from: reminderSettings })
const replace = update(
  reminderSettings,
  ['language', 'emailSubject', 'emailText', 'smsText', 'updatedAt'],
  sql`true`,
)
const unset = { language: null, emailSubject: null, emailText: null, smsText: null }

/** How the practice words its reminders; null for what it has not set. */
export const findNoticeSettings = (scope: Scope) => scope.get(own) ?? unset
export type NoticeSettings = Omit<NewRow<typeof reminderSettings>, 'createdAt' | 'updatedAt'>

export function saveNoticeSettings(tx: WriteScope, settings: NoticeSettings, now: number): void {
  if (tx.run(replace, { ...settings, updatedAt: now }) === 0)
    tx.insert(reminderSettings, { ...settings, createdAt: now, updatedAt: now })
}
