import type { LimitRate } from '../../http/rate-limit.ts'
import { openRoute } from '../../http/route.ts'
import { confirmPress, lookAtVisit, pressButton, takeBackOptOut } from './actions.ts'
import type { VisitStore } from './place.ts'
import { answerBody, lookBody, ticketBody, visitAnswer } from './schema.ts'

export interface VisitDeps {
  readonly store: VisitStore
  readonly limit: LimitRate
  readonly now: () => number
}

/**
 * The page behind a reminder's link asks here what to show, and brings here what the patient presses (RULES §6). A press
 * is two requests: the one that names the button, and `confirm`.
 */
export const visitRoutes = ({ store, limit, now }: VisitDeps) => ({
  look: openRoute({ id: 'lookAtVisit', limit, body: lookBody, answer: visitAnswer }, ({ act, body, saw }) =>
    lookAtVisit(store, act, body.token, now(), saw),
  ),

  answer: openRoute(
    { id: 'answerVisit', limit, body: answerBody, answer: visitAnswer },
    ({ act, body, saw }) => pressButton(store, act, body, body.answer, now(), saw),
  ),

  optOut: openRoute({ id: 'optOut', limit, body: ticketBody, answer: visitAnswer }, ({ act, body, saw }) =>
    pressButton(store, act, body, 'opt_out', now(), saw),
  ),

  confirm: openRoute(
    { id: 'confirmVisit', limit, body: ticketBody, answer: visitAnswer },
    ({ act, body, saw }) => confirmPress(store, act, body, now(), saw),
  ),

  optIn: openRoute({ id: 'optIn', limit, body: ticketBody, answer: visitAnswer }, ({ act, body, saw }) =>
    takeBackOptOut(store, act, body, now(), saw),
  ),
})
