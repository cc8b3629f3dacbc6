import { type Static, Type } from '@sinclair/typebox'
import type { Issue } from '../../domain/problem.ts'
import { noticeChannels, noticeReasons, noticeStates } from '../../domain/reminders/notice.ts'
import {
  answeredId,
  answeredInstant,
  filledText,
  nullable,
  oneOf,
  optional,
  shape,
  unchecked,
} from '../../http/shape.ts'
import { languageIds, languages } from '../../messages/languages.ts'
import { has, hasStrayBraces, placeholders } from '../../messages/template.ts'

export const reminder = shape({
  id: answeredId('reminder'),
  practiceId: answeredId('practice'),
  appointmentId: answeredId('appointment'),
  patientId: nullable(answeredId('patient')),
  channel: oneOf(noticeChannels),
  state: oneOf(noticeStates),
  reason: nullable(oneOf(noticeReasons)),
  startAt: answeredInstant({ description: 'The start time it reminds of.' }),
  dueAt: answeredInstant(),
  nextAttemptAt: nullable(answeredInstant({ description: 'When it is delivered, while it is scheduled.' })),
  attempts: Type.Integer({ examples: [1] }),
  lastError: nullable(Type.String({ examples: ['timeout'] })),
  sentAt: nullable(answeredInstant()),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

/** A failed reminder, with what somebody needs to call the patient instead. */
export const failedReminder = shape({
  ...reminder.properties,
  patient: nullable(
    shape(
      {
        firstName: Type.String({ examples: ['Zoé'] }),
        lastName: Type.String({ examples: ['Müller'] }),
        phoneMobile: nullable(Type.String({ examples: ['+49 151 23456789'] })),
        email: nullable(Type.String({ examples: ['zoe.muller@example.org'] })),
      },
      { description: 'The patient as they are now. Null when the patient was deleted.' },
    ),
  ),
  appointment: nullable(
    shape(
      { startAt: answeredInstant() },
      { description: 'The appointment as it is now. Null when it was deleted.' },
    ),
  ),
})

export const failedReminderList = shape({ reminders: Type.Array(failedReminder) })

export const reminderList = shape({ reminders: Type.Array(reminder) })

const language = oneOf(languageIds, { examples: ['de'] })
const emailSubject = (...examples: string[]) => filledText(200, { examples })
const emailText = filledText(5_000, {
  description: 'Plain text; an empty line begins a paragraph. Must hold `{link}`.',
  examples: [languages.de.templates.emailText],
})
const smsText = filledText(320, {
  description: 'Must hold `{link}`.',
  examples: [languages.de.templates.smsText],
})

/** Braces hold only names that stand for something, and every text but the subject holds the link. */
function templateIssues(body: Readonly<Record<string, unknown>>): Issue[] {
  return ['emailSubject', 'emailText', 'smsText'].flatMap((path) => {
    const template = body[path]
    if (typeof template !== 'string') return []
    const message = hasStrayBraces(template)
      ? `may hold {${placeholders.join('}, {')}} in braces and nothing else`
      : path !== 'emailSubject' && !has(template, 'link')
        ? 'must hold {link}'
        : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

export const updateSettingsBody = shape(
  {
    language: optional(nullable(language)),
    emailSubject: optional(nullable(emailSubject('Ihr Termin am {date} um {time}'))),
    emailText: optional(nullable(emailText)),
    smsText: optional(nullable(smsText)),
  },
  { rule: templateIssues },
)
export type UpdateSettings = Static<typeof updateSettingsBody>

const delivery = oneOf(['on', 'log_only', 'off'], {
  description: 'Whether this installation delivers by it, only notes in its log that it would, or neither.',
})

export const settings = shape({
  language,
  emailSubject: Type.String({ examples: ['Ihr Termin am {date} um {time}'] }),
  emailText: Type.String({ examples: [languages.de.templates.emailText] }),
  smsText: Type.String({ examples: [languages.de.templates.smsText] }),
  languages: Type.Array(shape({ id: language, name: Type.String({ examples: ['Deutsch'] }) })),
  placeholders: Type.Array(oneOf(placeholders)),
  channels: shape({ email: delivery, sms: delivery }),
})

export const preview = shape({
  email: shape({
    subject: Type.String({ examples: ['Ihr Termin am Dienstag, 26. März 2030 um 09:30 Uhr'] }),
    text: Type.String({ examples: ['Guten Tag Alex, …'] }),
    html: unchecked({ type: 'string', examples: ['<!doctype html>…'] }),
  }),
  sms: shape({
    text: Type.String({ examples: ['Praxis am Lindenplatz: Erinnerung an Ihren Termin …'] }),
    characters: Type.Integer({ examples: [203] }),
  }),
})
