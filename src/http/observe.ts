import { exchangeOf } from './exchange.ts'

/** A request that has been answered. It holds no name, token, search or text of anybody. */
export interface Seen {
  readonly requestId: string
  readonly practiceId: string | undefined
  /** Method and pattern, such as `GET /api/v1/patients/:patientId`; `unknown` when no route fits. */
  readonly route: string
  readonly status: number
  /** The time from the gate to the end of the handler, in milliseconds. */
  readonly ms: number
}

export type Observe = (seen: Seen) => void

interface Answered {
  readonly request: Request
  readonly route?: string
  readonly set: { readonly status?: number | string }
  readonly responseValue?: unknown
}

/** The hook that runs after every answer, also when no route fits and when the answer is a problem. */
export const observing =
  (observe: Observe) =>
  ({ request, route, set, responseValue }: Answered): void => {
    const { turn, giveRoomBack } = exchangeOf(request)
    turn?.end()
    giveRoomBack?.()
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    observe(seenOf(request, routeOf(request, route), status))
  }

/** A route's name in logs and metrics. Its pattern is undefined, or empty, when no route fits. */
export const routeOf = ({ method }: Request, pattern: string | undefined): string =>
  pattern ? `${method} ${pattern}` : 'unknown'

export function seenOf(request: Request, route: string, status: number): Seen {
  const { requestId, caller, beganAt } = exchangeOf(request)
  const ms = Math.round((performance.now() - beganAt) * 1000) / 1000
  return { requestId, practiceId: caller?.practiceId, route, status, ms }
}
