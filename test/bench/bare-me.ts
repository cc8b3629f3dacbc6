/** `GET /me` of the bare program. */
import type { Database } from 'bun:sqlite'
import { type StoredId, storedId } from '../../db/stored-id.ts'
import type { CalendarFeeds } from '../../src/domain/calendar-feed.ts'
import type { OwnField } from '../../src/domain/own-fields.ts'
import { settingsOf } from '../../src/domain/settings.ts'
import type { WorkingHours } from '../../src/domain/working-hours.ts'
import { formatInstant } from './bare-time.ts'

interface UserRow {
  readonly active: number
  readonly createdAt: number
  readonly updatedAt: number
}
interface PracticeRow {
  readonly packId: string
  readonly packName: string
  readonly defaultStatus: string
  readonly workingHours: string | null
  readonly slotMinutes: number | null
  readonly reminderLeadMinutes: number | null
  readonly keepPatientsYears: number | null
  readonly keepEntriesYears: number | null
  readonly shortNoticeHours: number | null
  readonly practitionersOnce: number | null
  readonly daySheetPhones: number | null
  readonly calendarFeeds: CalendarFeeds | null
  readonly lockMinutes: number | null
  readonly ownFields: string | null
  readonly createdAt: number
  readonly updatedAt: number
}
interface TokenRow {
  readonly expiresAt: number
  readonly scopes: string
}

/** Prepares the statements of `GET /me`. The program has no authentication, so it reads the only token once. */
export function prepareMe(
  db: Database,
  { practiceId, practiceKey, userId }: { practiceId: string; practiceKey: number; userId: string },
): () => object {
  const ownerId = storedId(userId)
  const user = db.prepare<UserRow, [number, StoredId]>(
    `select name, email, role, active, color, language, created_at as createdAt, updated_at as updatedAt, version
     from users where practice_key = +?1 and id = +?2`,
  )
  const practice = db.prepare<PracticeRow, [number]>(
    `select name, timezone, pack_id as packId, pack_name as packName, default_status as defaultStatus,
       working_hours as workingHours, slot_minutes as slotMinutes, reminder_lead_minutes as reminderLeadMinutes,
       keep_patients_years as keepPatientsYears, keep_entries_years as keepEntriesYears,
       short_notice_hours as shortNoticeHours, practitioners_once as practitionersOnce,
       day_sheet_phones as daySheetPhones, calendar_feeds as calendarFeeds, lock_minutes as lockMinutes,
       own_fields as ownFields,
       created_at as createdAt, updated_at as updatedAt, version
     from practices where key = +?1`,
  )
  const statuses = db.prepare<object, [number]>(
    'select id, label from pack_statuses where practice_key = +?1 order by position',
  )
  const token = db
    .prepare<TokenRow, [number, StoredId]>(
      'select expires_at as expiresAt, scopes from api_tokens where practice_key = +?1 and user_id = +?2',
    )
    .get(practiceKey, ownerId)
  const auth = token && {
    kind: 'token',
    expiresAt: formatInstant(token.expiresAt),
    scopes: JSON.parse(token.scopes),
  }

  return () => {
    const member = user.get(practiceKey, ownerId)!
    const { packId, packName, defaultStatus, ...row } = practice.get(practiceKey)!
    const pack = { id: packId, name: packName, statuses: statuses.all(practiceKey), defaultStatus }
    const workingHours = row.workingHours === null ? null : (JSON.parse(row.workingHours) as WorkingHours)
    const practitionersOnce = row.practitionersOnce === null ? null : row.practitionersOnce === 1
    const daySheetPhones = row.daySheetPhones === null ? null : row.daySheetPhones === 1
    const ownFields = row.ownFields === null ? null : (JSON.parse(row.ownFields) as readonly OwnField[])
    const settings = {
      ...row,
      ownFields,
      workingHours,
      practitionersOnce,
      daySheetPhones,
      onlineBooking: null,
    }
    return {
      user: { ...member, id: userId, practiceId, active: member.active === 1, ...timesOf(member) },
      practice: { ...row, id: practiceId, pack, ...settingsOf(settings), ...timesOf(row) },
      pack,
      auth,
    }
  }
}

const timesOf = ({ createdAt, updatedAt }: { readonly createdAt: number; readonly updatedAt: number }) => ({
  createdAt: formatInstant(createdAt),
  updatedAt: formatInstant(updatedAt),
})
