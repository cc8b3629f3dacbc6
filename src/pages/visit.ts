/**
 * The page behind a reminder's link. It shows the appointment and the buttons. Mail scanners open such pages and press
 * the buttons. So the buttons that send something work only after the page has been visible for a moment. A press
 * counts only when the page confirms it a moment later. When two different buttons are pressed in that moment, no press
 * counts.
 */

import { askPatiently } from './patient-page/ask-patiently.ts'
import { byId, whileBusy } from './patient-page/dom.ts'
import { draw, drawTitle, messageFor, saveCalendar, words, wordsOf } from './patient-page/draw.ts'
import { type Act, allows, type PatientPage } from './patient-page/patient-page.ts'
import { bring } from './patient-page/press.ts'
import { visibleFor } from './patient-page/visible.ts'

const acts = ['confirmed', 'cancel_requested', 'cancel', 'opt_out'] as const

/** Browsers do not send the fragment of an address, so the token is in no server's log. */
const token = location.hash.slice(1)

let visit: PatientPage
/** The button whose press is not confirmed yet. */
let pressed: Act | undefined
let dropped = false
/** Whether the ticket of the visit is old enough. The server accepts a press only with such a ticket. */
let ready = false
let undoTicket: string | null = null

for (const act of acts) byId(act).addEventListener('click', () => void press(act))
byId('calendar').addEventListener('click', () => visit && saveCalendar(visit))
byId('moves').addEventListener('click', chooseTime)
byId('undo').addEventListener('click', () => void whileBusy(byId('undo'), undo))
// Another link in the same tab changes only the fragment, so the page would not load again.
addEventListener('hashchange', () => location.reload())
void start()

async function start(): Promise<void> {
  setBusy(true)
  try {
    visit = await askPatiently('look', { token }, () => say('message', words().stillTrying))
    show(visit)
  } catch {
    drawTitle()
    say('message', words().failed)
  }
  byId('main').ariaBusy = null
  if (!visit?.ticket) return
  await visibleFor(visit.waitMs)
  ready = true
  setBusy(false)
  say('message', messageFor(visit))
}

async function press(act: Act): Promise<void> {
  if (pressed !== undefined) {
    dropped ||= pressed !== act
    return
  }
  const place = act === 'opt_out' ? 'stopped' : 'message'
  if (!ready) return say('message', words().moment)
  if (!allows(visit, act)) return
  pressed = act
  dropped = false
  setBusy(true)
  say(place, words().moment)
  try {
    const slow = () => say(place, words().stillTrying)
    const after = await bring({ token, ticket: visit.ticket!, act, slow, dropped: () => dropped })
    if (after === null) show(visit, words().oneOnly)
    else {
      // The first ticket is old enough already. A new ticket would have to wait.
      show({ ...after, ticket: visit.ticket })
      if (act === 'opt_out') offerUndo(after.next)
    }
  } catch {
    say(place, words().failed)
  }
  pressed = undefined
  setBusy(false)
  byId(dropped ? 'message' : place).focus()
}

/** Leads to the page where another time can be chosen, unless another button is being pressed. */
function chooseTime(): void {
  if (!ready) say('message', words().moment)
  else if (pressed === undefined && visit.own?.moveAt) byId<HTMLFormElement>('move').submit()
}

function offerUndo(ticket: string | null): void {
  undoTicket = ticket
  byId('undo').hidden = ticket === null
}

async function undo(): Promise<void> {
  await visibleFor(visit.waitMs)
  try {
    const slow = () => say('stopped', words().stillTrying)
    const after = await askPatiently('opt-in', { token, ticket: undoTicket }, slow)
    offerUndo(null)
    show({ ...after, ticket: visit.ticket })
    say('stopped', after.accepted ? wordsOf(after.messages!).resumed : words().failed)
  } catch {
    say('stopped', words().failed)
  }
  byId('stopped').focus()
}

function show(seen: PatientPage, message = messageFor(seen)): void {
  visit = seen
  draw(seen)
  say('message', message)
}

/** A busy button keeps the focus, while a disabled one would lose it. */
function setBusy(busy: boolean): void {
  for (const button of [...acts, 'moves']) byId(button).ariaDisabled = busy ? 'true' : null
}

/** Shows a text, which screen readers also speak. When the same text is set again, they would repeat it. */
function say(place: 'message' | 'stopped', text: string): void {
  if (byId(place).textContent !== text) byId(place).textContent = text
}
