import type { Delivery } from '../delivery/delivery.ts'
import { signAnswerLink } from '../domain/reminders/answer-link.ts'
import { calendarFile } from '../messages/calendar.ts'
import { composeEmail, composeSms } from '../messages/compose.ts'
import { languageOf } from '../messages/languages.ts'
import { templatesOf } from '../messages/template.ts'
import type { Claimed } from './claim.ts'
import type { SenderDeps } from './sender-deps.ts'

/**
 * Writes the message of a notice, and answers the function that sends it. The link is signed with the newest key of
 * this moment, because a key that was replaced before the notice was planned is refused.
 */
export function composeNotice(
  { channels, origin, store }: Pick<SenderDeps, 'channels' | 'origin' | 'store'>,
  { to, notice, entry, patient, practice, settings }: Claimed,
): (delivery: Delivery) => Promise<void> {
  const language = languageOf(settings.language)
  const templates = templatesOf(language.templates, settings)
  const link = `${origin()}/visit#${signAnswerLink(store.keys.newest('visit')!, notice.id)}`
  const { name: practiceName, timezone } = practice
  const { startAt } = notice
  const { firstName, lastName, gender } = patient
  const content = { practiceName, timezone, firstName, lastName, gender, startAt, link }
  if (notice.channel === 'sms') {
    const text = composeSms(language, templates, content)
    return (delivery) => channels.sms!({ to, text, link }, delivery)
  }
  const { id: entryId, endAt, updatedAt } = entry
  const calendar = calendarFile(language, { entryId, practiceName, startAt, endAt, updatedAt })
  const mail = { to, calendar, ...composeEmail(language, templates, content) }
  return (delivery) => channels.email!(mail, delivery)
}
