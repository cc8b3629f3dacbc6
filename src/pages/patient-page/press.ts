import { askPatiently } from './ask-patiently.ts'
import { type Act, allows, type PatientPage } from './patient-page.ts'
import { visibleFor } from './visible.ts'

interface Press {
  readonly token: string
  /** A ticket that is old enough to count. */
  readonly ticket: string
  readonly act: Act
  /** Called before a request is sent again. */
  readonly slow: () => void
  /** Called right before the press is confirmed. Returns whether the press must not count. */
  readonly dropped: () => boolean
}

/**
 * A page that was open for long needs a second try with a new ticket. The third try is for a clock that was changed.
 */
const mostTries = 3

/**
 * Sends a press to the server, and confirms it when the page has been visible for a further moment. Resolves with the
 * visit afterwards, or with null when the press was dropped. A ticket that has become too old is replaced.
 * @throws when no try succeeds, when the server refuses a request, or when it accepts no ticket.
 */
export async function bring({ token, ticket, act, slow, dropped }: Press): Promise<PatientPage | null> {
  for (let tries = 0; tries < mostTries; tries++) {
    const body = { token, ticket }
    let seen = await (act === 'opt_out'
      ? askPatiently('opt-out', body, slow)
      : askPatiently('answer', { ...body, answer: act }, slow))
    if (seen.accepted) {
      await visibleFor(seen.waitMs)
      if (dropped()) return null
      seen = await askPatiently('confirm', { token, ticket: seen.next }, slow)
    }
    if (seen.accepted || !allows(seen, act)) return seen
    ticket = seen.ticket!
    await visibleFor(seen.waitMs)
  }
  throw new Error('the server takes no ticket')
}
