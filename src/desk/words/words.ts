/** The words of the desk in the language of the member or of the browser. */
import { signal } from '@preact/signals'
import {
  browserLanguage,
  isLanguage,
  type Language,
  languages,
  type Words,
  type WordsPart,
} from './languages.ts'
import { type Seat, seated, seatOf } from './seat.ts'

/** The words of now. A component that reads `words.value` is drawn again when the language changes. */
export const words = signal({} as Words)

/** The locale of dates and numbers. */
export const locale = signal('en')

/** The time zones of the United States, where people write the month first and use a clock of twelve hours. */
const american =
  /^(?:US\/.*|Pacific\/Honolulu|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|(?:Indiana|Kentucky|North_Dakota)\/.*))$/

/**
 * The locale of dates and numbers: that of the desk's language, as one writes where the practice is. What the browser prefers
 * says little. Most browsers come in American English, and `3/5` would be the wrong day for most people.
 */
export const localeFor = (language: Language, timezone = ''): string =>
  language === 'en' && american.test(timezone) ? 'en-US' : languages[language].locale

/** What the words and dates of a practice depend on. */
interface Place {
  readonly packId: string
  readonly timezone: string
}

let spoken: Language = 'en'

/** The language of the desk now, for questions to the API. */
export const spokenLanguage = (): Language => spoken
/** Where the practice treats. */
let seat: Seat = 'chair'
/** The parts of the words that were asked for. */
const parts = new Set<WordsPart>()

/**
 * Shows the desk in a language: the member's choice, or the browser's for null. It must be waited for before anything is
 * drawn. `part` is what is drawn first. `practice` says which kind of practice speaks, and where it is.
 */
export async function speak(
  choice: string | null,
  part: WordsPart = 'desk',
  practice?: Place,
): Promise<void> {
  spoken = choice !== null && isLanguage(choice) ? choice : browserLanguage()
  seat = seatOf(practice?.packId ?? '')
  parts.add(part)
  let loaded: readonly Partial<Words>[]
  let known: number
  // Further words may come meanwhile.
  do {
    known = parts.size
    loaded = await load([...parts])
  } while (parts.size > known)
  locale.value = localeFor(spoken, practice?.timezone)
  document.documentElement.lang = spoken
  words.value = Object.assign({}, ...loaded)
}

/** Loads parts of the words of now, for where the practice treats. Both may change meanwhile. */
async function load(wanted: readonly WordsPart[]): Promise<readonly Partial<Words>[]> {
  let asked: Language
  let askedFor: Seat
  let loaded: readonly Partial<Words>[]
  do {
    asked = spoken
    askedFor = seat
    const language = languages[spoken]
    const forms = seat === 'chair' ? undefined : (await language.seats())[seat]
    loaded = await Promise.all(wanted.map(async (part) => seated(await language[part](), forms)))
  } while (spoken !== asked || seat !== askedFor)
  return loaded
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

/** Loads the words of the settings, and those that they share with the ways in. */
export const loadSettingsWords = (): Promise<void> => loadWords('settings', 'access')
