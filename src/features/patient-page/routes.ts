import type { Act } from '../../domain/act.ts'
import { patientPageLimit } from '../../http/body.ts'
import { siteOf } from '../../http/exchange.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { openRoute } from '../../http/route.ts'
import type { Coming, VisitStore } from '../shared/link-target.ts'
import { confirmPress, lookAtVisit, pressButton, takeBackOptOut } from './actions.ts'
import { answerBody, lookBody, ticketBody, visitAnswer } from './schema.ts'

export interface VisitDeps {
  readonly store: VisitStore
  readonly limit: LimitRate
  readonly now: () => number
}

/**
 * The routes for the page behind a reminder's link. They answer what the page shows, and take what the patient presses
 * (RULES §6). A press is two requests: the first names the button, the second is `confirm`.
 */
export const visitRoutes = ({ store, limit, now }: VisitDeps) => {
  const page = { limit, mostBytes: patientPageLimit, answer: visitAnswer }
  const coming = (made: Act, request: Request): Coming => ({ made, site: siteOf(request), now: now() })
  return {
    look: openRoute({ ...page, id: 'lookAtVisit', body: lookBody }, ({ act, request, body, saw }) =>
      lookAtVisit(store, coming(act, request), body.token, saw),
    ),

    answer: openRoute({ ...page, id: 'answerVisit', body: answerBody }, ({ act, request, body, saw }) =>
      pressButton(store, coming(act, request), body, body.answer, saw),
    ),

    optOut: openRoute({ ...page, id: 'optOut', body: ticketBody }, ({ act, request, body, saw }) =>
      pressButton(store, coming(act, request), body, 'opt_out', saw),
    ),

    confirm: openRoute({ ...page, id: 'confirmVisit', body: ticketBody }, ({ act, request, body, saw }) =>
      confirmPress(store, coming(act, request), body, saw),
    ),

    optIn: openRoute({ ...page, id: 'optIn', body: ticketBody }, ({ act, request, body, saw }) =>
      takeBackOptOut(store, coming(act, request), body, saw),
    ),
  }
}
