import type { Delivery } from '../delivery/delivery.ts'
import { signAnswerLink } from '../domain/reminders/answer-link.ts'
import { calendarFile, cancellationFile } from '../messages/calendar.ts'
import { composeEmail, composeSms } from '../messages/compose.ts'
import type { Language } from '../messages/language.ts'
import { languageOf } from '../messages/languages.ts'
import { type Templates, templatesOf } from '../messages/template.ts'
import type { Claimed } from './claim.ts'
import type { SenderDeps } from './sender-deps.ts'

type ComposeDeps = Pick<SenderDeps, 'channels' | 'origin' | 'store' | 'mailAddress'>

/**
 * Writes the message of a notice, and answers the function that sends it. The link is signed with the newest key of
 * this moment, because a key that was replaced before the notice was planned is refused.
 */
export function composeNotice(deps: ComposeDeps, claimed: Claimed): (delivery: Delivery) => Promise<void> {
  const { channels } = deps
  const { to, notice, patient, practice, settings } = claimed
  const language = languageOf(settings.language)
  const templates = wordsOf(language, claimed)
  const link = linkOf(deps, claimed)
  const { name: practiceName, timezone } = practice
  const { startAt } = notice
  const content = { practiceName, timezone, firstName: patient.firstName, startAt, link: link ?? '' }
  if (notice.channel === 'sms') {
    const text = composeSms(language, templates, content)
    return (delivery) => channels.sms!({ to, text, link: link ?? text }, delivery)
  }
  const calendar = calendarOf(deps, language, claimed)
  const mail = { to, calendar, ...composeEmail(language, templates, content) }
  return (delivery) => channels.email!(mail, delivery)
}

/** A practice words its reminders itself. News have the standard words. */
const wordsOf = (language: Language, { notice: { kind }, settings }: Claimed): Templates =>
  kind === 'reminder' ? templatesOf(language.templates, settings) : language.news[kind]

/** A cancelled appointment has nothing to answer, so its message has no link: null. */
const linkOf = ({ origin, store }: ComposeDeps, { notice }: Claimed): string | null =>
  notice.kind === 'cancelled'
    ? null
    : `${origin()}/visit#${signAnswerLink(store.keys.newest('visit')!, notice.id)}`

function calendarOf(
  { mailAddress }: ComposeDeps,
  language: Language,
  { to, notice, entry, practice }: Claimed,
) {
  const { entryId, startAt } = notice
  const event = { entryId, startAt, practiceName: practice.name, organizer: mailAddress }
  return entry === null
    ? cancellationFile(language, { ...event, endAt: null, changedAt: notice.createdAt }, to)
    : calendarFile(language, { ...event, endAt: entry.endAt, changedAt: entry.updatedAt })
}
