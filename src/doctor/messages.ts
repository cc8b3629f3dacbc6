import { mailTrouble } from '../delivery/mail-trouble.ts'
import { answerMs, type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** Whether the mail server accepts our messages. With `to`, a test message is sent to that address. */
export async function mail({ config }: CheckContext, to: string | undefined): Promise<Finding> {
  if (config.mail === undefined)
    return warn(
      'mail',
      'no mail server is set up',
      'Set SMTP_URL and MAIL_FROM to send reminders and invitations',
    )
  const trouble = await mailTrouble(config.mail, to)
  if (trouble !== undefined) return red('mail', trouble, 'Then start again: systemctl restart chairside')
  return ok(
    'mail',
    to === undefined
      ? 'the mail server lets us in'
      : `a test message is on its way to ${to}: see whether it arrives`,
  )
}

/**
 * Whether the service for text messages can be reached and knows our account. No message is sent. `twilioUrl` is for
 * tests.
 */
export async function textMessages(
  { config }: CheckContext,
  twilioUrl = 'https://api.twilio.com',
): Promise<Finding> {
  const { sms } = config
  if (sms === undefined) return ok('sms', 'text messages are not set up')
  if ('webhook' in sms) {
    const { host } = new URL(sms.webhook.url)
    return (await statusOf(sms.webhook.url, 'HEAD')) === null
      ? red('sms', `the gateway ${host} cannot be reached`, 'Check SMS_WEBHOOK_URL')
      : ok('sms', `the gateway ${host} can be reached`)
  }
  const { accountSid, authToken } = sms.twilio
  const status = await statusOf(`${twilioUrl}/2010-04-01/Accounts/${accountSid}.json`, 'GET', {
    authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
  })
  if (status === null)
    return red('sms', 'Twilio cannot be reached', 'Check that this machine reaches the internet')
  return status === 200
    ? ok('sms', 'Twilio knows the account')
    : red('sms', `Twilio answers ${status}`, 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN')
}

async function statusOf(url: string, method: string, headers = {}): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(answerMs)
    const response = await fetch(url, { method, headers, signal, redirect: 'manual' })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
