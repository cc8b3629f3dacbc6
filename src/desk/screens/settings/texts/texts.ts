/** The texts of reminders that an owner can change, and the standard texts of each language. */
import type { components } from '../../../contract/openapi.ts'
import { words } from '../../../words/words.ts'
import type { ReminderSettings } from '../parts/practice-record.ts'

export const textNames = ['emailSubject', 'emailText', 'smsText'] as const
type TextName = (typeof textNames)[number]
export type Texts = Pick<ReminderSettings, TextName | 'language'>
type Languages = ReminderSettings['languages']

export const textsOf = ({ language, emailSubject, emailText, smsText }: ReminderSettings): Texts => ({
  language,
  emailSubject,
  emailText,
  smsText,
})

const standardOf = (languages: Languages, id: Texts['language']) =>
  languages.find((each) => each.id === id)!.standard

/** The texts after a change of the language. Changed texts stay, and standard texts are replaced. */
export function inLanguage(texts: Texts, language: Texts['language'], languages: Languages): Texts {
  const before = standardOf(languages, texts.language)
  const after = standardOf(languages, language)
  const next = Object.fromEntries(
    textNames.map((name) => [name, texts[name].trim() === before[name] ? after[name] : texts[name]]),
  ) as Record<TextName, string>
  return { ...next, language }
}

/** The body of the request. A standard text is sent as null, so that it changes with the language. */
export function bodyOf(
  { language, ...texts }: Texts,
  languages: Languages,
): components['schemas']['UpdateReminderSettings'] {
  const standard = standardOf(languages, language)
  return {
    language,
    ...Object.fromEntries(
      textNames.map((name) => [name, texts[name].trim() === standard[name] ? null : texts[name]]),
    ),
  }
}

export const placeholders = [
  'practice',
  'title',
  'firstName',
  'lastName',
  'date',
  'time',
  'instructions',
  'link',
] as const

const known: ReadonlySet<string> = new Set(placeholders.map((name) => `{${name}}`))

/** The mistakes in the texts, by the field names of the API. */
export function textMistakes(texts: Texts): Record<string, string> {
  const { forms, settings } = words.value
  return Object.fromEntries(
    textNames.flatMap((name) => {
      const text = texts[name]
      if (text.trim() === '') return [[name, forms.fillIn]]
      if (hasStrayBraces(text)) return [[name, settings.strayBraces]]
      if (name !== 'emailText' && text.includes('{instructions}')) return [[name, settings.onlyInMail]]
      return name !== 'emailSubject' && !text.includes('{link}') ? [[name, settings.needsLink]] : []
    }),
  )
}

const hasStrayBraces = (text: string): boolean =>
  /[{}]/.test(text.replace(/\{[^{}]*\}/g, (found) => (known.has(found) ? '' : found)))
