/**
 * One day of the calendar, with all data that the front desk shows about its entries, in few statements (RULES §24).
 */
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { channelCodes, kindCodes, namesOf, stateCodes } from '../../../db/codes.ts'
import { whereAppointment, whereLong } from '../../../db/entry-sql.ts'
import { whereLiveOrNot } from '../../../db/notice-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { users } from '../../../db/schema/members.ts'
import { notes } from '../../../db/schema/notes.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import { progress } from '../../../db/schema/visits.ts'
import type { NoticeChannel, NoticeKind, NoticeReason, NoticeState } from '../../domain/reminders/notice.ts'
import type { Interval } from '../../domain/time.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, isStanding, ownPracticeKey, param, select } from '../engine/statement.ts'

/** A column of a joined table. The value is null when the entry has no row in this table. */
const joined = <T>(column: SQL | { readonly name: string }): SQL<T | null> => sql<T | null>`${column}`
const text = (column: { readonly name: string }) => joined<string>(column)
const number = (column: { readonly name: string }) => joined<number>(column)

/** The fields of a message to a patient that a day shows. Instants are epoch milliseconds. */
export interface DayNotice {
  readonly channel: NoticeChannel
  readonly kind: NoticeKind
  readonly state: NoticeState
  readonly reason: NoticeReason | null
  readonly dueAt: number
  readonly sentAt: number | null
}

type StoredNotice = [
  channel: number,
  kind: number,
  state: number,
  reason: NoticeReason | null,
  dueAt: number,
  sentAt: number | null,
]

const channels = namesOf(channelCodes)
const kinds = namesOf(kindCodes)
const states = namesOf(stateCodes)

const readNotices = (json: string): readonly DayNotice[] =>
  (JSON.parse(json) as StoredNotice[])
    .map(([channel, kind, state, reason, dueAt, sentAt]) => ({
      channel: channels[channel]!,
      kind: kinds[kind]!,
      state: states[state]!,
      reason,
      dueAt,
      sentAt,
    }))
    .sort((a, b) => a.dueAt - b.dueAt || (a.channel < b.channel ? -1 : 1))

const ofEntry = (table: typeof reminderJobs | typeof pastReminders, more?: SQL): SQL => sql`
  select channel, kind, state, reason, due_at, sent_at, created_at from ${table}
  where ${and(
    eq(table.practiceKey, entries.practiceKey),
    eq(table.entryId, entries.id),
    more,
    eq(table.startAt, entries.startAt),
    eq(table.patientId, entries.patientId),
  )}`
/**
 * The most messages that are read for an entry. They are the newest messages about its present start and patient,
 * including retired messages.
 */
const mostNotices = 20
const notices = sql<readonly DayNotice[]>`(
  select json_group_array(json_array(channel, kind, state, reason, due_at, sent_at)) from (
    select * from (${ofEntry(reminderJobs, sql.raw(whereLiveOrNot))} union all ${ofEntry(pastReminders)})
    order by created_at desc limit ${sql.raw(String(mostNotices))}))`.mapWith(readNotices)

const earlier = sql.raw('earlier')
/** Whether the patient has an earlier appointment that they did not miss. Cancelled appointments do not count. */
const cameBefore = sql`exists (select 1 from ${entries} as ${earlier}
  where ${earlier}.practice_key = ${entries.practiceKey} and ${earlier}.patient_id = ${entries.patientId}
    and ${earlier}.start_at < ${entries.startAt} and ${earlier}.${sql.raw(whereAppointment)}
    and not exists (select 1 from ${progress} as missed where missed.practice_key = ${earlier}.practice_key
      and missed.id = ${earlier}.id and missed.no_show_at is not null))`
const isFirstVisit = sql<number>`${sql.raw(`entries.${whereAppointment}`)}
  and ${entries.patientId} is not null and not ${cameBefore}`
const hasNextNote = sql<number>`exists (select 1 from ${notes} where ${notes.practiceKey} = ${entries.practiceKey}
  and ${notes.patientId} = ${entries.patientId} and ${notes.isNext} = 1)`

/** The names of the patient's tags that are alerts, by name. */
const alerts = sql<
  readonly string[]
>`(select json_group_array(${tags.name} order by ${tags.nameKey}, ${tags.id})
  from ${patientTags} cross join ${tags} on ${tags.practiceKey} = ${patientTags.practiceKey}
    and ${tags.id} = ${patientTags.tagId}
  where ${patientTags.practiceKey} = ${entries.practiceKey} and ${patientTags.patientId} = ${entries.patientId}
    and ${tags.alert} = 1)`.mapWith((json: string) => JSON.parse(json) as readonly string[])

const onDay = {
  fields: {
    ...columnsOf(entries),
    firstName: text(patients.firstName),
    lastName: text(patients.lastName),
    dob: text(patients.dob),
    phoneMobile: text(patients.phoneMobile),
    email: text(patients.email),
    notifyByEmail: number(patients.notifyByEmail),
    notifyBySms: number(patients.notifyBySms),
    preferredLanguage: text(patients.preferredLanguage),
    practitionerName: text(users.name),
    practitionerColor: text(users.color),
    confirmedAt: number(progress.confirmedAt),
    arrivedAt: number(progress.arrivedAt),
    inChairAt: number(progress.inChairAt),
    doneAt: number(progress.doneAt),
    noShowAt: number(progress.noShowAt),
    progressNote: text(progress.note),
    progressVersion: number(progress.version),
    isFirstVisit,
    hasNextNote,
    alerts,
    notices,
  },
  from: entries,
  limit: param('limit'),
}
const withAll = (source: SQL): SQL => sql`${source}
  left join ${patients} on ${patients.practiceKey} = ${entries.practiceKey} and ${patients.id} = ${entries.patientId}
  left join ${users} on ${users.practiceKey} = ${entries.practiceKey} and ${users.id} = ${entries.practitionerId}
  left join ${progress} on ${progress.practiceKey} = ${entries.practiceKey} and ${progress.id} = ${entries.id}`

const startsOnDay = select({
  ...onDay,
  source: withAll(sql`${entries}`),
  where: and(gte(entries.startAt, param('startAt')), lt(entries.startAt, param('endAt'))),
  orderBy: [asc(entries.startAt), asc(entries.id)],
})
/** CROSS JOIN makes SQLite run the query `places` first, which returns few rows. */
const startsBefore = (places: SQL) =>
  select({ ...onDay, source: withAll(sql`(${places}) cross join ${entries} on entries.rowid = place`) })
const longest = sql.raw(String(24 * 3_600_000))
/** The most entries of one day that are looked at. No real day has more, and the limit keeps the query short. */
const mostLookedThrough = sql.raw('10000')
/**
 * Entries that began within 24 hours before the day and reach into it. Only the last 10,000 entries of these 24 hours
 * are looked at.
 */
const beganShortlyBefore = startsBefore(sql`select place from (
    select rowid as place, end_at from entries where practice_key = ${ownPracticeKey}
      and start_at >= ${param('startAt')} - ${longest} and start_at < ${param('startAt')}
    order by start_at desc, id desc limit ${mostLookedThrough}
  ) where end_at > ${param('startAt')}`)
/** Entries of more than a day that began more than 24 hours before the day and reach into it. */
const beganLongBefore =
  startsBefore(sql`select rowid as place from entries where practice_key = ${ownPracticeKey}
  and ${sql.raw(whereLong)} and end_at > ${param('startAt')} and start_at < ${param('startAt')} - ${longest}`)
const startedOnDay = select({
  fields: {
    number: sql<number>`(select count(*) from (select 1 from entries where practice_key = ${ownPracticeKey}
      and start_at >= ${param('startAt')} and start_at < ${param('endAt')} and ${isStanding} limit ${mostLookedThrough}))`,
  },
  from: practices,
})

export type DayRow = ReturnType<typeof startsOnDay.decode>

/** The entries that touch a day, by start and id, and the number of these entries. */
export interface DayRows {
  readonly rows: readonly DayRow[]
  /** Whether there are more entries than were read. */
  readonly more: boolean
  /** The number of all entries. At most 10,000 of the entries that start on the day are counted. */
  readonly total: number
}

/** The most text of entries that is read for one day, in UTF-16 code units. Only very long notes reach this limit. */
const mostText = 8 * 1024 * 1024

/**
 * The entries that touch a day. Entries that began before the day or end after it are included. Returns at most the
 * earliest `most` entries, and fewer when their texts are very long.
 */
export function listDay(scope: Scope, day: Interval, most: number): DayRows {
  // A time zone that moves across the date line skips a whole day. No entry touches a skipped day, not even one
  // that runs on after it.
  if (day.startAt === day.endAt) return { rows: [], more: false, total: 0 }
  const params = { ...day, limit: most + 1 }
  const parts = [beganLongBefore, beganShortlyBefore, startsOnDay].map((statement) =>
    scope.some(statement, params, mostText),
  )
  const all = parts.flatMap(({ rows }) => rows).sort(byStart)
  const isCut = parts.some((part) => part.isCut)
  const more = isCut || all.length > most
  const before = parts[0]!.rows.length + parts[1]!.rows.length
  return {
    rows: all.slice(0, most),
    more,
    total: more ? before + scope.get(startedOnDay, { ...day })!.number : all.length,
  }
}

const byStart = (a: DayRow, b: DayRow): number => a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
