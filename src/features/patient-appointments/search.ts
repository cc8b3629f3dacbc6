import { invalid } from '../../domain/problem.ts'
import { progressOf } from '../../domain/progress.ts'
import { occursIn, searchWords } from '../../domain/search.ts'
import { readQueryInstant } from '../../http/shape.ts'
import { findCancellation } from '../../store/calendar/cancellations.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import { findProgress } from '../../store/calendar/progress.ts'
import { type LookedAt, listVisitsBack } from '../../store/calendar/visits-back.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { type ContactRow, findContact } from '../../store/inbox/unresolved.ts'
import type { PatientVisit } from '../../store/patients/patient-visits.ts'
import type { Practice } from '../../store/store.ts'
import type { VisitToShow } from './actions.ts'
import { type SearchQuery, searchCursors, searched } from './schema.ts'

/** How many appointments are searched for one answer, at most. */
const mostLookedThrough = 20_000

/** An appointment that was found, with its patient as they are now. */
export interface FoundVisit extends VisitToShow {
  readonly patient: ContactRow | null
}

/**
 * A page of the appointments of a practice that a search finds, the latest start first (RULES §23). It yields after
 * each page, so that other requests are answered in between.
 * @throws `validation_failed` when the times do not run forward, or when the cursor is not one of ours.
 */
export function* searchAppointments(
  { read }: Practice,
  query: SearchQuery,
  now: number,
): Generator<void, { readonly found: readonly FoundVisit[]; readonly nextCursor: string | null }> {
  const [from, to] = [readQueryInstant(query.from)!, readQueryInstant(query.to)!]
  if (to <= from) throw invalid([{ path: 'to', message: 'must be after from' }])
  const end = { startAt: to, id: '' }
  const behind = query.cursor === undefined ? end : searchCursors.placeOf(query.cursor, searched)
  const limit = Number(query.limit ?? 50)
  const words = searchWords(query.search ?? '')
  const found: FoundVisit[] = []
  let left = mostLookedThrough
  const pages = listVisitsBack(read, {
    from,
    before: behind.startAt < to ? behind : end,
    standing: query.cancelled !== 'true',
    cancelled: query.cancelled !== 'false',
  })
  for (const page of pages) {
    for (const row of page) {
      const isFound = occursIn(words, [row.title, row.names].filter(Boolean).join(' '))
      const shown = isFound ? foundIn(read, row, now) : undefined
      if (shown !== undefined) found.push(shown)
      if (found.length === limit || --left === 0)
        return { found, nextCursor: searchCursors.textOf({ startAt: row.startAt, id: row.id }, searched) }
    }
    yield
  }
  return { found, nextCursor: null }
}

/** The whole appointment; undefined when it was deleted, cancelled or brought back meanwhile. */
function foundIn(scope: Scope, { id, isCancelled }: LookedAt, now: number): FoundVisit | undefined {
  const visit = isCancelled === 1 ? cancelledVisit(scope, id) : standingVisit(scope, id)
  if (visit === undefined) return undefined
  const row = visit.entry ?? visit.cancelled
  const patient = row.patientId === null ? null : findContact(scope, row.patientId)
  return {
    visit,
    patient,
    progress: progressOf({ ...row, type: 'appointment' }, findProgress(scope, id), now),
  }
}

function standingVisit(scope: Scope, id: string): PatientVisit | undefined {
  const entry = findEntry(scope, id)
  return entry === null ? undefined : { entry, cancelled: null }
}

function cancelledVisit(scope: Scope, id: string): PatientVisit | undefined {
  const cancelled = findCancellation(scope, id)
  return cancelled === null ? undefined : { entry: null, cancelled }
}
