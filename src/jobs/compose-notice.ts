import type { Delivery } from '../delivery/delivery.ts'
import { signAnswerLink, signUnsubscribeLink } from '../domain/reminders/answer-link.ts'
import { calendarFile } from '../messages/calendar.ts'
import { composeEmail, composeSms } from '../messages/compose.ts'
import { languageIdOf, languages } from '../messages/languages.ts'
import { noOwnTemplates, templatesOf } from '../messages/template.ts'
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
  const id = languageIdOf(patient.preferredLanguage, settings.language)
  const language = languages[id]
  // The practice wrote its own words in its own language.
  const own = id === languageIdOf(settings.language) ? settings : noOwnTemplates
  const templates = templatesOf(language.templates, own)
  const key = store.keys.newest('visit')!
  const link = `${origin()}/visit#${signAnswerLink(key, notice.id)}`
  const { name: practiceName, timezone } = practice
  const { startAt } = notice
  const { firstName, lastName, gender } = patient
  const content = { practiceName, timezone, firstName, lastName, gender, startAt, link, contact: settings }
  if (notice.channel === 'sms') {
    const text = composeSms(language, templates, content)
    return (delivery) => channels.sms!({ to, text, link }, delivery)
  }
  const { id: entryId, endAt, updatedAt } = entry
  const calendar = calendarFile(language, { entryId, practiceName, startAt, endAt, updatedAt })
  const unsubscribe = `${origin()}/unsubscribe/${signUnsubscribeLink(key, notice.id)}`
  const { replyTo } = settings
  const mail = { to, replyTo, unsubscribe, calendar, ...composeEmail(language, templates, content) }
  return (delivery) => channels.email!(mail, delivery)
}
