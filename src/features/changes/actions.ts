import { cursorGone, invalid } from '../../domain/problem.ts'
import { type Cursor, type RecordChange, readCursor } from '../../domain/record-change.ts'
import { changesAfter, isKept, newestCursor } from '../../store/changes/changes.ts'
import type { Scope } from '../../store/engine/scope.ts'

/** Changes after a cursor. `next` is the cursor after the last of these changes. */
interface ChangesPage {
  readonly changes: readonly RecordChange[]
  readonly next: Cursor
  readonly more: boolean
}

/**
 * The changes after `since`, oldest first, `limit` at most. Without `since`, only the newest cursor.
 * @throws `cursor_gone`.
 */
export function browseChanges(scope: Scope, since: string | undefined, limit: number): ChangesPage {
  // A snapshot is needed, because another process may write between two statements.
  return scope.snapshot(() => {
    const from = beginning(scope, since)
    const rows = since === undefined ? [] : changesAfter(scope, from.seq, limit + 1)
    const changes = rows.slice(0, limit)
    return { changes, next: { ...from, seq: changes.at(-1)?.seq ?? from.seq }, more: rows.length > limit }
  })
}

/**
 * The cursor after which a caller wants changes. Without `since`, the newest cursor.
 * @throws `validation_failed` for a text that is not a cursor; `cursor_gone`.
 */
export function beginning(scope: Scope, since: string | undefined): Cursor {
  if (since === undefined) return newestCursor(scope)
  const cursor = readCursor(since)
  if (cursor === undefined) throw invalid([{ path: 'since', message: 'must be a cursor of this list' }])
  if (!isKept(scope, cursor)) throw cursorGone()
  return cursor
}
