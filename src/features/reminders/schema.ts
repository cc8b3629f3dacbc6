import { type Static, Type } from '@sinclair/typebox'
import { phoneCountries } from '../../delivery/phone.ts'
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
  reason: nullable(
    oneOf(noticeReasons, {
      description:
        'Why it was not sent. `over_ceiling`: the practice had sent as many messages on that day as this installation allows. A `scheduled` one is tried again on the next day. `country_not_allowed`: the practice does not text to the country of the number. `costly_number`: a premium or satellite number.',
    }),
  ),
  startAt: answeredInstant({ description: 'The start time it reminds of.' }),
  dueAt: answeredInstant(),
  nextAttemptAt: nullable(answeredInstant({ description: 'When it is delivered, while it is scheduled.' })),
  attempts: Type.Integer({ examples: [1] }),
  lastError: nullable(Type.String({ examples: ['timeout'] })),
  sentAt: nullable(answeredInstant()),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

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

/** Every code names a country with telephone numbers, and none comes twice. */
function countryIssues({ allowedCountries }: Readonly<Record<string, unknown>>): Issue[] {
  if (!Array.isArray(allowedCountries) || allowedCountries.length > phoneCountries.length) return []
  return allowedCountries.flatMap((code, i) => {
    const message = !phoneCountries.includes(code)
      ? 'must be the code of a country (ISO 3166-1), such as DE'
      : allowedCountries.indexOf(code) < i
        ? 'is in the list already'
        : undefined
    return message === undefined ? [] : [{ path: `allowedCountries.${i}`, message }]
  })
}

const countries = (description: string) =>
  Type.Array(Type.String(), {
    maxItems: phoneCountries.length,
    description,
    examples: [['AT', 'CH', 'DE']],
  })

export const updateSettingsBody = shape(
  {
    language: optional(nullable(language)),
    emailSubject: optional(nullable(emailSubject('Ihr Termin am {date} um {time}'))),
    emailText: optional(nullable(emailText)),
    smsText: optional(nullable(smsText)),
    allowedCountries: optional(
      nullable(
        countries(
          'The countries that text messages may go to, as ISO 3166-1 codes. An empty list stops all text messages. Null stands for the country of the practice’s time zone and those that share a land border with it.',
        ),
      ),
    ),
  },
  { rule: (body) => [...templateIssues(body), ...countryIssues(body)] },
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
  allowedCountries: countries('The countries that text messages may go to.'),
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
