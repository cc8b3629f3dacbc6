import { amended } from '../../domain/changes.ts'
import { closureIssues } from '../../domain/closures.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { mostClosures, requireRoom } from '../../domain/limits.ts'
import type { Closure } from '../../domain/open-times.ts'
import { found, invalid } from '../../domain/problem.ts'
import { daysAsked, touchesDays } from '../../domain/recurring-times.ts'
import { requireMatch } from '../../domain/version.ts'
import { archiveClosure } from '../../store/archive/archive.ts'
import type { Scope } from '../../store/engine/scope.ts'
import {
  type ClosureRow,
  countClosures,
  findClosure,
  insertClosure,
  listClosures,
  removeClosure,
  updateClosure,
} from '../../store/practice/closures.ts'
import type { Practice } from '../../store/store.ts'
import { ofClosure, type Touched, touchedBy } from '../calendar/booked-within.ts'
import { chairIssues } from '../shared/chair-issues.ts'
import type { ClosureQuery, CreateClosure, UpdateClosure } from './schema.ts'

/** The closures on any day from `from` to before `to`, by their last day, in pages. */
export function* browseClosures({ read }: Practice, query: ClosureQuery): Generator<ClosureRow[]> {
  const { first, last } = daysAsked(query)
  if (first > last) return
  for (const page of listClosures(read)) yield page.filter((row) => touchesDays(row, first, last))
}

export const readClosure = (practice: Practice, closureId: string) =>
  found(findClosure(practice.read, closureId))

/**
 * Creates a closure.
 * @throws `validation_failed` when the fields do not fit together or a chair is not the practice's; `conflict` when
 * there are 1,000 closures.
 */
export const createClosure = (practice: Practice, body: CreateClosure, now: number, id = newId(now)) =>
  practice.write((tx) => {
    insertClosure(tx, { ...newClosure(tx, body, id), createdAt: now, updatedAt: now })
    const after = found(findClosure(tx, id))
    tx.record({ kind: 'write', record: { kind: 'closure', id }, after })
    return after
  })

/**
 * Returns how many appointments a new closure would touch, and changes nothing. The request still counts as a write, so
 * that a repeated request gets the same answer.
 * @throws as `createClosure`.
 */
export const tryClosure = (practice: Practice, body: CreateClosure, now: number): Promise<Touched> =>
  practice.write((tx) => touchedBy(tx, ofClosure(newClosure(tx, body, newId(now))), now))

/** @throws as `createClosure`. */
function newClosure(scope: Scope, body: CreateClosure, id: string): Closure {
  requireRoom(countClosures(scope), mostClosures, tooMany)
  const closure = {
    startTime: null,
    endTime: null,
    yearly: false,
    ...body,
    chairIds: body.chairIds?.map(lookupId) ?? null,
  }
  requireFit(scope, closure)
  return { ...closure, id }
}

const tooMany = `There are ${mostClosures} closures, and there can be no more. Delete one that is over first.`

/**
 * Changes a closure by the rules of PATCH (RULES §1). A chair that the closure already has may stay, even when the
 * chair was deleted.
 * @throws `not_found`; `validation_failed` when the resulting fields do not fit together, or when a new chair is not
 * the practice's.
 */
export const editClosure = (practice: Practice, closureId: string, body: UpdateClosure, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findClosure(tx, closureId))
    const { chairIds, ...fields } = body
    const changed = {
      ...fields,
      ...(chairIds !== undefined && { chairIds: chairIds?.map(lookupId) ?? null }),
    }
    return amended(before, changed, now, (changes) => {
      const after = { ...before, ...changes }
      requireFit(tx, after, before.chairIds ?? [])
      updateClosure(tx, closureId, changes)
      tx.record({ kind: 'write', record: { kind: 'closure', id: closureId }, before, after })
    })
  })

/** Deletes a closure. It moves to the archive. @throws `not_found`. */
export const deleteClosure = (practice: Practice, closureId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findClosure(tx, closureId))
    archiveClosure(tx, closureId, now)
    removeClosure(tx, closureId)
    tx.record({ kind: 'write', record: { kind: 'closure', id: closureId }, before })
  })

/**
 * @throws `validation_failed` when the fields do not fit together, or when a chair is neither the practice's nor
 * among `known`.
 */
function requireFit(scope: Scope, closure: Omit<Closure, 'id'>, known: readonly string[] = []): void {
  const issues = [...closureIssues(closure), ...chairIssues(scope, closure.chairIds, known)]
  if (issues.length > 0) throw invalid(issues)
}
