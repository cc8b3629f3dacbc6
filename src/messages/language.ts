import type { Templates } from './template.ts'

/** Everything that belongs to one language. To add a language, write its file and list it in `languages.ts`. */
export interface Language {
  /** The name of the language, in the language itself. */
  readonly name: string
  /** The locale in which `Intl` writes dates and times (BCP 47). */
  readonly locale: string
  /** Writes a time of day such as `09:30` as people say it, for example with a word after it. */
  readonly clock: (time: string) => string
  /** The words of reminders. A practice may write its own. */
  readonly templates: Templates
  /** The words of news. The text message of each should fit one segment. */
  readonly news: Readonly<Record<'booked' | 'moved' | 'cancelled', Templates>>
  /** The label of the link in a message. */
  readonly linkLabel: string
  /** The name of the event in a patient's calendar. */
  readonly eventTitle: (practice: string) => string
  /** The words of the page where patients answer. */
  readonly page: PageWords
}

/** What the answer page says. The practice, the date and the time are shown beside these words. */
export interface PageWords {
  readonly title: string
  readonly question: string
  readonly confirm: string
  readonly askToCancel: string
  readonly confirmed: string
  readonly cancelRequested: string
  /** The patient has already given the other answer. */
  readonly answeredOtherwise: string
  /** The appointment has begun. */
  readonly expired: string
  /** The appointment was moved, deleted, or given to another patient. */
  readonly changed: string
  /** The link was not made by this service, or is incomplete. */
  readonly invalid: string
  /** The answer could not be saved. */
  readonly failed: string
}
