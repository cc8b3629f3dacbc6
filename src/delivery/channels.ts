import type { Channels } from './delivery.ts'
import { logOnly, type Note } from './log.ts'
import { smtpEmail, smtpMailer } from './smtp.ts'
import { type TwilioAccount, twilioSms } from './twilio.ts'
import { type Webhook, webhookSms } from './webhook.ts'

export interface DeliverySettings {
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly sms: { readonly twilio: TwilioAccount } | { readonly webhook: Webhook } | undefined
}

/** The ways to reach patients that are set up; with none, the log takes the place of both. */
export function openChannels({ mail, sms }: DeliverySettings, now: () => number, note: Note): Channels {
  if (!mail && !sms) return { email: logOnly('email', note), sms: logOnly('sms', note), logOnly: true }
  return {
    email: mail ? smtpEmail(smtpMailer(mail)) : null,
    sms: sms ? ('twilio' in sms ? twilioSms(sms.twilio) : webhookSms(sms.webhook, now)) : null,
    logOnly: false,
  }
}

/** What each channel does here: deliver, only note that it would, or neither. */
export function channelStatus(channels: Channels) {
  const of = (channel: 'email' | 'sms') =>
    channels.logOnly ? ('log_only' as const) : channels[channel] === null ? ('off' as const) : ('on' as const)
  return { email: of('email'), sms: of('sms') }
}
