import type { Templates } from './template.ts'

/** Everything that belongs to one language. To add a language, write its file and list it in `languages.ts`. */
export interface Language {
  /** The name of the language, in the language itself. */
  readonly name: string
  /** The locale in which `Intl` writes dates and times (BCP 47). */
  readonly locale: string
  /** Writes a time of day such as `09:30` as people say it, for example with a word after it. */
  readonly clock: (time: string) => string
  /** How text messages, which are short, write a month: as a number or as a short word. */
  readonly shortMonth: 'numeric' | 'short'
  /** The words of reminders. A practice may write its own. */
  readonly templates: Templates
  /** The words before the last name of a woman and of a man. */
  readonly titles: { readonly female: string; readonly male: string }
  /** The words of news. The text message of each should fit one segment. */
  readonly news: Readonly<Record<'booked' | 'moved' | 'cancelled' | 'declined', Templates>>
  /** The words of messages that tell a patient to come again. */
  readonly recall: RecallWords
  /** Instructions for a made-up appointment. */
  readonly madeUpInstructions: string
  /** The label of the link in a message. */
  readonly linkLabel: string
  /** The words at the end of an e-mail. */
  readonly footer: { readonly phone: string; readonly noMoreMails: string }
  /** The words around the six digits that prove a contact. */
  readonly code: {
    readonly subject: (practice: string) => string
    readonly text: (practice: string) => string
    readonly wasNotYou: string
    readonly sms: (practice: string, code: string) => string
  }
  /** The name of the event in a patient's calendar. */
  readonly eventTitle: (practice: string) => string
  /** What a member's calendar in another program calls a time that is taken. */
  readonly busy: string
  /** The words of the page where patients answer. */
  readonly page: PageWords
  /** The words of the page where a patient ends the mails without opening the answer page. */
  readonly unsubscribe: {
    readonly title: string
    readonly question: (practice: string) => string
    readonly lost: string
  }
}

/** What messages about coming again say, and the page behind them. None says why. */
interface RecallWords {
  /** For a practice where patients book online: `{link}` leads there. The text message leads to the page. */
  readonly online: Templates
  /** For every other practice. */
  readonly call: Templates
  /** The label of the link to book. */
  readonly book: string
  /** The line at the end of an e-mail that leads to the page. */
  readonly noMore: string
  readonly page: MessageWords & {
    readonly title: string
    readonly text: string
    /** What the page says where nobody books online. */
    readonly callUs: string
    /** Asks on the page without scripts whether such mails shall end. */
    readonly question: (practice: string) => string
    readonly expired: string
  }
}

/** What the answer page says. The practice, the date and the time are shown beside these words. */
export interface PageWords {
  readonly title: string
  /** How long the appointment takes. */
  readonly takes: (minutes: number) => string
  readonly question: string
  readonly confirm: string
  readonly askToCancel: string
  readonly confirmed: string
  readonly cancelRequested: string
  /** The buttons with which a patient changes an answer. */
  readonly confirmAfterAll: string
  readonly cancelAfterAll: string
  /** While a press is on its way. */
  readonly moment: string
  /** The line is bad, and the page tries again by itself. */
  readonly stillTrying: string
  /** What the page says after two different buttons were pressed in the same moment, so that neither counts. */
  readonly oneOnly: string
  /** The link that dials the number of the practice. */
  readonly call: string
  /** What a patient can do by themselves with a visit that they booked online. */
  readonly own: {
    readonly until: (date: string, time: string) => string
    readonly move: string
    readonly cancel: string
    readonly cancelled: string
    /** Why it was cancelled, for the practice. */
    readonly reason: string
  }
  /** The link that saves the appointment as a file for a calendar. */
  readonly calendar: string
  readonly messages: Readonly<Record<'email' | 'sms', MessageWords>>
  /** The appointment has begun. */
  readonly expired: string
  /** The appointment was moved, deleted, or given to another patient. */
  readonly changed: string
  /** The link was not made by this service, or is incomplete. */
  readonly invalid: string
  /** The press could not be saved. */
  readonly failed: string
}

/** What the pages say about the messages of one channel. */
export interface MessageWords {
  /** The button that ends them. */
  readonly noMore: string
  readonly stopped: string
  /** The button that brings them back. */
  readonly again: string
  readonly resumed: string
}
