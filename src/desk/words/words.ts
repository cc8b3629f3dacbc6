/** The words of the desk in the language of the member or of the browser. */
import { signal } from '@preact/signals'
import type { en } from './en.ts'
import {
  browserLanguage,
  isLanguage,
  type Language,
  languageOf,
  languages,
  type SettingsWords,
} from './languages.ts'

/**
 * All words of one language. A further language is a file for each of these parts, and its lines in `languages.ts`.
 * The words of the settings are there once `loadSettingsWords` has been waited for.
 */
export type Words = typeof en & SettingsWords

/** The words of now. A component that reads `words.value` is drawn anew when the language changes. */
export const words = signal({} as Words)

/** The locale of dates and numbers. */
export const locale = signal('en')

/**
 * The locale of dates and numbers: the browser's first one where that is in the language of the desk. Browsers add
 * American English to the languages of people who are no Americans, and `3/5` would be the wrong day for them.
 */
export const localeFor = (language: Language, [first = '']: readonly string[]): string =>
  languageOf(first) === language ? first : languages[language].locale

let spoken: Language = 'en'

/** The language of the desk now, for questions to the API. */
export const spokenLanguage = (): Language => spoken
let hasSettings = false

/** Shows the desk in a language: the member's choice, or the browser's for null. It must be waited for before anything is drawn. */
export async function speak(choice: string | null): Promise<void> {
  spoken = choice !== null && isLanguage(choice) ? choice : browserLanguage()
  const parts = languages[spoken]
  const [desk, settings] = await Promise.all([parts.desk(), hasSettings ? parts.settings() : undefined])
  locale.value = localeFor(spoken, navigator.languages)
  document.documentElement.lang = spoken
  words.value = { ...desk, ...settings } as Words
}

/** Loads the words of the settings, once. */
export async function loadSettingsWords(): Promise<void> {
  if (hasSettings) return
  const settings = await languages[spoken].settings()
  hasSettings = true
  words.value = { ...words.value, ...settings }
}
