/**
 * Times that visitors hold, request or book online (RULES §31). Each of these times is also an entry of the calendar,
 * with the same id. A hold reserves a time until the visitor has proved their address, or until the hold ends.
 */
import { and, asc, gt, lte, type SQL, sql } from 'drizzle-orm'
import { bookingCodes } from '../../../db/codes.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { merges } from '../../../db/schema/merges.ts'
import { onlineBookings, onlineCodes } from '../../../db/schema/online-bookings.ts'
import { patients } from '../../../db/schema/patients.ts'
import { holdMs } from '../../domain/online-booking.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { Interval } from '../../domain/time.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import {
  columnsOf,
  equals,
  isStanding,
  type NewRow,
  ownPracticeKey,
  param,
  remove,
  select,
} from '../engine/statement.ts'

const fields = columnsOf(onlineBookings)
const state = (...names: readonly (keyof typeof bookingCodes)[]): SQL =>
  sql`${onlineBookings.state} in (${sql.raw(names.map((name) => bookingCodes[name]).join())})`
const itself = equals(onlineBookings.id, 'id')
const now = param('now')

const byId = select({ fields, from: onlineBookings, where: itself })
const bySecret = select({
  fields,
  from: onlineBookings,
  where: equals(onlineBookings.secretHash, 'secretHash'),
})
const held = select({
  fields: {
    id: onlineBookings.id,
    network: onlineBookings.network,
    appointmentTypeId: onlineBookings.appointmentTypeId,
    startAt: onlineBookings.startAt,
    expiresAt: onlineBookings.expiresAt,
  },
  from: onlineBookings,
  where: and(state('held'), gt(onlineBookings.expiresAt, now)),
  orderBy: [asc(onlineBookings.expiresAt)],
})
const waits = and(state('requested'), sql`${onlineBookings.decideUntil} > ${now}`)
const requests = select({
  fields,
  from: onlineBookings,
  where: waits,
  orderBy: [asc(onlineBookings.startAt), asc(onlineBookings.id)],
  limit: param('most'),
})
const requestsEnded = select({
  fields,
  from: onlineBookings,
  where: and(state('requested'), sql`${onlineBookings.decideUntil} <= ${now}`),
  limit: sql`100`,
})
const counted = { number: sql<number>`count(*)` }
const countWaiting = select({ fields: counted, from: onlineBookings, where: waits })
/** An SQL condition: the entry of a booking exists. An entry that was cancelled or deleted does not exist. */
const entryThere = (more: SQL): SQL => sql`exists (select 1 from ${entries}
  where ${entries.practiceKey} = ${ownPracticeKey} and ${entries.id} = ${onlineBookings.id} and ${isStanding} and ${more})`
const onDay = select({
  fields: { id: onlineBookings.id },
  from: onlineBookings,
  where: and(
    equals(onlineBookings.appointmentTypeId, 'typeId'),
    entryThere(sql`${entries.startAt} >= ${param('startAt')} and ${entries.startAt} < ${param('endAt')}`),
  ),
})
const countOfContact = select({
  fields: counted,
  from: onlineBookings,
  where: and(
    sql`${onlineBookings.contactHash} is not null`,
    equals(onlineBookings.contactHash, 'contactHash'),
    equals(onlineBookings.appointmentTypeId, 'typeId'),
    state('requested', 'booked'),
    // A request has no patient. A member may have given an appointment to another patient.
    entryThere(sql`${entries.startAt} > ${now}
      and (${entries.patientId} is null or ${entries.patientId} = ${onlineBookings.patientId})`),
  ),
})
const newPatients = select({
  fields,
  from: onlineBookings,
  where: and(
    state('requested', 'booked'),
    sql`${onlineBookings.isNewPatient} = 1`,
    gt(onlineBookings.startAt, param('after')),
    // After a merge, the patient no longer counts as new, no matter which of the two records was kept.
    sql`exists (select 1 from ${patients} where ${patients.practiceKey} = ${ownPracticeKey}
      and ${patients.id} = ${onlineBookings.patientId} and ${patients.createdAt} >= ${onlineBookings.createdAt})`,
    sql`not exists (select 1 from ${merges} where ${merges.practiceKey} = ${ownPracticeKey}
      and ${merges.keptId} = ${onlineBookings.patientId})`,
  ),
  orderBy: [asc(onlineBookings.startAt), asc(onlineBookings.id)],
  limit: param('most'),
})
const typedOf = select({
  fields: { id: onlineBookings.id, visitor: onlineBookings.visitor },
  from: onlineBookings,
  where: and(
    sql`${onlineBookings.patientId} is not null`,
    equals(onlineBookings.patientId, 'patientId'),
    equals(onlineBookings.channel, 'channel'),
  ),
})
const old = and(
  sql`(${state('held', 'closed')} and ${onlineBookings.patientId} is null
    and ${lte(onlineBookings.expiresAt, param('heldUntil'))})
    or (${lte(onlineBookings.startAt, param('startedUntil'))}
      and not exists (select 1 from ${entries} where ${entries.practiceKey} = ${ownPracticeKey}
        and ${entries.id} = ${onlineBookings.id} and ${entries.startAt} > ${param('startedUntil')}))`,
)!
const removeOld = remove(onlineBookings, old)
const heldAhead = select({
  fields: { id: onlineBookings.id },
  from: onlineBookings,
  where: and(state('held'), gt(onlineBookings.expiresAt, param('longest'))),
  limit: sql`100`,
})
const removeOldCodes = remove(
  onlineCodes,
  sql`${lte(onlineCodes.sentAt, param('sentUntil'))} or ${gt(onlineCodes.sentAt, now)}`,
)
const codes = select({
  fields: columnsOf(onlineCodes),
  from: onlineCodes,
  where: gt(onlineCodes.sentAt, param('after')),
})

/** The booking of the entry with this id, or null. */
export const findOnlineBooking = (scope: Scope, id: string) => scope.get(byId, { id })
export type OnlineBookingRow = NonNullable<ReturnType<typeof findOnlineBooking>>

/** Whether an entry was requested online, and the practice declined it or did not answer in time. */
export const wasDeclined = (scope: Scope, id: string): boolean => {
  const booking = findOnlineBooking(scope, id)
  return booking?.state === 'closed' && booking.decideUntil !== null
}

/** The booking with the secret that has this SHA-256 hash; null when there is none. */
export const findBySecret = (scope: Scope, secretHash: Buffer) => scope.get(bySecret, { secretHash })

/** The unproven holds that have not ended at `now`. The hold that ends first is first. There are few at a time. */
export const listHeld = (scope: Scope, now: number) => scope.all(held, { now })

/**
 * Up to 100 unproven holds that end too late: later than a hold that begins at `now`. The clock was ahead when they
 * began.
 */
export const listHeldAhead = (scope: Scope, now: number) => scope.all(heldAhead, { longest: now + holdMs })

/** The first `most` requests that wait for an answer at `now`, by start. */
export const listRequests = (scope: Scope, now: number, most: number): OnlineBookingRow[] =>
  scope.all(requests, { now, most })
/** Up to 100 requests that nobody answered in time. */
export const listRequestsEnded = (scope: Scope, now: number): OnlineBookingRow[] =>
  scope.all(requestsEnded, { now })
export const countRequests = (scope: Scope, now: number): number => scope.get(countWaiting, { now })!.number

/** The first `most` requests and bookings of new patients that start after an instant, by start. */
export const listNewOnline = (scope: Scope, after: number, most: number): OnlineBookingRow[] =>
  scope.all(newPatients, { after, most })

/** The bookings of a patient with messages by this channel that use what the visitor typed. */
export const listTyped = (scope: Scope, patientId: string, channel: NoticeChannel) =>
  scope
    .all(typedOf, { patientId, channel })
    .flatMap(({ id, visitor }) => (visitor === null ? [] : [{ id, visitor }]))

/** How many appointments of a type are held, requested or booked online on a day. The ids in `without` do not count. */
export const countOnlineOn = (
  scope: Scope,
  typeId: string,
  { startAt, endAt }: Interval,
  without: ReadonlySet<string>,
): number => scope.all(onDay, { typeId, startAt, endAt }).filter(({ id }) => !without.has(id)).length

/** Whether a contact has a request or a booking of this type that starts after `now`. */
export const hasOpenBooking = (scope: Scope, contactHash: Buffer, typeId: string, now: number): boolean =>
  scope.get(countOfContact, { contactHash, typeId, now })!.number > 0

export const insertOnlineBooking = (tx: WriteScope, row: NewRow<typeof onlineBookings>): void =>
  tx.insert(onlineBookings, row)
export const updateOnlineBooking = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewRow<typeof onlineBookings>>,
): void => tx.update(onlineBookings, id, changes)
export const removeOnlineBooking = (tx: WriteScope, id: string): boolean => tx.remove(onlineBookings, id)

/** The codes that were sent after an instant, in epoch milliseconds. */
export const listCodes = (scope: Scope, after: number) => scope.all(codes, { after })
export type SentCode = ReturnType<typeof listCodes>[number]
export const insertCode = (tx: WriteScope, code: NewRow<typeof onlineCodes>): void =>
  tx.insert(onlineCodes, code)

/**
 * Removes old rows: holds that ended, bookings that began, and old codes. Codes that were sent after `now` are removed,
 * too, because the clock was ahead. All instants are epoch milliseconds.
 */
export function removeOldBookings(
  tx: WriteScope,
  until: {
    readonly heldUntil: number
    readonly startedUntil: number
    readonly sentUntil: number
    readonly now: number
  },
): void {
  const { heldUntil, startedUntil, sentUntil, now } = until
  tx.run(removeOld, { heldUntil, startedUntil })
  tx.run(removeOldCodes, { sentUntil, now })
}
