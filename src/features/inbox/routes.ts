import { lookupId } from '../../domain/id.ts'
import { parseInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { patientsIn } from '../../http/sights.ts'
import type { Deps } from '../shared/deps.ts'
import { browseInbox, markSeen, noteCall, takeCallBack, unmarkSeen } from './actions.ts'
import { mostGaps } from './gaps.ts'
import { kindOf, mostCalls, mostOfKind } from './kinds.ts'
import { callBody, called, inbox, inboxQuery, markBody, marked } from './schema.ts'
import { viewCalled, viewInbox, viewMarked } from './view.ts'

/** The inbox of the front desk (RULES §26), open to every member. */
export const inboxRoutes = tagged('Front desk', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'getInbox',
      summary: 'Read the inbox of the front desk',
      description: `Lists the tasks of the front desk, the soonest first, each with its reason and the number to call. The answer has at most ${mostOfKind} items of each kind. For the waiting list, the service looks at the next ${mostGaps} free times of seven days.`,
      query: inboxQuery,
      answer: inbox,
      streams: true,
    },
    ({ practice, query, saw }) => {
      const filter = {
        seen: query.seen === undefined ? undefined : query.seen === 'true',
        kind: query.kind === undefined ? undefined : kindOf(query.kind),
      }
      const found = browseInbox(practice, filter, now())
      saw({ patients: patientsIn(found.items.map(({ waiting }) => waiting)), often: true })
      return viewInbox(found)
    },
  ),

  mark: route(
    {
      id: 'markInbox',
      summary: 'Mark an item of the inbox as done',
      description:
        'The mark records which member has dealt with the item, and when. When the item has a mark already, the answer is this mark. A mark is about the present state of the item. The item is open again when the appointment moves, the note changes, or the message fails again. The answer is 404 when the inbox does not have the item. Marks are removed after 90 days.',
      body: markBody,
      answer: marked,
      status: 201,
      problems: ['not_found'],
    },
    ({ practice, caller, body }) =>
      markSeen(practice, caller.userId, kindOf(body.kind), lookupId(body.recordId), now()),
    viewMarked,
  ),

  call: route(
    {
      id: 'noteCall',
      summary: 'Note a call',
      description: `Notes that somebody called the patient of an item, how the call ended, and when to call again. The item stays open. Like a mark, a call is about the present state of the item. The answer is 404 when the inbox does not have the item, and 409 when there are ${mostCalls} calls about it. Calls are removed after 90 days.`,
      body: callBody,
      answer: called,
      status: 201,
      problems: ['not_found', 'conflict'],
    },
    ({ practice, caller, body }) =>
      noteCall(
        practice,
        caller.userId,
        {
          kind: kindOf(body.kind),
          recordId: lookupId(body.recordId),
          result: body.result,
          againAt: body.againAt == null ? null : parseInstant(body.againAt)!,
        },
        now(),
      ),
    viewCalled,
  ),

  uncall: route(
    {
      id: 'takeCallBack',
      summary: 'Take a call back',
      description: 'Removes a call that was noted by mistake.',
      ids: { callId: pathId('inboxCall', 'The call.') },
      answer: deletion,
    },
    ({ practice, ids }) => takeCallBack(practice, ids.callId),
    () => deleted,
  ),

  unmark: route(
    {
      id: 'unmarkInbox',
      summary: 'Take a mark back',
      description: 'The item is open again, if the inbox still has it.',
      ids: { markId: pathId('inboxMark', 'The mark.') },
      answer: deletion,
    },
    ({ practice, ids }) => unmarkSeen(practice, ids.markId),
    () => deleted,
  ),
}))
