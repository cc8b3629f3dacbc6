import type { Delivery } from '../delivery/delivery.ts'
import { bookingPage } from '../domain/online-booking.ts'
import { linkMark, signAnswerLink, signUnsubscribeLink } from '../domain/reminders/answer-link.ts'
import { calendarFile, cancellationFile } from '../messages/calendar.ts'
import { composeEmail, composeSms } from '../messages/compose.ts'
import type { Language } from '../messages/language.ts'
import { type LanguageId, languageIdOf, languages } from '../messages/languages.ts'
import { noOwnTemplates, type Templates, templatesOf } from '../messages/template.ts'
import type { Claimed } from './claim.ts'
import type { SenderDeps } from './sender-deps.ts'

type ComposeDeps = Pick<SenderDeps, 'channels' | 'sites' | 'store' | 'mailAddress' | 'now'>

/**
 * Writes the message of a notice, and returns the function that sends the message. The link is signed with the newest
 * key at this moment. A key that was replaced before the notice was planned would be refused.
 */
export function composeNotice(deps: ComposeDeps, claimed: Claimed): (delivery: Delivery) => Promise<void> {
  const { channels } = deps
  const { to, notice, patient, practice, settings } = claimed
  const id = languageIdOf(patient.preferredLanguage, settings.language)
  const language = languages[id]
  const { origin } = deps.sites.of(claimed.practice.id)
  const key = deps.store.keys.newest(claimed.practice.id)
  // The page of this link shows what happened to the appointment, and where to book.
  const page = `${origin}/visit#${signAnswerLink(key, claimed.notice.id)}`
  const isMail = notice.channel === 'email'
  const book = notice.kind === 'recall' && isMail ? bookingPage(origin, practice) : null
  const link = book ?? page
  const templates = wordsOf(id, claimed)
  const { name: practiceName, timezone } = practice
  const { firstName, lastName, gender } = patient
  const { startAt } = notice
  const names = { practiceName, firstName, lastName, gender }
  const content = {
    ...names,
    timezone,
    startAt,
    link,
    recall: notice.kind === 'recall' ? recallParts(language, page) : undefined,
    instructions: instructionsIn(id, claimed),
    contact: settings,
  }
  if (!isMail) {
    const text = composeSms(language, templates, content)
    const mark = text.includes(link) ? linkMark(notice.id) : text
    return (delivery) => channels.sms!({ to, text, mark, plannedAt: notice.createdAt }, delivery)
  }
  // A patient only asked for a declined appointment, so the patient's calendar does not contain it.
  const hasFile = notice.kind !== 'recall' && !claimed.isDeclined
  const calendar = hasFile ? calendarOf(deps, language, claimed) : null
  const unsubscribe = `${origin}/unsubscribe/${signUnsubscribeLink(key, notice.id)}`
  const { replyTo } = settings
  const mail = { to, replyTo, unsubscribe, calendar, ...composeEmail(language, templates, content) }
  return (delivery) => channels.email!(mail, delivery)
}

/** A practice can write its own words for reminders in its own language. All other messages use the standard words. */
function wordsOf(id: LanguageId, { notice: { kind }, isDeclined, practice, settings }: Claimed): Templates {
  if (kind === 'recall')
    return languages[id].recall[practice.onlineBooking?.enabled === true ? 'online' : 'call']
  if (kind !== 'reminder') return languages[id].news[isDeclined ? 'declined' : kind]
  const own = id === languageIdOf(settings.language) ? settings : noOwnTemplates
  return templatesOf(languages[id].templates, own)
}

const recallParts = ({ recall: { book: label, noMore } }: Language, page: string) => ({ page, label, noMore })

/** Instructions in the language of the message. If there are none, instructions in another language are used. */
const instructionsIn = (id: LanguageId, { instructions }: Claimed): string =>
  instructions?.[id] ?? instructions?.en ?? instructions?.de ?? ''

function calendarOf(
  { mailAddress, now }: ComposeDeps,
  language: Language,
  { to, notice, entry, practice, settings }: Claimed,
) {
  const { entryId, startAt, sequence } = notice
  const { phone, address } = settings
  const names = { practiceName: practice.name, phone, address, organizer: mailAddress }
  const event = { ...names, entryId, startAt, sequence, writtenAt: now() }
  return entry === null
    ? cancellationFile(language, { ...event, endAt: null }, to)
    : calendarFile(language, { ...event, endAt: entry.endAt })
}
