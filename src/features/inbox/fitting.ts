import { mostWaiting } from '../../domain/limits.ts'
import { type Interval, localDate } from '../../domain/time.ts'
import { Gap, isExpired, LocalDays, suitsChair } from '../../domain/waiting-fit.ts'
import { listWaiting, type WaitingPatient } from '../../store/calendar/waiting-list.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { type FreeTime, freeTimes } from './gaps.ts'

const minute = 60_000

/** A patient on the waiting list, and the first free time that suits them. */
interface Fitting {
  readonly row: WaitingPatient
  readonly visit: Interval
  readonly free: FreeTime
  /**
   * Distinguishes the free time from others, also when a part of it is over. It is the first start that suits in the
   * whole free time, in epoch milliseconds.
   */
  readonly about: number
}

/**
 * The patients on the waiting list whom a free time of the next days suits, from the next full minute on. By start of
 * the visit.
 */
export function listFitting(read: Scope, timezone: string, now: number): Fitting[] {
  const today = localDate(now, timezone)
  const left = new Set(listWaiting(read, mostWaiting).filter((row) => !isExpired(row, today)))
  if (left.size === 0) return []
  const shortest = Math.min(...[...left].map(({ durationMinutes }) => durationMinutes)) * minute
  const fitting: Fitting[] = []
  const days = new LocalDays(timezone)
  for (const free of freeTimes(read, timezone, Math.ceil(now / minute) * minute, shortest)) {
    const gap = new Gap(free, days)
    const whole = new Gap({ ...free, startAt: free.freeSince }, days)
    for (const row of left) {
      const visit = suitsChair(row, free.chairId) ? gap.firstVisit(row) : null
      if (visit === null) continue
      fitting.push({ row, visit, free, about: whole.firstVisit(row)!.startAt })
      left.delete(row)
    }
  }
  return fitting.sort((a, b) => a.visit.startAt - b.visit.startAt)
}
