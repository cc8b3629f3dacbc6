import type { Verdict } from '../domain/reminders/retry.ts'
import { DeliveryFailure } from './delivery.ts'
import { subjectOf } from './smtp-replies.ts'
import { type MailError, tlsProblemOf } from './smtp-tls.ts'

/**
 * The delivery failure for an error of the mailer. The failure leaves out the words of the server, because these words
 * often repeat the address.
 * @throws the error itself when this program caused it, such as for a message that cannot be written
 */
export function failureOf(error: unknown): DeliveryFailure {
  const failed = error as MailError
  const { code, command, response = '', responseCode = 0, handedOver = false } = failed
  if (code === undefined || (command === 'API' && !['EAUTH', 'ECONNECTION'].includes(code))) throw error
  // The encryption failed, so nothing was sent yet.
  const tlsProblem = handedOver ? undefined : tlsProblemOf(failed)
  if (tlsProblem !== undefined) return new DeliveryFailure({ error: tlsProblem, verdict: 'away' })
  // Only replies with 4xx and 5xx refuse. Another reply at a wrong moment is no answer to the message.
  if (responseCode >= 400)
    return new DeliveryFailure({ error: `smtp_${responseCode}`, verdict: verdictOn(failed, response) })
  return new DeliveryFailure({
    error: code === 'ETIMEDOUT' ? 'timeout' : responseCode > 0 ? `smtp_${responseCode}` : 'unreachable',
    verdict: handedOver ? 'unknown' : 'away',
  })
}

/**
 * The verdict on a reply that refuses. Until the recipient is named, every refusal is about us or about the server. A
 * refusal of the recipient is final only when it is clearly about the address. When the reply does not show what it is
 * about, the try counts, and the notice is tried again. A refusal of the message is about us, unless it clearly names
 * the address: some servers look for the mailbox only then. When a refusal about us is final, or follows the whole
 * message, the tries become more and more rare.
 */
function verdictOn({ code, command }: MailError, response: string): Verdict {
  const subject = subjectOf(response)
  if (command === 'RCPT TO' && subject === undefined) return 'failed'
  const afterMessage = command === 'DATA' && code === 'EMESSAGE'
  const isFinal = response.startsWith('5')
  if (subject === 'address' && (command === 'RCPT TO' || afterMessage)) return isFinal ? 'refused' : 'failed'
  return isFinal || afterMessage ? 'unwelcome' : 'away'
}
