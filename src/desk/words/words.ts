/** The words of the desk in the language of the member or of the browser. */
import { signal } from '@preact/signals'
import { en } from './en.ts'

/**
 * All words of one language. A further language is one more file of this shape, and a line in `languages`. Two pieces lie
 * apart, because few need them: the words of the audit trail (`settings/trail`) and of the pages before the desk
 * (`pages/words`).
 */
export type Words = typeof en

const languages = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de.ts')).de,
} as const satisfies Record<string, () => Promise<Words>>

/** A language of the desk, as a BCP 47 tag. */
export type Language = keyof typeof languages

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The words of now. A component that reads `words.value` is drawn anew when the language changes. */
export const words = signal<Words>(en)

/** The locale of dates and numbers: the browser's own where it speaks the language of the desk. */
export const locale = signal('en')

/** The first language of the browser that the desk speaks. */
export const browserLanguage = (): Language => navigator.languages.map(languageOf).find(isLanguage) ?? 'en'

/** Shows the desk in a language: the member's choice, or the browser's for null. */
export async function speak(choice: string | null): Promise<void> {
  const language = choice !== null && isLanguage(choice) ? choice : browserLanguage()
  const spoken = await languages[language]()
  locale.value = navigator.languages.find((tag) => languageOf(tag) === language) ?? language
  document.documentElement.lang = language
  words.value = spoken
}

const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()
const isLanguage = (tag: string | undefined): tag is Language =>
  tag !== undefined && Object.hasOwn(languages, tag)
