import { requestIdOf } from './exchange.ts'

/** A success in its envelope (RULES §1). */
export const answer = <T>(request: Request, data: T): { data: T; requestId: string } => ({
  data,
  requestId: requestIdOf(request),
})
