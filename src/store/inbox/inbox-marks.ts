/** The marks with which members of the desk note that they have dealt with an item of the inbox. */
import { and, eq, sql } from 'drizzle-orm'
import { inboxMarks } from '../../../db/schema/front-desk.ts'
import type { InboxKind } from '../../domain/inbox.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, remove, select } from '../engine/statement.ts'

const fields = columnsOf(inboxMarks)

const byId = select({ fields, from: inboxMarks, where: equals(inboxMarks.id, 'id') })
const ofState = select({
  fields,
  from: inboxMarks,
  where: and(
    equals(inboxMarks.kind, 'kind'),
    equals(inboxMarks.recordId, 'recordId'),
    eq(inboxMarks.about, param('about')),
  ),
})
const old = remove(
  inboxMarks,
  sql`${inboxMarks.id} in (select id from inbox_marks m where m.practice_key = ${ownPracticeKey}
    and m.seen_at < ${param('before')} order by m.seen_at, m.id limit ${param('most')})`,
)

/** The state of a record that waits for a member. A mark is about one such state. */
export interface WaitingState {
  readonly kind: InboxKind
  readonly recordId: string
  readonly about: number
}

/** The mark of an item in this state, or null while no member has dealt with it. */
export const findMark = (scope: Scope, { kind, recordId, about }: WaitingState) =>
  scope.get(ofState, { kind, recordId, about })
export type MarkRow = NonNullable<ReturnType<typeof findMark>>

/** The mark with this id, or null. */
export const findMarkById = (scope: Scope, id: string) => scope.get(byId, { id })

/** Notes that a member has dealt with a state. */
export const insertMark = (tx: WriteScope, mark: NewRow<typeof inboxMarks>): void =>
  tx.insert(inboxMarks, mark)

/** Removes a mark. Returns false when there is no such mark. */
export const removeMark = (tx: WriteScope, id: string): boolean => tx.remove(inboxMarks, id)

/** Removes marks that were made before a moment (epoch milliseconds), the oldest first, at most `most`. */
export const removeOldMarks = (tx: WriteScope, before: number, most: number): void =>
  void tx.run(old, { before, most })
