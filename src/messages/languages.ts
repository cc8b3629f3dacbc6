import { de } from './de.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'

/** The languages that reminders come in. */
export const languages = { en, de } as const satisfies Record<string, Language>

export type LanguageId = keyof typeof languages
export const languageIds = Object.keys(languages) as LanguageId[]

/** The language of a practice; English where it has set none. */
export const languageIdOf = (id: string | null): LanguageId =>
  languageIds.find((known) => known === id) ?? 'en'
export const languageOf = (id: string | null): Language => languages[languageIdOf(id)]
