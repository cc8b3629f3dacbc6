/** The words of the desk in the language of the member or of the browser. */
import { signal } from '@preact/signals'
import type { en } from './en.ts'
import type * as office from './en-people.ts'
import type { settings } from './en-settings.ts'

/** The words of the settings. They are loaded with the settings, because they are nearly as many as the others. */
type SettingsWords = { readonly settings: typeof settings } & typeof office

/**
 * All words of one language. A further language is a file for each of these parts, and a line in `languages`.
 * The words of the settings are there once `loadSettingsWords` has been waited for.
 */
export type Words = typeof en & SettingsWords

interface Parts {
  /** How dates and numbers look where the first language of the browser is another one. */
  readonly locale: string
  readonly desk: () => Promise<typeof en>
  readonly settings: () => Promise<SettingsWords>
}

const languages = {
  en: {
    locale: 'en-GB',
    desk: async () => (await import('./en.ts')).en,
    settings: async () => ({
      settings: (await import('./en-settings.ts')).settings,
      ...(await import('./en-people.ts')),
    }),
  },
  de: {
    locale: 'de-DE',
    desk: async () => (await import('./de.ts')).de,
    settings: async () => ({
      settings: (await import('./de-settings.ts')).settings,
      ...(await import('./de-people.ts')),
    }),
  },
} as const satisfies Record<string, Parts>

/** A language of the desk, as a BCP 47 tag. */
export type Language = keyof typeof languages

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

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

/** The first language of the browser that the desk speaks. */
export const browserLanguage = (): Language => navigator.languages.map(languageOf).find(isLanguage) ?? 'en'

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

/** Begins to load the words that the browser asks for, before it is known what the member chose. */
export const loadEarly = (): void => void languages[browserLanguage()].desk().catch(() => {})

/** Loads the words of the settings, once. */
export async function loadSettingsWords(): Promise<void> {
  if (hasSettings) return
  const settings = await languages[spoken].settings()
  hasSettings = true
  words.value = { ...words.value, ...settings }
}

const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()
const isLanguage = (tag: string | undefined): tag is Language =>
  tag !== undefined && Object.hasOwn(languages, tag)
