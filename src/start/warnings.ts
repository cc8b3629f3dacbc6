import type { Config } from '../config.ts'

/** What the operator should know about settings that work, and yet can hardly be meant. */
export function warningsAbout(config: Config, { url, demo }: { url: string; demo: boolean }): string[] {
  const delivers = config.mail !== undefined || config.sms !== undefined
  const warnings: string[] = []
  if (!delivers && !demo)
    warnings.push(
      'no delivery is set up, so reminders are only noted in the log: set SMTP_URL, TWILIO_… or SMS_WEBHOOK_…',
    )
  if (delivers && config.publicUrl === undefined)
    warnings.push(
      'PUBLIC_URL is not set, so links in messages open only on this machine: set it to the address that patients can open',
    )
  if (url.startsWith('https:') && config.rateLimit && config.clientAddressHeader === undefined)
    warnings.push(
      'CLIENT_ADDRESS_HEADER is not set, so everybody behind a proxy shares one limit: set it to the header in which your proxy names the caller',
    )
  return warnings
}
