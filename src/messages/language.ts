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
  /** The words of reminders. A practice may write its own words. */
  readonly templates: Templates
  /** The words before the last name of a woman and of a man. */
  readonly titles: { readonly female: string; readonly male: string }
  /** The words of news about a booking. Each text message should fit into one segment. */
  readonly news: Readonly<Record<'booked' | 'moved' | 'cancelled' | 'declined', Templates>>
  /** The words of recalls, which ask a patient to come again. */
  readonly recall: RecallWords
  /** The instructions of a made-up appointment, as an example. */
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
  /** The name of a taken time in the calendar that a member reads in another program. */
  readonly busy: string
  /** The words of the page where patients answer. */
  readonly page: PageWords
  /** The words of the page where a patient stops the mails without opening the answer page. */
  readonly unsubscribe: {
    readonly title: string
    readonly question: (practice: string) => string
    readonly lost: string
  }
}

/** The words of recalls, and of the page that their links open. No text names the reason for the visit. */
interface RecallWords {
  /**
   * For a practice where patients book online. `{link}` opens the booking page. In a text message, it opens the page of
   * the recall.
   */
  readonly online: Templates
  /** For a practice where patients cannot book online. */
  readonly call: Templates
  /** The label of the link to book. */
  readonly book: string
  /** The label of the link at the end of an e-mail that opens the page. */
  readonly noMore: string
  readonly page: MessageWords & {
    readonly title: string
    readonly text: string
    /** Shown on the page when patients cannot book online. */
    readonly callUs: string
    /** The question on the page without scripts whether such mails should stop. */
    readonly question: (practice: string) => string
    readonly expired: string
  }
}

/** The words of the answer page. The practice, the date and the time are shown beside these words. */
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
  /** Shown while the press of a button is being sent. */
  readonly moment: string
  /** Shown when the connection is bad, and the page tries again by itself. */
  readonly stillTrying: string
  /** Shown after two different buttons were pressed at the same moment, so that neither press counts. */
  readonly oneOnly: string
  /** The link that dials the number of the practice. */
  readonly call: string
  /** The words for a visit that the patient booked online, and can move or cancel by themselves. */
  readonly own: {
    readonly until: (date: string, time: string) => string
    readonly move: string
    readonly cancel: string
    readonly cancelled: string
    /** The reason for the cancellation that the practice reads. */
    readonly reason: string
  }
  /** The link that saves the appointment as a file for a calendar. */
  readonly calendar: string
  readonly messages: Readonly<Record<'email' | 'sms', MessageWords>>
  /** Shown when the appointment has begun. */
  readonly expired: string
  /** Shown when the appointment was moved, deleted, or given to another patient. */
  readonly changed: string
  /** Shown when the link was not made by this service, or is incomplete. */
  readonly invalid: string
  /** Shown when the press of a button could not be saved. */
  readonly failed: string
}

/** The words of the pages about the messages of one channel. */
export interface MessageWords {
  /** The button that stops the messages. */
  readonly noMore: string
  readonly stopped: string
  /** The button that starts the messages again. */
  readonly again: string
  readonly resumed: string
}
