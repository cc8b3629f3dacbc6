import { absentTimes } from '../../domain/absences.ts'
import { dayGrid, dayOf, type GridRow, neighbourOf } from '../../domain/day-grid.ts'
import { mostAbsencesNamed, mostClosuresNamed, mostOnDay } from '../../domain/limits.ts'
import { type ClosedTime, closuresDuring, openTimes } from '../../domain/open-times.ts'
import { perChair } from '../../domain/per-chair.ts'
import { found } from '../../domain/problem.ts'
import type { Cursor } from '../../domain/record-change.ts'
import { settingsOf } from '../../domain/settings.ts'
import { type Interval, localDate } from '../../domain/time.ts'
import { listMembers, type MemberRow } from '../../store/access/members.ts'
import { type DayRow, listDay } from '../../store/calendar/day.ts'
import { type DayNoteRow, listDayNotes } from '../../store/calendar/day-notes.ts'
import { newestCursor } from '../../store/changes/changes.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { type AbsenceRow, listAbsencesOn } from '../../store/practice/absences.ts'
import { type ChairRow, listChairs } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ReadablePractice } from '../../store/store.ts'

/** A chair on one day. */
export interface ChairDay {
  readonly chair: ChairRow
  /** When the chair is open: its hours less the closures. */
  readonly hours: readonly Interval[]
  /** The first 20 closures of the day, by start. */
  readonly closures: readonly ClosedTime[]
}

/** When a member is away on a day. */
export interface AwayTime extends Interval {
  readonly absence: AbsenceRow
  readonly member: MemberRow
}

/** One local day of a practice. */
export interface Day {
  readonly date: string
  readonly timezone: string
  /** The day from local midnight to the next, in epoch milliseconds. */
  readonly during: Interval
  readonly previous: string | null
  readonly next: string | null
  /** In the order of the chairs. A chair that is not active is included when it has entries on the day. */
  readonly chairs: readonly ChairDay[]
  /** The entries on a chair, by start and id. */
  readonly entries: readonly DayRow[]
  readonly withoutChair: readonly DayRow[]
  readonly absences: readonly AwayTime[]
  /** The oldest first. */
  readonly notes: readonly DayNoteRow[]
  readonly grid: readonly GridRow[]
  readonly total: number
  /** Whether the day has more entries than these. */
  readonly more: boolean
  /** The cursor of the newest change that is part of this answer. */
  readonly upTo: Cursor
}

/**
 * A day as it is at one moment (RULES §24). `asked` is `YYYY-MM-DD`. When `asked` is left out, reads the day of `now`
 * (epoch milliseconds).
 * @throws `not_found` when the practice does not exist.
 */
export const readDay = ({ read }: ReadablePractice, asked: string | undefined, now: number): Day =>
  read.snapshot(() => {
    const own = found(findPractice(read))
    const { timezone } = own
    const date = asked ?? localDate(now, timezone)
    const during = dayOf(date, timezone)
    const rules = findOpenRules(read, date, date, own)
    const hoursOf = perChair(rules, (chairId) => openTimes(rules, chairId, date))
    const closuresOf = perChair(rules, (chairId) =>
      closuresDuring(rules, chairId, during).slice(0, mostClosuresNamed),
    )
    const { rows, more, total } = listDay(read, during, mostOnDay)
    const used = new Set(rows.map(({ chairId }) => chairId))
    const chairs = listChairs(read)
      .filter(({ id, active }) => active || used.has(id))
      .map((chair) => ({
        chair,
        hours: chair.active ? hoursOf(chair.id) : [],
        closures: closuresOf(chair.id),
      }))
    return {
      date,
      timezone,
      during,
      chairs,
      total,
      more,
      previous: neighbourOf(date, -1),
      next: neighbourOf(date, 1),
      absences: absentOn(read, date, during, timezone),
      notes: listDayNotes(read, date),
      entries: rows.filter(({ chairId }) => chairId !== null),
      withoutChair: rows.filter(({ chairId }) => chairId === null),
      grid: dayGrid(date, timezone, settingsOf(own).slotMinutes),
      upTo: newestCursor(read),
    }
  })

/** The first 100 absences on a day, by start and by the name of the member. */
function absentOn(read: Scope, date: string, during: Interval, timezone: string): AwayTime[] {
  const rows = listAbsencesOn(read, date, date)
  if (rows.length === 0) return []
  const members = new Map(listMembers(read).map((member) => [member.id, member]))
  return rows
    .flatMap((absence) =>
      absentTimes([absence], during, timezone).map((part) => ({
        absence,
        member: members.get(absence.practitionerId)!,
        ...part,
      })),
    )
    .sort((a, b) => a.startAt - b.startAt || a.member.name.localeCompare(b.member.name))
    .slice(0, mostAbsencesNamed)
}
