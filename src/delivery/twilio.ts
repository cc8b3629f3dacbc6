import { type Deliver, DeliveryFailure, type SmsMessage } from './delivery.ts'
import { answerMs, ask, type Sending } from './http.ts'

export interface TwilioAccount {
  readonly accountSid: string
  readonly authToken: string
  /** A number of the account, a messaging service (`MG` and 32 hexadecimal digits), or a name of up to 11 signs. */
  readonly from: string
  /** The address of the API. */
  readonly url?: string
}

interface MessageList {
  readonly messages: readonly {
    readonly body: string
    readonly status: string
    /** RFC 2822, such as `Thu, 24 Aug 2023 05:01:45 +0000`, in whole seconds. */
    readonly date_created: string
  }[]
}

/**
 * Sends text messages through Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). The
 * API takes no idempotency key. So before a message is sent again, its mark is searched in the latest messages to the
 * same number. Messages from before this message was planned do not count. A request without an answer may have sent
 * the message. Then the next try finds the message at Twilio. After three such requests there is no further try, and
 * the notice is `uncertain`.
 */
export function twilioSms(
  account: TwilioAccount,
  { waitMs = answerMs, owns = () => true }: Sending = {},
): Deliver<SmsMessage> {
  const { accountSid, authToken, from, url = 'https://api.twilio.com' } = account
  const messages = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const sender = /^MG[\da-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` }

  async function wentOut({ to, mark, plannedAt }: SmsMessage, signal: AbortSignal): Promise<boolean> {
    const query = new URLSearchParams({ To: to, PageSize: '50' })
    const response = await ask(`${messages}?${query}`, { headers, signal, owns }, refuses, waitMs)
    const list = (await response.json().catch(cutOff)) as MessageList
    // Twilio's own filter is by `DateSent`. A message that still waits at Twilio has no such date.
    const since = Math.floor(plannedAt / 1000) * 1000
    return list.messages.some(
      ({ body, status, date_created }) =>
        body.includes(mark) && Date.parse(date_created) >= since && !lost.includes(status),
    )
  }

  return async (message, { repeated, signal }) => {
    if (repeated && (await wentOut(message, signal))) return
    const send = new URLSearchParams({ To: message.to, Body: message.text, ...sender }).toString()
    await ask(messages, { headers: { ...headers, ...form }, send, signal, owns }, refuses, waitMs)
  }
}

const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }

const cutOff = (): never => {
  throw new DeliveryFailure({ error: 'unreachable', verdict: 'away' })
}

/** The statuses of messages that did not reach the phone. */
const lost = ['failed', 'undelivered', 'canceled']

/**
 * Error codes that are about the receiver (https://www.twilio.com/docs/api/errors). The number is not valid, is a short
 * code or a landline, cannot receive texts, or has opted out. All other codes are about our account, sender or
 * settings.
 */
const receivers = [21211, 21265, 21610, 21614, 21635]

async function refuses(response: Response): Promise<boolean> {
  const said = (await response.json().catch(() => null)) as { code?: number } | null
  return receivers.includes(said?.code ?? 0)
}
