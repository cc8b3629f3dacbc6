/**
 * The page of a patient's appointment, without a browser. These functions look, wait by the clinic's clock, press and
 * confirm.
 */
import { success } from './answers.ts'
import { booked, due } from './booked.ts'
import type { Clinic } from './clinic.ts'
import { reminding } from './reminding.ts'

/** How long the page waits before each step, in milliseconds. */
export const moment = 1_500

/**
 * An appointment whose reminders were sent. `mailed` and `texted` are the tokens in the links of the e-mail and of the
 * text message.
 */
export async function remindedVisit(c: Clinic, patient: object = {}) {
  const { id, path, patientId } = await booked(c, patient, { title: 'Root canal' })
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  const tokenIn = (text: string) => /visit#([\w-]+)/.exec(text)![1]!
  const patientPath = `/api/v1/patients/${patientId}`
  return {
    id,
    path,
    patientPath,
    mailed: tokenIn(r.emails[0]!.text),
    texted: tokenIn(r.texts[0]!.text),
    /** The path of the address in the header `List-Unsubscribe`. */
    unsubscribe: new URL(r.emails[0]!.unsubscribe!).pathname,
    entry: async () => success(await c.owner.call('GET', path)),
    patient: async () => success(await c.owner.call('GET', patientPath)),
  }
}

export const send = async (c: Clinic, step: string, body: object) =>
  success(await c.anonymous('POST', `/visit/${step}`, body))

export const look = (c: Clinic, token: string) => send(c, 'look', { token })

/**
 * Presses a button as the page does. Returns the payload of the confirmation, or of the first request that is not
 * accepted.
 */
async function press(c: Clinic, token: string, step: string, body: object = {}) {
  const { ticket } = await look(c, token)
  c.clock.now += moment
  const pressed = await send(c, step, { token, ticket: ticket ?? '', ...body })
  if (!pressed.accepted) return pressed
  c.clock.now += moment
  return send(c, 'confirm', { token, ticket: pressed.next })
}

export const reply = (c: Clinic, token: string, answer: string) => press(c, token, 'answer', { answer })
export const optOut = (c: Clinic, token: string) => press(c, token, 'opt-out')
