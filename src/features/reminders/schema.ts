import { type Static, Type } from '@sinclair/typebox'
import { phoneCountries } from '../../delivery/phone.ts'
import type { Issue } from '../../domain/problem.ts'
import { noticeChannels, noticeKinds, noticeReasons, noticeStates } from '../../domain/reminders/notice.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  named,
  nullable,
  ofPractice,
  oneOf,
  optional,
  shape,
  timestamps,
} from '../../http/shape.ts'
import { longestSms } from '../../messages/compose.ts'
import { languageIds, languages } from '../../messages/languages.ts'
import { has, hasStrayBraces, placeholders } from '../../messages/template.ts'
import { answeredTimes, givenTimes, leadIssues } from './plan-schema.ts'

const state =
  'Where the reminder stands. `scheduled`: it waits for `nextAttemptAt`. `running`: it is being delivered. `sent`: it was delivered. `skipped`: the service did not send it, see `reason`. `cancelled`: the appointment was moved or deleted. `dead`: delivery failed for good. `uncertain`: the other side took the message over, gave no answer, and may have delivered it.'

const reason =
  'Why a reminder was not sent, or how it was. `inside_lead`: the appointment was booked, or the lead was set, too late for one. `switched_off`: the practice sends none. `missed_window`: its time passed while the service was down, or outside the hours in which the practice sends. `no_consent`: the patient did not agree. `no_address`, `no_phone`: there is nowhere to send it. `invalid_phone`: the number is not valid. `landline`: the number is no mobile number. `unknown_country`: the number has no country code, and the country of the patient is not known. `not_configured`: the service does not use this channel. `refused`: the address was refused. `provider_away`: the mail server or text gateway was away until it was too late. `gave_up`: every attempt failed. `over_ceiling`: the practice had sent as many messages on that day as this installation allows; a `scheduled` one is tried again on the next day. `country_not_allowed`: the practice does not text to the country of the number. `costly_number`: a premium or satellite number. `log_only`: the service only logs what it would send. Null when there is nothing to say.'

export const reminder = named(
  'Reminder',
  shape(
    {
      id: answeredId('reminder', 'The id of the reminder.'),
      ...ofPractice,
      appointmentId: answeredId('appointment', 'The appointment that the patient is reminded of.'),
      patientId: nullable(
        answeredId('patient', 'The patient who is reminded. Null once the patient is deleted.'),
      ),
      channel: oneOf(noticeChannels, { description: 'How the reminder is delivered.' }),
      kind: oneOf(noticeKinds, {
        description:
          'What the message says. `reminder`: the appointment is near. `booked`: it was booked. `moved`: it has another start time. `cancelled`: it no longer stands.',
      }),
      state: oneOf(noticeStates, { description: state }),
      reason: nullable(oneOf(noticeReasons, { description: reason, examples: ['gave_up'] })),
      startAt: answeredInstant('The start of the appointment, as the patient is told.'),
      dueAt: answeredInstant('When the reminder was to be sent.', '2030-03-25T08:00:00.000Z'),
      nextAttemptAt: nullable(
        answeredInstant(
          'When delivery is tried next. Null when it is not tried again.',
          '2030-03-25T08:00:00.000Z',
        ),
      ),
      attempts: Type.Integer({ description: 'How often delivery was tried.', examples: [1] }),
      lastError: nullable(
        answeredText(
          'What went wrong in the last attempt, as a short code. Null when nothing did.',
          'timeout',
        ),
      ),
      sentAt: nullable(
        answeredInstant('When the reminder was delivered. Null until then.', '2030-03-25T08:00:05.000Z'),
      ),
      ...timestamps,
    },
    { description: 'One message that reminds a patient of one appointment.' },
  ),
)

export const reminderList = named(
  'ReminderList',
  shape(
    { reminders: Type.Array(reminder, { description: 'The reminders.' }) },
    { description: 'Reminders and what became of them.' },
  ),
)

/** A failed reminder, with what a member needs to call the patient instead. */
export const failedReminder = named(
  'FailedReminder',
  shape(
    {
      ...reminder.properties,
      patient: nullable(
        shape(
          {
            firstName: answeredText('First name.', 'Zoé'),
            lastName: answeredText('Last name.', 'Müller'),
            phoneMobile: nullable(
              answeredText(
                'The mobile number, as it was written. Null when there is none.',
                '+49 151 23456789',
              ),
            ),
            email: nullable(
              answeredText('The e-mail address. Null when there is none.', 'zoe.muller@example.org'),
            ),
          },
          { description: 'The patient as they are now. Null when the patient was deleted.' },
        ),
      ),
      appointment: nullable(
        shape(
          { startAt: answeredInstant('When the appointment starts.') },
          { description: 'The appointment as it is now. Null when it was deleted.' },
        ),
      ),
    },
    { description: 'A reminder that failed, with whom to call instead.' },
  ),
)

export const failedReminderList = named(
  'FailedReminderList',
  shape(
    { reminders: Type.Array(failedReminder, { description: 'The failed reminders.' }) },
    { description: 'Reminders that failed lately.' },
  ),
)

const means = {
  language: 'The language of dates, of the page behind the link and of the standard texts.',
  emailSubject: 'The subject of the e-mail.',
  emailText: 'The text of the e-mail. It is plain text; an empty line begins a paragraph.',
  smsText: 'The text of the text message.',
}
const back = 'Null goes back to the standard text.'
const withLink = 'It must hold `{link}`.'

const language = oneOf(languageIds, { description: means.language, examples: ['de'] })
const emailSubject = filledText(200, {
  description: `${means.emailSubject} ${back}`,
  examples: [languages.de.templates.emailSubject],
})
const emailText = filledText(5_000, {
  description: `${means.emailText} ${withLink} ${back}`,
  examples: [languages.de.templates.emailText],
})
const smsText = filledText(320, {
  description: `${means.smsText} ${withLink} ${back}`,
  examples: [languages.de.templates.smsText],
})

const templateFields = ['emailSubject', 'emailText', 'smsText'] as const

/** Braces hold only names that stand for something, and every text but the subject holds the link. */
function templateIssues(
  body: Readonly<Partial<Record<(typeof templateFields)[number], string | null>>>,
): Issue[] {
  return templateFields.flatMap((path) => {
    const template = body[path]
    if (template === undefined || template === null) return []
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
  Type.Array(Type.String({ description: 'The code of a country (ISO 3166-1).', examples: ['DE'] }), {
    maxItems: phoneCountries.length,
    description,
    examples: [['AT', 'CH', 'DE']],
  })

const inBraces = placeholders.map((name) => `\`{${name}}\``).join(', ')

export const updateSettingsBody = named(
  'UpdateReminderSettings',
  shape(
    {
      language: optional(nullable(language, `${means.language} Null goes back to English.`)),
      emailSubject: optional(nullable(emailSubject)),
      emailText: optional(nullable(emailText)),
      smsText: optional(nullable(smsText)),
      allowedCountries: optional(
        nullable(
          countries(
            'The countries that text messages may go to, as ISO 3166-1 codes. An empty list stops all text messages. Null stands for the country of the practice’s time zone and those that share a land border with it.',
          ),
        ),
      ),
      ...givenTimes,
    },
    {
      rule: (body) => [...templateIssues(body), ...countryIssues(body), ...leadIssues(body)],
      description: `The settings to change. Braces may hold only these names: ${inBraces}. The e-mail text and the text message must hold \`{link}\`. A text message with everything filled in must not be longer than ${longestSms} characters.`,
    },
  ),
)
export type UpdateSettings = Static<typeof updateSettingsBody>

const delivery = (channel: string) =>
  oneOf(['on', 'log_only', 'off'], {
    description: `Whether this installation delivers ${channel}. \`log_only\`: it only logs what it would send.`,
  })

export const settings = named(
  'ReminderSettings',
  shape(
    {
      language,
      emailSubject: answeredText(means.emailSubject, languages.de.templates.emailSubject),
      emailText: answeredText(means.emailText, languages.de.templates.emailText),
      smsText: answeredText(means.smsText, languages.de.templates.smsText),
      allowedCountries: countries('The countries that text messages may go to.'),
      ...answeredTimes,
      languages: Type.Array(
        shape(
          {
            id: oneOf(languageIds, { description: 'The id of the language.', examples: ['de'] }),
            name: answeredText('What the language calls itself.', 'Deutsch'),
          },
          { description: 'A language.' },
        ),
        { description: 'The languages to choose from.' },
      ),
      placeholders: Type.Array(oneOf(placeholders, { description: 'A name that may stand in braces.' }), {
        description: 'What may stand in braces in a text. Each is replaced by its value.',
      }),
      channels: shape(
        { email: delivery('e-mails'), sms: delivery('text messages') },
        { description: 'The ways in which this installation delivers reminders.' },
      ),
    },
    { description: 'How the practice words its reminders.' },
  ),
)

export const preview = named(
  'ReminderPreview',
  shape(
    {
      email: shape(
        {
          subject: answeredText('The subject.', 'Ihr Termin am Dienstag, 26. März 2030 um 09:30 Uhr'),
          text: answeredText('The text, for programs that show no HTML.', 'Guten Tag Alex, …'),
          html: answeredText('The text as an HTML page.', '<!doctype html>…'),
        },
        { description: 'The e-mail.' },
      ),
      sms: shape(
        {
          text: answeredText('The text.', 'Praxis am Lindenplatz: Erinnerung an Ihren Termin …'),
          characters: Type.Integer({
            description: 'How long the text is, in UTF-16 code units.',
            examples: [203],
          }),
        },
        { description: 'The text message.' },
      ),
    },
    { description: 'What reminders of a made-up appointment look like.' },
  ),
)
