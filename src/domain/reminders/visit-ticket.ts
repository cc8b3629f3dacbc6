/**
 * Tickets of the patients' page. Mail scanners open links and press buttons, but they do not wait. So a press counts
 * only with a ticket that the page got some time before, and only after a second request with a second ticket. Nothing
 * is stored: a ticket holds its step and its time, signed together with the token of the link.
 *
 * | step                            | the page gets it       | what it lets the page do                     |
 * |---------------------------------|------------------------|----------------------------------------------|
 * | `look`                          | with every response    | press: answer, or ask for no more messages   |
 * | `confirmed`, `cancel_requested` | after the press        | save this answer                             |
 * | `opt_out`                       | after the press        | save the wish for no more messages           |
 * | `undo`                          | when the wish is saved | take the wish back                           |
 * | `cancel`                        | after the press        | cancel a visit that was booked online        |
 * | `move`                          | when a time is held    | move a visit that was booked online          |
 */
import { patientAnswers } from './answer.ts'
import { sameBytes, signature, signatureBytes } from './signature.ts'

const steps = ['look', ...patientAnswers, 'opt_out', 'undo', 'cancel', 'move'] as const
export type VisitStep = (typeof steps)[number]

/** The acts of a patient that concern the visit itself. */
export const visitChoices = [...patientAnswers, 'cancel'] as const
/** An act that a patient can ask for on the page. */
export type VisitAct = (typeof visitChoices)[number] | 'opt_out'
export const isVisitAct = (step: VisitStep | null): step is VisitAct =>
  step === 'opt_out' || visitChoices.some((choice) => choice === step)

/** How old a ticket must be before it counts, in milliseconds. The page waits for this time. */
export const youngestTicketMs = 1_500

const minute = 60_000
/** From this age on, a ticket no longer counts, in milliseconds. Each response has a new `look` ticket. */
const oldestMs = (step: VisitStep): number => (step === 'undo' ? 60 * minute : 10 * minute)

const stepBytes = 1
const timeBytes = 6

/** A ticket for the holder of this token. `now` is in epoch milliseconds. */
export function signTicket(key: Uint8Array, token: string, step: VisitStep, now: number): string {
  const head = Buffer.alloc(stepBytes + timeBytes)
  head.writeUInt8(steps.indexOf(step))
  head.writeUIntBE(now, stepBytes, timeBytes)
  return Buffer.concat([head, signatureOf(key, token, head)]).toString('base64url')
}

/**
 * The step that a ticket allows now. Null for a ticket that is too young or too old, that belongs to another token, or
 * that this key has not signed.
 */
export function readTicket(key: Uint8Array, token: string, ticket: string, now: number): VisitStep | null {
  const bytes = Buffer.from(ticket, 'base64url')
  if (bytes.length !== stepBytes + timeBytes + signatureBytes) return null
  const head = bytes.subarray(0, stepBytes + timeBytes)
  if (!sameBytes(signatureOf(key, token, head), bytes.subarray(head.length))) return null
  const step = steps[head.readUInt8()]!
  const age = now - head.readUIntBE(stepBytes, timeBytes)
  return age >= youngestTicketMs && age < oldestMs(step) ? step : null
}

const signatureOf = (key: Uint8Array, token: string, head: Uint8Array): Buffer =>
  signature(key, 'ticket', head, token)
