/** The languages of the desk, and where the words of each are loaded from. */
import type { en } from './en.ts'
import type * as access from './en-access.ts'
import type * as entrance from './en-entrance.ts'
import type * as common from './en-forms.ts'
import type * as imports from './en-imports.ts'
import type * as screens from './en-screens.ts'
import type * as settings from './en-settings.ts'
import type { Forms, Seat } from './seat.ts'

/**
 * All words of one language. The words are loaded in parts: for the first board, for the other screens, for the settings,
 * for imports, and for signing in again. The ways in have a file of their own. A further language is a file for each of these parts, and its lines in `languages.ts`.
 */
export type Words = typeof en &
  typeof access &
  typeof common &
  typeof entrance &
  typeof imports &
  typeof screens &
  typeof settings

/** The parts of a language. Each is loaded as one file. */
export type WordsPart = 'desk' | 'screens' | 'settings' | 'imports' | 'access'

interface Parts extends Readonly<Record<WordsPart, () => Promise<Partial<Words>>>> {
  /** How dates and numbers look where the first language of the browser is another one. */
  readonly locale: string
  /** The phrases of practices that treat elsewhere than in a chair. */
  readonly seats: () => Promise<Readonly<Record<Exclude<Seat, 'chair'>, Forms>>>
}

/** The parts of the words, by language. */
export const languages = {
  en: {
    locale: 'en-GB',
    desk: async () => (await import('./en.ts')).en,
    screens: () => import('./en-screens.ts'),
    settings: () => import('./en-settings.ts'),
    imports: () => import('./en-imports.ts'),
    access: () => import('./en-access.ts'),
    seats: () => import('./en-seats.ts'),
  },
  de: {
    locale: 'de-DE',
    desk: async () => (await import('./de.ts')).de,
    screens: () => import('./de-screens.ts'),
    settings: () => import('./de-settings.ts'),
    imports: () => import('./de-imports.ts'),
    access: () => import('./de-access.ts'),
    seats: () => import('./de-seats.ts'),
  },
} as const satisfies Record<string, Parts>

/** A language of the desk, as a BCP 47 tag. */
export type Language = keyof typeof languages

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The first language of the browser that the desk speaks. */
export const browserLanguage = (): Language => navigator.languages.map(languageOf).find(isLanguage) ?? 'en'

/** The language of a BCP 47 tag. */
const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()

/** Whether the desk speaks a language. */
export const isLanguage = (tag: string | undefined): tag is Language =>
  tag !== undefined && Object.hasOwn(languages, tag)

/** Begins to load the words that the browser asks for, before it is known what the member chose. */
export const loadEarly = (): void => void languages[browserLanguage()].desk().catch(() => {})
