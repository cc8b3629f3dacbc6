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
  look: openRoute({ limit, body: lookBody, answer: visitAnswer }, ({ body }) =>
    lookAtVisit(store, body.token, now()),
  ),

  answer: openRoute({ limit, body: answerBody, answer: visitAnswer }, ({ body }) =>
    pressButton(store, body, body.answer, now()),
  ),

  optOut: openRoute({ limit, body: ticketBody, answer: visitAnswer }, ({ body }) =>
    pressButton(store, body, 'opt_out', now()),
  ),

  confirm: openRoute({ limit, body: ticketBody, answer: visitAnswer }, ({ body }) =>
    confirmPress(store, body, now()),
  ),

  optIn: openRoute({ limit, body: ticketBody, answer: visitAnswer }, ({ body }) =>
    takeBackOptOut(store, body, now()),
  ),
})
