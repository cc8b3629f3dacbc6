/** The server's answer about the visit that a link belongs to. */
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
  /**
   * Until when the patient may move or cancel the visit by themselves. `moveAt` is the address of the page for another
   * time.
   */
  readonly own: { readonly date: string; readonly time: string; readonly moveAt: string | null } | null
  /** The appointment as an iCalendar file. */
  readonly calendar: string | null
  /** The address for booking, when the message tells the patient to come again. */
  readonly book?: string
  /** `recall` means that this is only about messages that tell the patient to come again. */
  readonly messages: {
    readonly channel: 'email' | 'sms'
    readonly wanted: boolean
    readonly recall?: true
  } | null
  /** The ticket with which the page can press a button. It counts once it is `waitMs` milliseconds old. */
  readonly ticket: string | null
  readonly accepted: boolean
  /** The ticket with which the page takes the next step. */
  readonly next: string | null
  readonly waitMs: number
}

/** Whether this button can be pressed for the visit. */
export const allows = ({ when, own, messages }: PatientPage, act: Act): boolean =>
  act === 'opt_out' ? messages !== null : (act === 'cancel' ? own : when) !== null
