import { isEmail } from '../domain/email.ts'
import { isThisMachine } from '../domain/this-machine.ts'
import { ConfigError } from './error.ts'

/** The mail server that sends messages, and the sender's address. */
export interface MailSettings {
  readonly url: string
  readonly from: string
}

/** The service that sends text messages. */
export type SmsSettings = { readonly twilio: TwilioSettings } | { readonly webhook: WebhookSettings }

interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: string
  readonly from: string
}

interface WebhookSettings {
  readonly url: string
  readonly secret: string
}

/** The settings for mail. Undefined when no mail is sent. @throws ConfigError. */
export function readMail(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (!url && !from) return undefined
  if (!url || !from) throw new ConfigError('SMTP_URL and MAIL_FROM belong together: set both or neither')
  const parsed = URL.parse(url)
  // The message leaves the value out, because it may hold a password.
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new ConfigError(
      'SMTP_URL must be an smtp:// or smtps:// address, such as smtps://user:password@mail.example.org',
    )
  // Parameters could switch off encryption and the check of certificates.
  if (parsed.search !== '' || parsed.hash !== '')
    throw new ConfigError(
      'SMTP_URL takes no parameters: remove what follows the host and port. In a password, write ? as %3F and # as %23',
    )
  const address = /^(?:[^<>"\r\n,;:]*<|"[^"\r\n]*" *<)?([^<> ]+?)>?$/.exec(from)?.[1]
  if (address === undefined || !isEmail(address))
    throw new ConfigError(`MAIL_FROM must be an e-mail address, with or without a name, not "${from}"`)
  return { url, from }
}

/** The settings for text messages. Undefined when no text messages are sent. @throws ConfigError. */
export function readSms(env: Readonly<Record<string, string | undefined>>): SmsSettings | undefined {
  const twilio = readTwilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, env.TWILIO_FROM)
  const webhook = readWebhook(env.SMS_WEBHOOK_URL, env.SMS_WEBHOOK_SECRET)
  if (twilio && webhook)
    throw new ConfigError(
      'TWILIO_… and SMS_WEBHOOK_… are both set, and only one can send text messages: unset the other',
    )
  return twilio ? { twilio } : webhook && { webhook }
}

function readTwilio(
  accountSid: string | undefined,
  authToken: string | undefined,
  from: string | undefined,
): TwilioSettings | undefined {
  if (!accountSid && !authToken && !from) return undefined
  if (!accountSid || !authToken || !from)
    throw new ConfigError(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM belong together: set all or none',
    )
  if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid))
    throw new ConfigError('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits')
  if (!/^(\+\d{7,15}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(from))
    throw new ConfigError(
      `TWILIO_FROM must be a number such as +4930123456, a messaging service (MG…), or a name of up to 11 letters, digits and spaces, not "${from}"`,
    )
  return { accountSid, authToken, from }
}

function readWebhook(url: string | undefined, secret: string | undefined): WebhookSettings | undefined {
  if (!url && !secret) return undefined
  if (!url || !secret)
    throw new ConfigError('SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET belong together: set both or neither')
  // The messages leave the values out, because both may hold secrets.
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError('SMS_WEBHOOK_URL must be an http or https address')
  if (parsed.protocol === 'http:' && !isThisMachine(parsed.hostname))
    throw new ConfigError(
      'SMS_WEBHOOK_URL must be https, because text messages name patients and travel over the network: only a gateway on this machine may be http://localhost',
    )
  if (!/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new ConfigError(
      'SMS_WEBHOOK_SECRET must be at least 24 random bytes in base64, with or without whsec_ before them',
    )
  return { url, secret }
}
