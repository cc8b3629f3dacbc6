/** The languages of the desk, and where the words of each are loaded from. */
import type { en } from './en.ts'
import type * as office from './en-people.ts'
import type { settings } from './en-settings.ts'

/** The words of the settings. They are loaded with the settings, because they are nearly as many as the others. */
export type SettingsWords = { readonly settings: typeof settings } & typeof office

interface Parts {
  /** How dates and numbers look where the first language of the browser is another one. */
  readonly locale: string
  readonly desk: () => Promise<typeof en>
  readonly settings: () => Promise<SettingsWords>
}

/** The parts of the words, by language. */
export const languages = {
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

/** The first language of the browser that the desk speaks. */
export const browserLanguage = (): Language => navigator.languages.map(languageOf).find(isLanguage) ?? 'en'

/** The language of a BCP 47 tag. */
export const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()

/** Whether the desk speaks a language. */
export const isLanguage = (tag: string | undefined): tag is Language =>
  tag !== undefined && Object.hasOwn(languages, tag)

/** Begins to load the words that the browser asks for, before it is known what the member chose. */
export const loadEarly = (): void => void languages[browserLanguage()].desk().catch(() => {})
