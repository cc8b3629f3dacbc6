import { de } from './de.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'

/** The languages of messages to patients. */
export const languages = { en, de } as const satisfies Record<string, Language>

export type LanguageId = keyof typeof languages
export const languageIds = Object.keys(languages) as LanguageId[]

export const isLanguageId = (id: string | null): id is LanguageId => languageIds.includes(id as LanguageId)

/**
 * The first of these ids that is a known language, or English. Give the patient's own language before the practice's.
 */
export const languageIdOf = (...ids: readonly (string | null)[]): LanguageId => ids.find(isLanguageId) ?? 'en'
export const languageOf = (...ids: readonly (string | null)[]): Language => languages[languageIdOf(...ids)]
