import { usualCountries } from '../../delivery/phone.ts'
import { changed } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { found, invalid } from '../../domain/problem.ts'
import { signAnswerLink } from '../../domain/reminders/answer-link.ts'
import { formatInstant, localTime } from '../../domain/time.ts'
import { requireMatch } from '../../domain/version.ts'
import { calendarFile } from '../../messages/calendar.ts'
import { composeEmail, composeSms, longestSms, type NoticeContent } from '../../messages/compose.ts'
import type { Language } from '../../messages/language.ts'
import { languageIdOf, languageIds, languageOf, languages } from '../../messages/languages.ts'
import { longestDayFrom, longFirstName, longLastName } from '../../messages/longest-likely.ts'
import { sizeOfSms } from '../../messages/sms-size.ts'
import { templatesOf } from '../../messages/template.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { beginReplan } from '../../store/notices/notice-replan.ts'
import {
  findNoticeSettings,
  type NoticeSettings,
  saveNoticeSettings,
} from '../../store/notices/notice-settings.ts'
import { reconsiderCountries } from '../../store/notices/notices.ts'
import { findPractice, renewPractice } from '../../store/practice/practice.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import { keptLeads, requireSendWindow, timeSettings } from './plan-settings.ts'
import type { UpdateSettings } from './schema/settings.ts'

/** The settings with texts that patients read and addresses to which they answer. */
const readByPatients = ['emailSubject', 'emailText', 'smsText', 'phone', 'address', 'replyTo'] as const

/** The settings of the messages, with the version of the practice, because they are a part of the practice. */
export type VersionedSettings = NoticeSettings & { readonly version: number }

/**
 * The version is read before the settings, so that it is never newer than them. So a caller never overwrites settings
 * that they have not seen.
 */
export function readSettings({ read }: Practice): VersionedSettings {
  const { version } = found(findPractice(read))
  return { ...findNoticeSettings(read), version }
}

/**
 * The countries to which the practice sends text messages. When it has chosen none, its own country and the neighbours.
 */
export const allowedCountriesOf = (practice: ReadablePractice, { allowedCountries }: NoticeSettings) =>
  allowedCountries ?? usualCountries(found(findPractice(practice.read)).timezone)

/**
 * Changes how the practice words its messages, when they go out, and to which countries it texts. Planned reminders
 * move to the new times: the first of them at once, the others soon after.
 * @throws `validation_failed` for a send window of less than an hour. Also for a text message that is too long with all
 * placeholders filled in, even with shortened names.
 */
export function editSettings(
  practice: Practice,
  body: UpdateSettings,
  origin: string,
  now: number,
  mayReach: (scope: Scope) => void = () => {},
) {
  return practice.write((tx): VersionedSettings => {
    const own = requireMatch(tx, findPractice(tx))
    const before = findNoticeSettings(tx)
    // `amended` is not used here, because these settings have no `updatedAt`.
    const changes = changed(before, keptLeads(before, body))
    if (Object.keys(changes).length === 0) return { ...before, version: own.version }
    if (readByPatients.some((name) => name in changes)) mayReach(tx)
    const after = { ...before, ...changes }
    requireSendWindow(after, body)
    composed(tx, after, origin, now)
    saveNoticeSettings(tx, after, now)
    renewPractice(tx)
    const record = { kind: 'reminderSettings', id: tx.practiceId } as const
    tx.record({ kind: 'settings', record, before, after })
    if ('allowedCountries' in changes) reconsiderCountries(tx, now)
    if (timeSettings.some((name) => name in changes)) beginReplan(tx, now)
    return { ...after, version: own.version + 1 }
  })
}

/**
 * The messages for a made-up appointment, as these changes would word them. The changes are not kept.
 * @throws `validation_failed` for a send window of less than an hour, and for a text message that is too long with all
 * placeholders filled in.
 */
export function previewMessages(practice: Practice, body: UpdateSettings, origin: string, now: number) {
  const settings = { ...findNoticeSettings(practice.read), ...body }
  requireSendWindow(settings, body)
  const { email, sms, content } = composed(practice.read, settings, origin, now)
  return { email, sms: { text: sms, ...costOfSms(sms), longest: costsOfLongest(settings, content) } }
}

/** A made-up message in the practice's own words, in the form that the channels send. */
export function madeUpMessage({ read }: Practice, origin: string, now: number) {
  const settings = findNoticeSettings(read)
  const language = languageOf(settings.language)
  const templates = templatesOf(language.templates, settings)
  const { name: practiceName, timezone } = found(findPractice(read))
  const content = madeUpContent(language, practiceName, timezone, settings, origin, now)
  const { startAt, link } = content
  const endAt = startAt + 1_800_000
  const named = { entryId: newId(now), practiceName, organizer: undefined, sequence: 0, writtenAt: now }
  const event = { ...named, phone: settings.phone, address: settings.address, startAt, endAt }
  return {
    email: {
      ...composeEmail(language, templates, content),
      calendar: calendarFile(language, event),
      replyTo: settings.replyTo,
      // A member of the practice cannot opt out of a test.
      unsubscribe: null,
    },
    sms: { text: composeSms(language, templates, content), mark: link, plannedAt: now },
  }
}

function composed(scope: Scope, settings: NoticeSettings, origin: string, now: number) {
  const language = languageOf(settings.language)
  const templates = templatesOf(language.templates, settings)
  const { name: practiceName, timezone } = found(findPractice(scope))
  const content = madeUpContent(language, practiceName, timezone, settings, origin, now)
  const sms = composeSms(language, templates, content)
  if (sms.length > longestSms)
    throw invalid([
      {
        path: 'smsText',
        message: `has ${sms.length} characters when all is filled in; must have at most ${longestSms}`,
      },
    ])
  const { subject, text, html } = composeEmail(language, templates, content)
  return { email: { subject, text, html }, sms, content }
}

/** The content for an appointment in a week. Its link leads nowhere, and is as long as a real link. */
function madeUpContent(
  { madeUpInstructions: instructions }: Language,
  practiceName: string,
  timezone: string,
  contact: NoticeContent['contact'],
  origin: string,
  now: number,
): NoticeContent {
  const date = formatInstant(now + 7 * 86_400_000).slice(0, 10)
  const startAt = localTime(date, '09:30', timezone)
  const nobody = '00000000-0000-0000-0000-000000000000'
  const token = signAnswerLink(new Uint8Array(32), nobody)
  const names = { firstName: 'Alex', lastName: 'Berger', gender: 'female' }
  return {
    practiceName,
    timezone,
    ...names,
    startAt,
    link: `${origin}/visit#${token}`,
    instructions,
    contact,
  }
}

/**
 * What the cost of a text message depends on: its encoding, its segments, and the characters that need the costlier
 * encoding.
 */
function costOfSms(text: string) {
  const { encoding, segments, outsideGsm } = sizeOfSms(text)
  return { characters: text.length, encoding, segments, costlyCharacters: [...outsideGsm] }
}

/**
 * The cost in each language, with a long first name and a day that is long to write. The text is the practice's own in
 * its own language, and the standard text in the other languages.
 */
const costsOfLongest = (settings: NoticeSettings, content: NoticeContent) =>
  languageIds.map((id) => {
    const language = languages[id]
    const own = id === languageIdOf(settings.language)
    const templates = own ? templatesOf(language.templates, settings) : language.templates
    const startAt = longestDayFrom(content.startAt, language, content.timezone)
    const longest = { ...content, firstName: longFirstName, lastName: longLastName, startAt }
    return { language: id, ...costOfSms(composeSms(language, templates, longest)) }
  })
