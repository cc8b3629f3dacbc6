import { localDate } from '../../domain/time.ts'
import type { AheadRow } from '../../store/calendar/ahead.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listAbsencesOn } from '../../store/practice/absences.ts'
import { listClosuresOn } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import {
  type Away,
  bookedWithin,
  daysAhead,
  Patience,
  ofAbsence as timesOfAbsence,
  ofClosure as timesOfClosure,
} from '../calendar/booked-within.ts'
import { ofAbsence, ofClosure, type Warning } from '../calendar/warnings.ts'

/** An appointment in a time that is closed, or in which its practitioner is away. */
export interface Displaced {
  readonly row: AheadRow
  /** The closure or the absence because of which the appointment cannot stay. */
  readonly warning: Warning
  /** When the closure or the absence was entered or last changed, in epoch milliseconds. */
  readonly since: number
}

/**
 * The future appointments that were made before their time was closed, by start, at most `most`. An appointment that is
 * booked later in a closed time was booked with a warning, so nobody has to see to it.
 * @param now epoch milliseconds
 */
export function listDisplaced(read: Scope, now: number, most: number) {
  const { timezone } = findPractice(read)!
  const today = localDate(now, timezone)
  const last = Temporal.PlainDate.from(today).add({ days: daysAhead }).toString()
  const patience = new Patience()
  const found = new Map<string, Displaced>()
  const look = (away: Away, warning: Warning, since: number) => {
    for (const row of bookedWithin(read, away, timezone, now, { madeUntil: since, patience }))
      found.getOrInsert(row.id, { row, warning, since })
  }
  for (const one of listClosuresOn(read, today, last))
    look(timesOfClosure(one), ofClosure(one), one.updatedAt)
  for (const one of listAbsencesOn(read, today, last))
    look(timesOfAbsence(one), ofAbsence(one), one.updatedAt)
  const all = [...found.values()].sort(
    ({ row: a }, { row: b }) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1),
  )
  return { all: all.slice(0, most), isCut: patience.isOver }
}
