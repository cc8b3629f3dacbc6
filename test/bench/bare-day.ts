/** `GET /day` of the bare program. */
import type { Database } from 'bun:sqlite'
import { channelCodes, entryTypeCodes, kindCodes, namesOf, stateCodes } from '../../db/codes.ts'
import { whereAppointment, whereLong } from '../../db/entry-sql.ts'
import { whereLiveOrNot } from '../../db/notice-sql.ts'
import { idOf, type StoredId } from '../../db/stored-id.ts'
import { dayGrid, dayOf, neighbourOf } from '../../src/domain/day-grid.ts'
import { nothingNoted, progressOf, stateTexts } from '../../src/domain/progress.ts'
import { formatCursor } from '../../src/domain/record-change.ts'
import { answerIn } from '../../src/domain/reminders/answer.ts'
import { defaultWorkingHours, openTimesOn } from '../../src/domain/working-hours.ts'
import { formatInstant } from './bare-time.ts'

interface Row {
  readonly id: StoredId
  readonly chairId: StoredId | null
  readonly patientId: StoredId | null
  readonly practitionerId: StoredId | null
  readonly seriesId: StoredId | null
  readonly appointmentTypeId: StoredId | null
  readonly holdUntil: number | null
  readonly createdBy: StoredId
  readonly type: number
  readonly startAt: number
  readonly endAt: number
  readonly metadata: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly dob: string | null
  readonly notifyByEmail: number
  readonly notifyBySms: number
  readonly practitionerName: string | null
  readonly practitionerColor: string | null
  readonly progressVersion: number | null
  readonly firstVisit: number
  readonly hasNextNote: number
  readonly alerts: string
  readonly notices: string
  readonly [field: string]: unknown
}
interface ChairRow {
  readonly id: StoredId
  readonly active: number
  readonly workingHours: string | null
}
type Notice = [
  channel: number,
  kind: number,
  state: number,
  reason: string | null,
  dueAt: number,
  sentAt: number | null,
]

const types = namesOf(entryTypeCodes)
const [channels, kinds, states] = [namesOf(channelCodes), namesOf(kindCodes), namesOf(stateCodes)]
const day = 86_400_000

const ofEntry = (table: string, more = '') => `
  select channel, kind, state, reason, due_at, sent_at, created_at from ${table} where practice_key = e.practice_key
    and entry_id = e.id ${more} and start_at = e.start_at and patient_id = e.patient_id`
const columns = `e.id, e.chair_id as chairId, e.patient_id as patientId, e.type, e.title, e.start_at as startAt,
  e.end_at as endAt, e.color, e.service_ref as serviceRef, e.notes, e.created_by as createdBy, e.metadata,
  e.practitioner_id as practitionerId, e.series_id as seriesId, e.appointment_type_id as appointmentTypeId, e.hold_until as holdUntil, e.created_at as createdAt, e.updated_at as updatedAt,
  e.version, p.first_name as firstName, p.last_name as lastName, p.dob, p.phone_mobile as phoneMobile, p.email,
  p.notify_by_email as notifyByEmail, p.notify_by_sms as notifyBySms, p.preferred_language as preferredLanguage,
  u.name as practitionerName, u.color as practitionerColor, g.confirmed_at as confirmedAt, g.arrived_at as arrivedAt,
  g.in_chair_at as inChairAt, g.done_at as doneAt, g.no_show_at as noShowAt, g.note as progressNote,
  g.version as progressVersion,
  e.${whereAppointment} and e.patient_id is not null and not exists (select 1 from entries b
    where b.practice_key = e.practice_key and b.patient_id = e.patient_id and b.start_at < e.start_at
      and b.${whereAppointment} and not exists (select 1 from progress m
        where m.practice_key = b.practice_key and m.id = b.id and m.no_show_at is not null)) as firstVisit,
  exists (select 1 from notes where practice_key = e.practice_key and patient_id = e.patient_id and is_next = 1)
    as hasNextNote,
  (select json_group_array(t.name order by t.name_key, t.id) from patient_tags l cross join tags t
    on t.practice_key = l.practice_key and t.id = l.tag_id and t.alert = 1
    where l.practice_key = e.practice_key and l.patient_id = e.patient_id) as alerts,
  (select json_group_array(json_array(channel, kind, state, reason, due_at, sent_at)) from (
    select * from (${ofEntry('reminder_jobs', `and ${whereLiveOrNot}`)} union all ${ofEntry('past_reminders')})
    order by created_at desc limit 20)) as notices`
const joins = `left join patients p on p.practice_key = e.practice_key and p.id = e.patient_id
  left join users u on u.practice_key = e.practice_key and u.id = e.practitioner_id
  left join progress g on g.practice_key = e.practice_key and g.id = e.id`

/** Prepares the statements of `GET /day`. */
export function prepareDay(
  db: Database,
  { practiceId, practiceKey }: { practiceId: string; practiceKey: number },
): (date: string) => object {
  const practice = db.prepare<
    { timezone: string; workingHours: string | null; slotMinutes: number | null },
    [number]
  >(
    'select timezone, working_hours as workingHours, slot_minutes as slotMinutes from practices where key = +?1',
  )
  const chairs = db.prepare<ChairRow, [number]>(
    `select id, name, color, position, active, working_hours as workingHours from chairs where practice_key = +?1
     order by position, id`,
  )
  const closed = db.prepare<unknown, [number, string]>(
    'select id from closures where practice_key = +?1 and through_date >= +?2 and from_date <= +?2 or yearly = 1',
  )
  const startsInside = db.prepare<Row, [number, number, number]>(
    `select ${columns} from entries e ${joins}
     where e.practice_key = +?1 and e.start_at >= +?2 and e.start_at < +?3 order by e.start_at, e.id limit 2001`,
  )
  const startsBefore = db.prepare<Row, [number, number]>(
    `select ${columns} from (
       select rowid as place from entries where practice_key = +?1
         and start_at >= +?2 - ${day} and start_at < +?2 and end_at > +?2
       union all select rowid from entries where practice_key = +?1 and ${whereLong} and end_at > +?2
         and start_at < +?2 - ${day}
     ) cross join entries e on e.rowid = place ${joins} order by e.start_at, e.id`,
  )
  const newest = db.prepare<{ epoch: number; seq: number | null }, [number]>(
    `select epoch, (select max(seq) from changes where practice_key = +?1) as seq from change_epochs
     where practice_key = +?1`,
  )

  const view = (row: Row, now: number) => {
    const { firstName, lastName, dob, phoneMobile, email, notifyByEmail, notifyBySms, ...withoutPatient } =
      row
    const { preferredLanguage, practitionerName, practitionerColor, notices, ...withoutMember } =
      withoutPatient
    const { confirmedAt, arrivedAt, inChairAt, doneAt, noShowAt, ...withoutSteps } = withoutMember
    const { progressNote, progressVersion, firstVisit, hasNextNote, alerts, ...entry } = withoutSteps
    const type = types[row.type]!
    const metadata = JSON.parse(row.metadata)
    const patientId = row.patientId && idOf(row.patientId)
    const noted = { confirmedAt, arrivedAt, inChairAt, doneAt, noShowAt, note: progressNote }
    const kept = progressVersion && { ...nothingNoted, ...noted, version: progressVersion }
    const visit = { type, patientId, startAt: row.startAt, metadata }
    const { steps: _, state, waitingSince, ...progress } = progressOf(visit, (kept || null) as never, now)
    return {
      ...entry,
      holdUntil: undefined,
      hold: row.holdUntil === null ? null : { expiresAt: formatInstant(row.holdUntil) },
      id: idOf(row.id),
      practiceId,
      chairId: row.chairId && idOf(row.chairId),
      patientId,
      practitionerId: row.practitionerId && idOf(row.practitionerId),
      seriesId: row.seriesId && idOf(row.seriesId),
      appointmentTypeId: row.appointmentTypeId && idOf(row.appointmentTypeId),
      createdBy: idOf(row.createdBy),
      type,
      metadata,
      ...interval(row),
      createdAt: formatInstant(row.createdAt),
      updatedAt: formatInstant(row.updatedAt),
      patient: patientId && {
        id: patientId,
        firstName,
        lastName,
        phoneMobile,
        email,
        preferredLanguage,
        dob: dob && `${dob}T00:00:00.000Z`,
        notifyByEmail: notifyByEmail === 1,
        notifyBySms: notifyBySms === 1,
        alerts: JSON.parse(alerts),
      },
      firstVisit: firstVisit === 1,
      hasNextNote: hasNextNote === 1,
      answer: type === 'appointment' ? answerIn(metadata) : null,
      progress:
        type === 'appointment'
          ? {
              ...progress,
              state: stateTexts[state],
              waitingSince: waitingSince && formatInstant(waitingSince),
            }
          : null,
      practitioner: row.practitionerId && {
        id: idOf(row.practitionerId),
        name: practitionerName,
        color: practitionerColor,
      },
      reminders: (JSON.parse(notices) as Notice[]).map(([channel, kind, state, reason, dueAt, sentAt]) => ({
        channel: channels[channel],
        kind: kinds[kind],
        state: states[state],
        reason,
        dueAt: formatInstant(dueAt),
        sentAt: sentAt && formatInstant(sentAt),
      })),
    }
  }

  return (date) => {
    const { timezone, workingHours, slotMinutes } = practice.get(practiceKey)!
    const during = dayOf(date, timezone)
    closed.all(practiceKey, date)
    const now = Date.now()
    const { epoch, seq } = newest.get(practiceKey)!
    const rows = [
      ...startsBefore.all(practiceKey, during.startAt),
      ...startsInside.all(practiceKey, during.startAt, during.endAt),
    ]
    const entries = rows.map((row) => view(row, now))
    const hours = openTimesOn(
      workingHours === null ? defaultWorkingHours : JSON.parse(workingHours),
      date,
      timezone,
    )
    return {
      date,
      timezone,
      practitioners: [],
      absences: [],
      notes: [],
      entriesTotal: rows.length,
      more: false,
      cursor: formatCursor({ epoch, seq: seq ?? 0 }),
      dayStart: formatInstant(during.startAt),
      dayEnd: formatInstant(during.endAt),
      previous: neighbourOf(date, -1),
      next: neighbourOf(date, 1),
      chairs: chairs.all(practiceKey).map(({ workingHours: _, ...chair }) => {
        const id = idOf(chair.id)
        const active = chair.active === 1
        return {
          ...chair,
          id,
          active,
          hours: hours.map(interval),
          closures: [],
        }
      }),
      entries: entries.filter(({ chairId }) => chairId !== null),
      withoutChair: entries.filter(({ chairId }) => chairId === null),
      grid: dayGrid(date, timezone, slotMinutes ?? 15).map((row) => ({ ...row, at: formatInstant(row.at) })),
    }
  }
}

const interval = ({ startAt, endAt }: { readonly startAt: number; readonly endAt: number }) => ({
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})
