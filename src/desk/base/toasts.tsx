/** Short messages at the bottom of the screen, and the undo of the last acts. */
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { online } from '../api/online.ts'
import { words } from '../words/words.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { targetOf } from './focus.ts'
import { withToast } from './kept-toasts.ts'
import { sayFailure } from './say-failure.ts'

interface Toast {
  readonly id: number
  /** When the message disappears, in milliseconds since the page was opened. */
  readonly endsAt: number
  readonly text: string
  readonly tone: 'plain' | 'trouble'
  readonly undo?: (() => Promise<unknown>) | undefined
  readonly next?: NextAct | undefined
}

/** The act that usually follows the last act, as a button beside the undo. */
export interface NextAct {
  readonly says: string
  /** A letter in lower case. */
  readonly key: string
  readonly run: () => void
}

/** How long an act can be undone, in milliseconds. Messages to patients wait at least this time. */
export const undoMs = 10_000
const readMs = 6_000

const toasts = signal<readonly Toast[]>([])
let lastId = 0

/** Shows a message for some seconds, and makes screen readers speak it. */
export const say = (text: string): void => show({ text, tone: 'plain' }, readMs)

/** Shows a message about an error. */
export const sayTrouble = (error: unknown): void => show({ text: sayFailure(error), tone: 'trouble' }, readMs)

/** Shows a sentence about a problem. */
export const sayProblem = (text: string): void => show({ text, tone: 'trouble' }, readMs)

/**
 * Shows a message about an act, and offers for ten seconds to undo it. The undo key undoes the newest act. An `undo`
 * that resolves with false has already shown why nothing was undone.
 */
export const offerUndo = (text: string, undo: () => Promise<unknown>, next?: NextAct): void =>
  show({ text, tone: 'plain', undo, next }, undoMs)

/** Acts that the server has not answered yet. */
const underWay = new Set<Promise<unknown>>()

/** Makes the undo key wait for an act, so that the key does not undo an older act. */
export function undoWaitsFor(act: Promise<unknown>): void {
  underWay.add(act)
  const ended = () => underWay.delete(act)
  act.then(ended, ended)
}

/** Whether the last act of this page can no longer be undone, because its time is over. */
let isLate = false

const newestUndo = () => toasts.value.findLast(({ undo }) => undo !== undefined)

/** Undoes the newest act that can still be undone. Acts that are not answered yet are waited for. */
export async function undoNewest(): Promise<void> {
  if (underWay.size > 0) {
    announce(words.value.shell.undoWaits)
    await Promise.allSettled(underWay)
  }
  const { shell } = words.value
  const newest = newestUndo()
  if (newest === undefined) return say(isLate ? shell.tooLate : shell.nothingToUndo)
  await undo(newest)
}

async function undo(toast: Toast): Promise<void> {
  if (!online.value) return sayProblem(words.value.shell.offlineWrite)
  hide(toast.id)
  try {
    if ((await toast.undo!()) !== false) {
      isLate = false
      say(words.value.shell.undone)
    } else if (!online.value) putBack(toast)
  } catch (error) {
    sayTrouble(error)
    if (!online.value) putBack(toast)
  }
}

/** Offers the undo again until its time is over, below newer messages. The connection may come back before that. */
function putBack(toast: Toast): void {
  if (performance.now() < toast.endsAt) toasts.value = [toast, ...toasts.value]
  else isLate = true
}

function show(toast: Omit<Toast, 'id' | 'endsAt'>, forMs: number): void {
  const id = ++lastId
  toasts.value = withToast<Toast>(toasts.value, { id, endsAt: performance.now() + forMs, ...toast })
  announce(toast.text)
  setTimeout(() => {
    if (toast.undo && toasts.peek().some((each) => each.id === id)) isLate = true
    hide(id)
  }, forMs)
}

function hide(id: number): void {
  // A person who was about to undo does not lose the focus: the dialog or the page gets it.
  const hadFocus = document.activeElement?.closest(`[data-toast="${id}"]`)
  toasts.value = toasts.value.filter((each) => each.id !== id)
  if (hadFocus) (hadFocus.closest('dialog') ?? targetOf('main'))?.focus()
}

function takeNext({ id, next }: Toast): void {
  hide(id)
  next!.run()
}

/** The act that the message on the screen offers beside the undo, with its key. */
export function offeredNext(): Pick<NextAct, 'key' | 'run'> | undefined {
  const shown = toasts.peek().at(-1)
  return shown?.next && { key: shown.next.key, run: () => takeNext(shown) }
}

/** The newest message. When its time is over, the message before is shown again for the rest of its own time. */
export function Toasts() {
  const toast = toasts.value.at(-1)
  // A message can make the scrolled part smaller. So the field in which a person types is scrolled into view.
  useLayoutEffect(() => {
    if (toast === undefined) return
    document.activeElement?.closest('input, select, textarea')?.scrollIntoView({ block: 'nearest' })
  }, [toast?.id])
  return (
    <aside class="toasts" aria-label={words.value.shell.messages}>
      {toast && (
        <div key={toast.id} data-toast={toast.id} class={`toast ${toast.tone}`}>
          <p>{toast.text}</p>
          {toast.next && (
            <Button kind="quiet" onClick={() => takeNext(toast)}>
              {toast.next.says}
              <kbd>{toast.next.key.toUpperCase()}</kbd>
            </Button>
          )}
          {toast.undo && (
            <Button kind="quiet" onClick={() => void undo(toast)}>
              {words.value.shell.undo}
              <kbd>Z</kbd>
            </Button>
          )}
        </div>
      )}
    </aside>
  )
}
