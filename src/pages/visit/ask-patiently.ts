import { ask, Failure } from '../parts/api.ts'
import type { Visit } from './visit.ts'

/** After these pauses, in milliseconds, a request is sent again. */
const pauses = [1_000, 2_000, 4_000, 8_000]
/** A request without an answer is given up after this time, in milliseconds. */
const patience = 15_000

/** Failures of the line or of the moment. Others would fail again. */
const mayPass = ['offline', 'unreadable', 'unavailable', 'internal_error']

/**
 * Sends a request about the visit, again and again on a bad line. Every request can safely come twice. `slow` is told
 * when the first try did not get through.
 * @throws Failure when no try got through, or when the server refuses the request.
 */
export async function askPatiently(step: string, body: object, slow: () => void): Promise<Visit> {
  for (const pause of pauses) {
    try {
      return await send(step, body)
    } catch (error) {
      if (!(error instanceof Failure && mayPass.includes(error.code))) throw error
    }
    slow()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return send(step, body)
}

const send = (step: string, body: object) =>
  ask<Visit>('POST', `/visit/${step}`, body, undefined, AbortSignal.timeout(patience))
