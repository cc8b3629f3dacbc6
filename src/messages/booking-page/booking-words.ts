/** What the page says on which patients book by themselves. */
export interface BookingWords {
  readonly title: string
  /** The question that picks the rules of the types, and its two answers. */
  readonly wereYouHere: { readonly question: string; readonly no: string; readonly yes: string }
  readonly whichType: string
  readonly minutes: (minutes: number) => string
  /** The practice wants to look at each booking of this type before it counts. */
  readonly onRequest: string
  readonly whichTime: string
  /** Said at a time with a member. */
  readonly withMember: (name: string) => string
  readonly laterDays: string
  readonly firstDays: string
  readonly noTimes: string
  readonly nothingOnline: string
  readonly back: string
  /** While a time is held, until this time of day. */
  readonly heldUntil: (time: string) => string
  readonly anotherTime: string
  readonly aboutYou: string
  readonly firstName: string
  readonly lastName: string
  readonly born: {
    readonly question: string
    readonly day: string
    readonly month: string
    readonly year: string
  }
  readonly bornHint: string
  /** The field for an address, a number, or either of them. */
  readonly contact: Readonly<Record<'email' | 'sms' | 'either', string>>
  readonly contactHint: string
  /** Follows the label of a question that needs no answer. */
  readonly optional: string
  readonly sendCode: string
  readonly code: string
  /** `to` is what the visitor typed. */
  readonly codeSent: (to: string) => string
  readonly codeLate: string
  readonly sendAgain: string
  readonly changeDetails: string
  readonly book: string
  readonly ask: string
  readonly booked: string
  readonly bookedNext: string
  readonly requested: string
  readonly requestedNext: (date: string, time: string) => string
  readonly pleaseKnow: string
  /** The visit for which a patient chooses another time. */
  readonly move: {
    readonly title: string
    /** Comes before the present time. */
    readonly now: string
    readonly to: string
    readonly confirm: string
    /** The button was pressed at once, as mail scanners do. */
    readonly again: string
    readonly moved: string
    readonly next: string
  }
  /** A request that was declined, or a booking that is gone. */
  readonly gone: { readonly title: string; readonly text: string }
  /** The button that saves the appointment as a file for a calendar. */
  readonly calendar: string
  readonly call: string
  /** The page of an address at which nobody books: what to do, and the way to the start of the service. */
  readonly nowhere: { readonly title: string; readonly text: string; readonly start: string }
  /** What went wrong. */
  readonly errors: {
    /** Comes before the title in the tab, so that a screen reader says it first. */
    readonly mark: string
    readonly gone: string
    readonly ended: string
    readonly tooManyHeld: (minutes: number) => string
    readonly firstName: string
    readonly lastName: string
    readonly dob: string
    readonly answer: (longest: number) => string
    readonly contact: Readonly<Record<'email' | 'sms' | 'either', string>>
    readonly wrongCode: string
    readonly codeEnded: string
    readonly pleaseCall: string
    readonly lost: string
    readonly failed: string
  }
}
