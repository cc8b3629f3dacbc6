import type { Verdict } from '../domain/reminders/retry.ts'
import { DeliveryFailure } from './delivery.ts'
import { subjectOf } from './smtp-replies.ts'
import { type MailError, tlsProblemOf } from './smtp-tls.ts'

/**
 * What an error of the mailer means for the notice. It leaves out the words of the server, because they often repeat
 * the address.
 * @throws the error itself when it is one of ours, such as a message that cannot be written
 */
export function failureOf(error: unknown): DeliveryFailure {
  const failed = error as MailError
  const { code, command, response = '', responseCode = 0, handedOver = false } = failed
  if (code === undefined || (command === 'API' && !['EAUTH', 'ECONNECTION'].includes(code))) throw error
  // The error comes from the encryption, so nothing was sent yet.
  const tlsProblem = handedOver ? undefined : tlsProblemOf(failed)
  if (tlsProblem !== undefined) return new DeliveryFailure({ error: tlsProblem, verdict: 'away' })
  // Only replies with 4xx and 5xx refuse. Another reply at a wrong place is no answer to the message.
  if (responseCode >= 400)
    return new DeliveryFailure({ error: `smtp_${responseCode}`, verdict: verdictOn(failed, response) })
  return new DeliveryFailure({
    error: code === 'ETIMEDOUT' ? 'timeout' : responseCode > 0 ? `smtp_${responseCode}` : 'unreachable',
    verdict: handedOver ? 'unknown' : 'away',
  })
}

/**
 * The verdict on a reply that refuses. Until the recipient is named, every refusal speaks of us or of the server. A
 * refusal of the recipient is final only where it plainly speaks of the address. One that does not say is tried again
 * and counts. A refusal of the message speaks of us, unless it plainly names the address: some servers look for the
 * mailbox only then. What speaks of us is tried more and more seldom where it is final, or came after the whole message.
 */
function verdictOn({ code, command }: MailError, response: string): Verdict {
  const subject = subjectOf(response)
  if (command === 'RCPT TO' && subject === undefined) return 'failed'
  const afterMessage = command === 'DATA' && code === 'EMESSAGE'
  const isFinal = response.startsWith('5')
  if (subject === 'address' && (command === 'RCPT TO' || afterMessage)) return isFinal ? 'refused' : 'failed'
  return isFinal || afterMessage ? 'unwelcome' : 'away'
}
