import { sql } from 'drizzle-orm'
import { reminderSettings } from '../../../db/schema/notices.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, type NewRow, select, update } from '../engine/statement.ts'

const { practiceId: _, createdAt: __, updatedAt: ___, ...fields } = columnsOf(reminderSettings)
const own = select({ fields, from: reminderSettings })
const replace = update(
  reminderSettings,
  [...(Object.keys(fields) as (keyof NoticeSettings)[]), 'updatedAt'],
  sql`true`,
)

export type NoticeSettings = Omit<NewRow<typeof reminderSettings>, 'createdAt' | 'updatedAt'>

/** The settings of a practice that has set nothing. */
export const unsetNoticeSettings: NoticeSettings = {
  language: null,
  emailSubject: null,
  emailText: null,
  smsText: null,
  allowedCountries: null,
  moreLeadMinutes: null,
  sendFrom: null,
  sendUntil: null,
  tellBooked: null,
  phone: null,
  address: null,
  replyTo: null,
}

/** The practice's own settings of its notices. A setting that the practice has not set is null. */
export const findNoticeSettings = (scope: Scope): NoticeSettings => scope.get(own) ?? unsetNoticeSettings

/** Replaces the practice's own settings of its notices. */
export function saveNoticeSettings(tx: WriteScope, settings: NoticeSettings, now: number): void {
  if (tx.run(replace, { ...settings, updatedAt: now }) === 0)
    tx.insert(reminderSettings, { ...settings, createdAt: now, updatedAt: now })
}
