import type { Templates } from './template.ts'

/** What a language brings along. To add one, write its file and name it in `languages.ts`. */
export interface Language {
  /** In the language itself. */
  readonly name: string
  /** How dates and times are written, for `Intl` (BCP 47). */
  readonly locale: string
  /** How a time of day is said: `09:30` as it is, or with a word to it. */
  readonly clock: (time: string) => string
  readonly templates: Templates
  /** What the link in a message says it is for. */
  readonly linkLabel: string
  /** The name of the event in a patient's calendar. */
  readonly eventTitle: (practice: string) => string
  /** The page behind the link. */
  readonly page: PageWords
}

/** What the page behind the link says. It shows the practice, the day and the time by themselves. */
export interface PageWords {
  readonly title: string
  readonly question: string
  readonly confirm: string
  readonly askToCancel: string
  readonly confirmed: string
  readonly cancelRequested: string
  /** There is an answer already, and it was the other one. */
  readonly answeredOtherwise: string
  /** The appointment has begun or is over. */
  readonly expired: string
  /** It was moved or called off. */
  readonly changed: string
  /** The link is none of ours, or not all of it came. */
  readonly invalid: string
  readonly failed: string
}
