/** The words of the page on which patients book by themselves. */
export interface BookingWords {
  readonly title: string
  /**
   * The question whether the patient was here before, with its two answers. The answer decides which rules of the types
   * apply.
   */
  readonly wereYouHere: { readonly question: string; readonly no: string; readonly yes: string }
  readonly whichType: string
  readonly minutes: (minutes: number) => string
  /** Shown for a type whose bookings the practice must confirm before they count. */
  readonly onRequest: string
  readonly whichTime: string
  /** Shown at a time with a certain member. */
  readonly withMember: (name: string) => string
  readonly laterDays: string
  readonly firstDays: string
  readonly noTimes: string
  readonly nothingOnline: string
  readonly back: string
  /** Shown while a time is held for the visitor. The hold ends at this time of day. */
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
  /** The label of the field for an e-mail address, a mobile number, or either of them. */
  readonly contact: Readonly<Record<'email' | 'sms' | 'either', string>>
  readonly contactHint: string
  /** Follows the label of a question that needs no answer. */
  readonly optional: string
  readonly sendCode: string
  readonly code: string
  /** `to` is the address or number that the visitor typed. */
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
  /** The words for a patient who moves a visit to another time. */
  readonly move: {
    readonly title: string
    /** Shown before the present time of the visit. */
    readonly now: string
    readonly to: string
    readonly confirm: string
    /** Shown when the button was pressed at once, as mail scanners do. */
    readonly again: string
    readonly moved: string
    readonly next: string
  }
  /** Shown for a request that was declined, or a booking that is gone. */
  readonly gone: { readonly title: string; readonly text: string }
  /** The button that saves the appointment as a file for a calendar. */
  readonly calendar: string
  readonly call: string
  /**
   * The page at an address where no practice takes bookings: what to do, and the link to the start page of the service.
   */
  readonly nowhere: { readonly title: string; readonly text: string; readonly start: string }
  /** The error messages. */
  readonly errors: {
    /** Shown before the title in the tab, so that a screen reader reads it first. */
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
