import { patientPageLimit } from '../../http/body.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { openRoute } from '../../http/route.ts'
import { confirmPress, lookAtVisit, pressButton, takeBackOptOut } from './actions.ts'
import type { VisitStore } from './link-target.ts'
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
export const visitRoutes = ({ store, limit, now }: VisitDeps) => {
  const page = { limit, mostBytes: patientPageLimit, answer: visitAnswer }
  return {
    look: openRoute({ ...page, id: 'lookAtVisit', body: lookBody }, ({ act, body, saw }) =>
      lookAtVisit(store, act, body.token, now(), saw),
    ),

    answer: openRoute({ ...page, id: 'answerVisit', body: answerBody }, ({ act, body, saw }) =>
      pressButton(store, act, body, body.answer, now(), saw),
    ),

    optOut: openRoute({ ...page, id: 'optOut', body: ticketBody }, ({ act, body, saw }) =>
      pressButton(store, act, body, 'opt_out', now(), saw),
    ),

    confirm: openRoute({ ...page, id: 'confirmVisit', body: ticketBody }, ({ act, body, saw }) =>
      confirmPress(store, act, body, now(), saw),
    ),

    optIn: openRoute({ ...page, id: 'optIn', body: ticketBody }, ({ act, body, saw }) =>
      takeBackOptOut(store, act, body, now(), saw),
    ),
  }
}
