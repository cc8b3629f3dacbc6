import { exchangeOf } from './exchange.ts'

/** A request that has been answered. It holds no name, token, search or text of anybody. */
export interface Seen {
  readonly requestId: string
  readonly practiceId: string | undefined
  /** Method and pattern, such as `GET /api/v1/patients/:patientId`; `unknown` when no route fits. */
  readonly route: string
  readonly status: number
  /** From the gate to the end of the handler, in milliseconds. */
  readonly ms: number
}

export type Observe = (seen: Seen) => void

interface Answered {
  readonly request: Request
  readonly route?: string
  readonly set: { readonly status?: number | string }
  readonly responseValue?: unknown
}

/** The hook that runs after every answer, also after those of unknown routes and of problems. */
export const observing =
  (observe: Observe) =>
  ({ request, route, set, responseValue }: Answered): void => {
    const { requestId, caller, beganAt, turn } = exchangeOf(request)
    turn?.end()
    observe({
      requestId,
      practiceId: caller?.practiceId,
      route: route ? `${request.method} ${route}` : 'unknown',
      status: responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200),
      ms: Math.round((performance.now() - beganAt) * 1000) / 1000,
    })
  }
