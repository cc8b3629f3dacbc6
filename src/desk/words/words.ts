/** The words of the desk in the language of the member or of the browser. */
import { signal } from '@preact/signals'
import {
  browserLanguage,
  isLanguage,
  type Language,
  languageOf,
  languages,
  type Words,
  type WordsPart,
} from './languages.ts'
import { type Seat, seated, seatOf } from './seat.ts'

/** The words of now. A component that reads `words.value` is drawn again when the language changes. */
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
/** Where the practice treats. */
let seat: Seat = 'chair'
/** The parts of the words that were asked for. */
const parts = new Set<WordsPart>()

/**
 * Shows the desk in a language: the member's choice, or the browser's for null. It must be waited for before anything is
 * drawn. `part` is what is drawn first. `packId` says which kind of practice speaks.
 */
export async function speak(choice: string | null, part: WordsPart = 'desk', packId = ''): Promise<void> {
  spoken = choice !== null && isLanguage(choice) ? choice : browserLanguage()
  seat = seatOf(packId)
  parts.add(part)
  const loaded = await load([...parts])
  locale.value = localeFor(spoken, navigator.languages)
  document.documentElement.lang = spoken
  words.value = Object.assign({}, ...loaded)
}

/** Loads parts of the words of now, for where the practice treats. */
async function load(wanted: readonly WordsPart[]): Promise<readonly Partial<Words>[]> {
  const language = languages[spoken]
  const forms = seat === 'chair' ? undefined : (await language.seats())[seat]
  return await Promise.all(wanted.map(async (part) => seated(await language[part](), forms)))
}

/** Loads further words, once. */
export async function loadWords(...wanted: readonly WordsPart[]): Promise<void> {
  const missing = wanted.filter((part) => !parts.has(part))
  const loaded = await load(missing)
  for (const part of missing) parts.add(part)
  if (missing.length > 0) words.value = Object.assign({}, words.value, ...loaded)
}

/** Waits for code that the first board does without, and for the words of the screens, which this code may say. */
export async function withWords<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, loadWords('screens')])
  return loaded
}

/** Loads the words of the settings, and of the editors that they share with the ways in. */
export const loadSettingsWords = (): Promise<void> => loadWords('settings', 'entrance')
