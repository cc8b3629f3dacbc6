/** Finds out which patients are due to come again (RULES §34). Instants are epoch milliseconds. */
import { dueOn, startsBefore, stillAheadMs } from '../../domain/recall.ts'
import { localDate } from '../../domain/time.ts'
import type { Scope } from '../engine/scope.ts'
import { type LastVisit, listLastVisitsOf, type Today } from '../patients/recalls.ts'
import { listAppointmentTypes } from '../practice/appointment-types.ts'
import { findPractice } from '../practice/practice.ts'

/**
 * A kind of appointment after which patients come again. They are due today if their last visit began before `before`.
 */
export interface RecallType {
  readonly id: string
  readonly months: number
  readonly before: number
}

/** The data that decide at one moment which patients are due. */
export interface RecallDay extends Today {
  readonly timezone: string
  /** In the order of their ids. */
  readonly types: readonly RecallType[]
}

/** Reads the data that decide at `now` which patients of this practice are due. Archived kinds do not count. */
export function recallDayOf(scope: Scope, now: number): RecallDay {
  const { timezone } = findPractice(scope)!
  const today = localDate(now, timezone)
  const types = listAppointmentTypes(scope)
    .flatMap(({ id, recallMonths: months }) =>
      months === null ? [] : [{ id, months, before: startsBefore(today, months, timezone) }],
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return { timezone, today, aheadFrom: now - stillAheadMs, types }
}

/** A kind of appointment for which a patient is due again. */
export interface Due extends LastVisit {
  /** The day since which the patient is due, `YYYY-MM-DD`. */
  readonly dueOn: string
}

/** The kinds of appointments for which a patient is due. The kind that fell due last comes first. */
export const listDue = (scope: Scope, patientId: string, day: RecallDay): Due[] =>
  listLastVisitsOf(scope, patientId, day)
    .flatMap((visit): Due[] => {
      const type = day.types.find(({ id }) => id === visit.appointmentTypeId)
      return type === undefined || visit.startAt >= type.before
        ? []
        : [{ ...visit, dueOn: dueOn(visit.startAt, type.months, day.timezone) }]
    })
    .sort(byDue)

/** Compares kinds of appointments for which a patient is due. The latest day comes first. */
export const byDue = (a: Due, b: Due): number =>
  compare(b.dueOn, a.dueOn) || compare(a.appointmentTypeId, b.appointmentTypeId)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The start of the newest visit after which a patient is due. Messages and contacts before this start no longer count.
 */
export const lastStartOf = (due: readonly Due[]): number => Math.max(...due.map(({ startAt }) => startAt))
