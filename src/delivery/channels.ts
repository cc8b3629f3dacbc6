import type { Channels } from './delivery.ts'
import { logOnly, type Note } from './log.ts'
import { type Mailer, smtpEmail } from './smtp.ts'
import { type TwilioAccount, twilioSms } from './twilio.ts'
import { type Webhook, webhookSms } from './webhook.ts'

interface DeliverySettings {
  readonly mailer: Mailer | undefined
  readonly sms: { readonly twilio: TwilioAccount } | { readonly webhook: Webhook } | undefined
}

/**
 * Opens the channels that are set up. When no channel is set up, both channels only write to the log. No text message
 * is sent while `owns` returns false. For mails, the mailer checks this.
 */
export function openChannels(
  { mailer, sms }: DeliverySettings,
  now: () => number,
  note: Note,
  owns: () => boolean = () => true,
): Channels {
  if (!mailer && !sms) return { email: logOnly('email', note), sms: logOnly('sms', note), logOnly: true }
  return {
    email: mailer ? smtpEmail(mailer) : null,
    sms: sms
      ? 'twilio' in sms
        ? twilioSms(sms.twilio, { owns })
        : webhookSms(sms.webhook, now, { owns })
      : null,
    logOnly: false,
  }
}

/** What each channel does: it delivers (`on`), only writes to the log (`log_only`), or does nothing (`off`). */
export function channelStatus(channels: Channels) {
  const of = (channel: 'email' | 'sms') =>
    channels.logOnly ? ('log_only' as const) : channels[channel] === null ? ('off' as const) : ('on' as const)
  return { email: of('email'), sms: of('sms') }
}
