/** The phone calls that members of the desk made about items of the inbox. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { inboxCalls } from '../../../db/schema/front-desk.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, remove, select } from '../engine/statement.ts'
import type { WaitingState } from './inbox-marks.ts'

const fields = columnsOf(inboxCalls)

const byId = select({ fields, from: inboxCalls, where: equals(inboxCalls.id, 'id') })
const ofState = select({
  fields,
  from: inboxCalls,
  where: and(
    equals(inboxCalls.kind, 'kind'),
    equals(inboxCalls.recordId, 'recordId'),
    eq(inboxCalls.about, param('about')),
  ),
  // The plus keeps SQLite from reading all calls in this order.
  orderBy: [sql`+${inboxCalls.calledAt} desc`, desc(inboxCalls.id)],
  limit: param('most'),
})
const old = remove(
  inboxCalls,
  sql`${inboxCalls.id} in (select id from inbox_calls c where c.practice_key = ${ownPracticeKey}
    and c.called_at < ${param('before')} order by c.called_at, c.id limit ${param('most')})`,
)

/** The newest calls about an item in a state, at most `most`. */
export const listCalls = (scope: Scope, { kind, recordId, about }: WaitingState, most: number) =>
  scope.all(ofState, { kind, recordId, about, most })
export type CallRow = ReturnType<typeof listCalls>[number]

/** The call with this id, or null. */
export const findCall = (scope: Scope, id: string) => scope.get(byId, { id })

/** Keeps a call. */
export const insertCall = (tx: WriteScope, call: NewRow<typeof inboxCalls>): void =>
  tx.insert(inboxCalls, call)

/** Removes a call. Returns false when there is no such call. */
export const removeCall = (tx: WriteScope, id: string): boolean => tx.remove(inboxCalls, id)

/** Removes calls from before a moment (epoch milliseconds), the oldest first, at most `most`. */
export const removeOldCalls = (tx: WriteScope, before: number, most: number): void =>
  void tx.run(old, { before, most })
