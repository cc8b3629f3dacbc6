import type { Channels, Delivery } from '../delivery/delivery.ts'
import { signAnswerLink } from '../domain/reminders/answer-link.ts'
import { calendarFile } from '../messages/calendar.ts'
import { composeEmail, composeSms } from '../messages/compose.ts'
import { languageOf } from '../messages/languages.ts'
import { templatesOf } from '../messages/template.ts'
import type { EntryRow } from '../store/entries.ts'
import type { NoticeSettings } from '../store/notice-settings.ts'
import type { NoticeRow } from '../store/notices.ts'
import type { PatientRow } from '../store/patients.ts'
import type { PracticeRow } from '../store/practice.ts'

/** A claimed reminder with all that goes into its message. */
export interface Ready {
  readonly to: string
  readonly lease: string
  readonly job: NoticeRow
  readonly entry: EntryRow
  readonly patient: PatientRow
  readonly practice: PracticeRow
  readonly settings: NoticeSettings
}

/** The message of a reminder, ready to go out by its channel. `key` signs the link in it. */
export function composeNotice(
  { channels, origin }: { channels: Channels; origin: () => string },
  { to, job, entry, patient, practice, settings }: Ready,
  key: Uint8Array,
): (delivery: Delivery) => Promise<void> {
  const language = languageOf(settings.language)
  const templates = templatesOf(language.templates, settings)
  const token = signAnswerLink(key, job.id)
  const link = `${origin()}/visit#${token}`
  const { name: practiceName, timezone } = practice
  const visit = { practiceName, timezone, firstName: patient.firstName, startAt: job.startAt, link }
  if (job.channel === 'sms') {
    const text = composeSms(language, templates, visit)
    return (delivery) => channels.sms!({ to, text, link }, delivery)
  }
  const { endAt, updatedAt } = entry
  const calendar = calendarFile(language, {
    entryId: entry.id,
    practiceName,
    startAt: job.startAt,
    endAt,
    updatedAt,
  })
  const mail = { to, calendar, ...composeEmail(language, templates, visit) }
  return (delivery) => channels.email!(mail, delivery)
}
