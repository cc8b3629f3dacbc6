import { de } from './de.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'

/** The languages of messages to patients. */
export const languages = { en, de } as const satisfies Record<string, Language>

export type LanguageId = keyof typeof languages
export const languageIds = Object.keys(languages) as LanguageId[]

/** The language that a practice has set, or English. */
export const languageIdOf = (id: string | null): LanguageId =>
  languageIds.find((known) => known === id) ?? 'en'
export const languageOf = (id: string | null): Language => languages[languageIdOf(id)]
