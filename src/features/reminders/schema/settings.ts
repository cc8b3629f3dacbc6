import { type Static, Type } from '@sinclair/typebox'
import { hasPhones, phoneCountries } from '../../../delivery/countries/alpha3.ts'
import type { Issue } from '../../../domain/problem.ts'
import {
  answeredText,
  describedShape,
  filledText,
  flag,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  versioned,
} from '../../../http/shape.ts'
import { longestSms } from '../../../messages/compose.ts'
import { languageIds, languages } from '../../../messages/languages.ts'
import { has, hasStrayBraces, placeholders } from '../../../messages/template.ts'
import { contactFields, givenContact } from './contact.ts'
import { answeredTimes, givenTimes, leadIssues } from './times.ts'

const description = 'Whether patients get a message when an appointment is booked.'

/** The setting `tellBooked` in a change of the settings. */
const tellBookedChange = {
  tellBooked: optional(nullable(flag(`${description} Null means false.`, true))),
}

/** The setting `tellBooked` in an answer. */
const tellBookedAnswer = { tellBooked: flag(description, false) }

const means = {
  language: 'The language of dates, of the page behind the link and of the standard texts.',
  emailSubject: 'The subject of the e-mail.',
  emailText: 'The text of the e-mail. It is plain text; an empty line begins a paragraph.',
  smsText: 'The text of the text message.',
}
const back = 'Null goes back to the standard text.'
const withLink = 'It must contain `{link}`.'

const language = oneOf(languageIds, means.language, 'de')
const emailSubject = filledText(200, `${means.emailSubject} ${back}`, languages.de.templates.emailSubject)
const emailText = filledText(
  5_000,
  `${means.emailText} ${withLink} ${back}`,
  languages.de.templates.emailText,
)
const smsText = filledText(
  320,
  `${means.smsText} ${withLink} Dashes, quotation marks and spaces that cost more are sent as plain ones. ${back}`,
  languages.de.templates.smsText,
)

const templateFields = ['emailSubject', 'emailText', 'smsText'] as const

/**
 * Braces may contain only the names of placeholders. Every text except the subject must contain the link. Only the text
 * of the e-mail may contain instructions, because the other texts are too short.
 */
function templateIssues(
  body: Readonly<Partial<Record<(typeof templateFields)[number], string | null>>>,
): Issue[] {
  return templateFields.flatMap((path) => {
    const template = body[path]
    if (template === undefined || template === null) return []
    const message = hasStrayBraces(template)
      ? `may hold {${placeholders.join('}, {')}} in braces and nothing else`
      : path !== 'emailText' && has(template, 'instructions')
        ? 'must not hold {instructions}'
        : path !== 'emailSubject' && !has(template, 'link')
          ? 'must hold {link}'
          : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

/** Every code must name a country with telephone numbers, and no code may occur twice. */
function countryIssues({ allowedCountries }: Readonly<Record<string, unknown>>): Issue[] {
  if (!Array.isArray(allowedCountries) || allowedCountries.length > phoneCountries.length) return []
  return allowedCountries.flatMap((code, i) => {
    const message = !hasPhones(code)
      ? 'must be the code of a country (ISO 3166-1), such as DE'
      : allowedCountries.indexOf(code) < i
        ? 'is in the list already'
        : undefined
    return message === undefined ? [] : [{ path: `allowedCountries.${i}`, message }]
  })
}

const countries = (description: string) =>
  listOf(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'The code of a country (ISO 3166-1).',
      examples: ['DE'],
    }),
    description,
    { maxItems: phoneCountries.length, examples: [['AT', 'CH', 'DE']] },
  )

const inBraces = placeholders.map((name) => `\`{${name}}\``).join(', ')

export const updateSettingsBody = namedShape(
  'UpdateReminderSettings',
  `The settings to change. Braces may hold only these names: ${inBraces}. The e-mail text and the text message must contain \`{link}\`. Only the e-mail text may contain \`{instructions}\`, the instructions of the appointment type. A text message with everything filled in must not be longer than ${longestSms} characters.`,
  {
    language: optional(nullable(language, `${means.language} Null goes back to English.`)),
    emailSubject: optional(nullable(emailSubject)),
    emailText: optional(nullable(emailText)),
    smsText: optional(nullable(smsText)),
    ...tellBookedChange,
    allowedCountries: optional(
      nullable(
        countries(
          'The countries that text messages may go to, as ISO 3166-1 codes. An empty list stops all text messages. Null means the country of the practice’s time zone and the countries that share a land border with it.',
        ),
      ),
    ),
    ...givenTimes,
    ...givenContact,
  },
  { rule: (body) => [...templateIssues(body), ...countryIssues(body), ...leadIssues(body)] },
)
export type UpdateSettings = Static<typeof updateSettingsBody>

const delivery = (channel: string) =>
  oneOf(
    ['on', 'log_only', 'off'],
    `Whether this installation delivers ${channel}. \`log_only\`: it only logs the messages.`,
  )

const answeredTexts = {
  emailSubject: answeredText(means.emailSubject, languages.de.templates.emailSubject),
  emailText: answeredText(means.emailText, languages.de.templates.emailText),
  smsText: answeredText(means.smsText, languages.de.templates.smsText),
}

export const settings = namedShape(
  'ReminderSettings',
  'The texts, times and countries of the practice’s reminders.',
  {
    language,
    ...answeredTexts,
    allowedCountries: countries('The countries that text messages may go to.'),
    ...answeredTimes,
    ...contactFields,
    ...tellBookedAnswer,
    languages: listOf(
      describedShape('A language.', {
        id: oneOf(languageIds, 'The id of the language.', 'de'),
        name: answeredText('The name of the language in the language itself.', 'Deutsch'),
        standard: describedShape('The standard texts of the language.', answeredTexts),
      }),
      'The languages to choose from.',
    ),
    placeholders: listOf(
      oneOf(placeholders, 'A name that may be in braces.'),
      'The names that may be in braces in a text. Each is replaced by its value.',
    ),
    channels: describedShape('The ways in which this installation delivers reminders.', {
      email: delivery('e-mails'),
      sms: delivery('text messages'),
    }),
    ...versioned,
  },
)
