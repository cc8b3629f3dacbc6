/** What the server says about the visit behind a link. */
import type { LanguageId } from '../../messages/languages.ts'

type Answer = 'confirmed' | 'cancel_requested'
/** The buttons that a patient can press. */
export type Act = Answer | 'cancel' | 'opt_out'

export interface PatientPage {
  readonly state: 'open' | 'answered' | 'cancelled' | 'expired' | 'changed' | 'recall' | 'invalid'
  readonly language: LanguageId | null
  readonly practice: {
    readonly name: string
    readonly phone: string | null
    readonly address: string | null
  } | null
  readonly when: { readonly date: string; readonly time: string; readonly minutes: number } | null
  readonly answer: Answer | null
  /** Until when the patient may move or cancel it by themselves. `moveAt` is the address of the page for another time. */
  readonly own: { readonly date: string; readonly time: string; readonly moveAt: string | null } | null
  /** The appointment as an iCalendar file. */
  readonly calendar: string | null
  /** Where to book, for a message about coming again. */
  readonly book?: string
  /** `recall`: only about messages that tell the patient to come again. */
  readonly messages: {
    readonly channel: 'email' | 'sms'
    readonly wanted: boolean
    readonly recall?: true
  } | null
  /** Lets the page press a button, once it has rested for `waitMs`. */
  readonly ticket: string | null
  readonly accepted: boolean
  /** Lets the page take the step after this one. */
  readonly next: string | null
  readonly waitMs: number
}

/** Whether the visit can take this press. */
export const allows = ({ when, own, messages }: PatientPage, act: Act): boolean =>
  act === 'opt_out' ? messages !== null : (act === 'cancel' ? own : when) !== null
