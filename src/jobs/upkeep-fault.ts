import type { PracticeFault } from '../store/engine/practice-fault.ts'
import { framesOf } from './notice-fault.ts'

/**
 * A job of the upkeep failed for a practice again and again. It leaves out the message of the original error, which may
 * hold personal data.
 */
export class UpkeepFault extends Error {
  constructor(job: string, { practiceId, cause }: PracticeFault) {
    const { name, frames } = framesOf(cause)
    super(
      `${name} in the upkeep of ${job} at the practice ${practiceId}, again and again. This job leaves out the practice for a day. This is an error in chairside, or a row that it did not write: please report it`,
    )
    this.stack = [`UpkeepFault: ${this.message}`, ...frames].join('\n')
  }
}
