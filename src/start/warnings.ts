import type { Config } from '../config.ts'

/** Warns about settings that work, but are probably a mistake. */
export function warningsAbout(config: Config, { demo }: { demo: boolean }): string[] {
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
  if (config.replica && config.firstBoot)
    warnings.push(
      'FIRST_BOOT=yes is still set. A start with a mistyped store would begin without any records: remove it from the settings now',
    )
  if (config.wins !== null)
    warnings.push(
      `${config.wins === 'disk' ? 'DISK_WINS' : 'STORE_WINS'}=yes is set, which is meant for one start: remove it from the settings now`,
    )
  return warnings
}

/**
 * The warning about files of the database that other users could read, before `db/open.ts` changed their permissions.
 */
export const wereOpen =
  'other users of this machine could read these files, and they are closed now: find out who could read them, and what opened them'
