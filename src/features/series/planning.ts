/** Plans a new series: its occurrences, and the entries that are in their way. */
import { lookupId } from '../../domain/id.ts'
import { type Issue, invalid } from '../../domain/problem.ts'
import { isInReach, mostOccurrences, occurrencesOf } from '../../domain/series.ts'
import { type Interval, localDate, parseInstant } from '../../domain/time.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { type Clashes, clashesOf } from '../calendar/clashes.ts'
import { referenceIssues } from '../calendar/saving.ts'
import { type Warning, warningsFor } from '../calendar/warnings.ts'
import type { NewSeries } from './schema.ts'

/** `clashes` and `warnings` have an item for each occurrence. */
export interface SeriesPlan {
  readonly occurrences: readonly Interval[]
  readonly clashes: readonly Clashes[]
  readonly warnings: readonly Warning[][]
}

/** @throws `validation_failed` when the repeat, the chair, the patient, the practitioner or the kind is not valid. */
export function planSeries(scope: Scope, body: NewSeries, timeZone: string): SeriesPlan {
  const first = { startAt: parseInstant(body.startAt)!, endAt: parseInstant(body.endAt)! }
  const occurrences = occurrencesOf(first, body.repeat, timeZone)
  const chairId = body.chairId === undefined ? null : lookupId(body.chairId)
  const patientId = body.patientId === undefined ? null : lookupId(body.patientId)
  const practitionerId = body.practitionerId === undefined ? null : lookupId(body.practitionerId)
  const appointmentTypeId = body.appointmentTypeId === undefined ? null : lookupId(body.appointmentTypeId)
  const issues = [
    ...repeatIssues(first, body.repeat, occurrences, timeZone),
    ...referenceIssues(scope, { chairId, patientId, practitionerId, appointmentTypeId }),
  ]
  if (issues.length > 0) throw invalid(issues)
  const planned = occurrences.map((times) => ({
    id: '',
    type: body.type,
    chairId,
    patientId,
    practitionerId,
    ...times,
  }))
  return {
    occurrences,
    clashes: clashesOf(scope, planned),
    warnings: warningsFor(scope, planned),
  }
}

function repeatIssues(
  first: Interval,
  { count, until }: NewSeries['repeat'],
  occurrences: readonly Interval[],
  timeZone: string,
): Issue[] {
  if (count === undefined && until === undefined)
    return [{ path: 'repeat.count', message: 'is required, unless `repeat.until` is given' }]
  if (until !== undefined && until < localDate(first.startAt, timeZone))
    return [{ path: 'repeat.until', message: 'must not be before the day of startAt' }]
  if (occurrences.length > mostOccurrences)
    return [{ path: 'repeat.until', message: `must give at most ${mostOccurrences} occurrences` }]
  if (occurrences.length === 0) return [{ path: 'repeat.skip', message: 'must leave an occurrence' }]
  return occurrences.every(isInReach)
    ? []
    : [{ path: 'repeat', message: 'must let every occurrence end by the year 9999' }]
}
