/** Dialogs, one above another. The browser keeps the focus inside and gives it back. */
import { computed, signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Announcer } from '../base/announce.tsx'
import { Button } from '../base/button.tsx'
import { controlsIn, focusFirst } from '../base/focus.ts'
import { whenKeysAreTaken } from '../base/keys.ts'
import { sayTrouble, Toasts } from '../base/toasts.tsx'
import { watchUnsaved } from '../base/unsaved.ts'
import { withWords, words } from '../words/words.ts'
import { sending } from './form.ts'

interface Open {
  readonly id: number
  readonly draw: (close: () => void) => VNode
  readonly closed: () => void
  /** Whether it stays when the desk goes to another screen. */
  readonly stays: boolean
}

const dialogs = signal<readonly Open[]>([])
/** One object for each open dialog, the newest last. */
const standing = signal<readonly object[]>([])

/** Whether no dialog is open. */
export const isFree = computed(() => standing.value.length === 0)

let lastId = 0

/** Opens a dialog: `await openDialog((close) => <MyDialog close={close} />)`. Resolves when it is closed. */
export function openDialog(draw: Open['draw'], { stays = false } = {}): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  dialogs.value = [...dialogs.value, { id: ++lastId, draw, closed: resolve, stays }]
  return promise
}

/** Set while the code of a dialog is being loaded. Resolves when that dialog is opened. */
let loading: Promise<void> | undefined
/** Resolves once no dialog is being loaded. */
export const untilLoaded = async (): Promise<void> => loading
/** Counts the loads. A load that is not the newest opens nothing. */
let loads = 0
/** How long the keys wait for the code of a dialog, in milliseconds. A network that hangs must not keep them. */
const patienceMs = 5_000

/**
 * Opens a dialog after loading its code. Resolves when it is closed. Until the code is there, another call opens
 * nothing, because a person in a hurry presses twice. If the code takes longer than five seconds, and the person has
 * opened another dialog since, this dialog is not opened any more.
 */
export async function openLater(load: () => Promise<Open['draw']>): Promise<void> {
  if (loading) return
  const mine = ++loads
  const isNewest = () => mine === loads
  const { promise, resolve } = Promise.withResolvers<void>()
  loading = promise
  const free = () => {
    if (isNewest()) loading = undefined
    resolve()
  }
  const timer = setTimeout(free, patienceMs)
  let closed: Promise<void> | undefined
  try {
    const draw = await withWords(load())
    if (isNewest()) closed = openDialog(draw)
  } catch (error) {
    sayTrouble(error)
  }
  clearTimeout(timer)
  free()
  await closed
}

/** Whether keys are for a dialog: for an open dialog, or for a dialog that is being loaded. */
export const dialogTakesKeys = (): boolean => keysTakenBy() !== undefined
const keysTakenBy = () =>
  document.querySelector('dialog[open]') !== null ? 'dialog' : loading ? 'loading' : undefined
whenKeysAreTaken(keysTakenBy)

/** Closes the dialogs that belong to a screen, because another screen opens. */
export function closeDialogs(): void {
  const closing = dialogs.value.filter(({ stays }) => !stays)
  dialogs.value = dialogs.value.filter(({ stays }) => stays)
  for (const { closed } of closing) closed()
}

export const Dialogs = () => (
  <>
    {dialogs.value.map(({ id, draw, closed }) => {
      const close = () => {
        dialogs.value = dialogs.value.filter((each) => each.id !== id)
        closed()
      }
      return <DialogFrame key={id}>{draw(close)}</DialogFrame>
    })}
  </>
)

const DialogFrame = ({ children }: { readonly children: VNode }) => children

interface ButtonsProps {
  readonly close: () => void
  /** The words on the button that sends the form. */
  readonly verb: string
  readonly busy: boolean
  readonly kind?: 'primary' | 'danger'
  readonly disabled?: boolean
  /** The words on the button that leaves the form, if they are not the usual words. */
  readonly cancel?: string
}

/** The two buttons of a form: one leaves it, and one sends it. */
export const FormButtons = ({ close, verb, cancel = words.value.shell.cancel, ...send }: ButtonsProps) => (
  <>
    <Button onClick={close}>{cancel}</Button>
    <Button kind="primary" type="submit" {...send}>
      {verb}
    </Button>
  </>
)

interface Props {
  readonly title: string
  readonly close: () => void
  /** `small` for a question, `wide` for lists. */
  readonly size?: 'small' | 'medium' | 'wide'
  readonly children: ComponentChildren
  /** The buttons at the end. */
  readonly actions?: ComponentChildren
  /** Called before Escape or the cross closes the dialog. When it returns false, the dialog stays open. */
  readonly mayClose?: () => boolean
  /** Called before another screen opens, or the page is left. When it returns true, the person is asked first. */
  readonly isUnsaved?: () => boolean
  /** Given for a dialog that is a form. */
  readonly onSubmit?: () => unknown
}

/**
 * A dialog with a heading. It is modal: elements behind it cannot be used, and screen readers do not speak them. So the
 * newest dialog shows the messages and their undo.
 */
export function Dialog({
  title,
  close,
  size = 'medium',
  children,
  actions,
  mayClose = () => true,
  isUnsaved = () => false,
  onSubmit,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const head = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const own = useMemo(() => ({}), [])
  const isOver = useRef(false)
  const unsaved = useRef(isUnsaved)
  unsaved.current = isUnsaved
  // The dialog opens before the effects of its content run, because they may set the focus. When it closes, the browser
  // gives the focus back. Elements behind an open dialog cannot take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    // Keys scroll the element with the focus. So a text without a control can get the focus.
    if (!actions && controlsIn(body.current!).length === 0) body.current!.tabIndex = 0
    // Without a field with `autofocus`, the browser gives the focus to the cross.
    if (onSubmit !== undefined && head.current!.contains(document.activeElement)) focusFirst(body.current)
    standing.value = [...standing.value, own]
    const unwatch = watchUnsaved(() => unsaved.current())
    return () => {
      isOver.current = true
      unwatch()
      dialog.close()
      standing.value = standing.value.filter((each) => each !== own)
    }
  }, [])
  const leave = (event: Event) => {
    event.preventDefault()
    if (mayClose()) close()
  }
  // A browser asks only once whether Escape may close a dialog. So the key is handled before the browser sees it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) leave(event)
  }
  // The back button of a telephone can also close the dialog without a question.
  const onClose = () => {
    if (isOver.current) return
    if (mayClose()) close()
    else ref.current!.showModal()
  }
  const content = (
    <>
      <div class="dialog-body" ref={body}>
        {children}
      </div>
      {standing.value.at(-1) === own && <Toasts />}
      {actions && <div class="dialog-actions">{actions}</div>}
    </>
  )
  return (
    <dialog
      ref={ref}
      class={`dialog ${size}`}
      aria-label={title}
      onKeyDown={onKeyDown}
      onCancel={leave}
      onClose={onClose}
    >
      <header class="dialog-head" ref={head}>
        <h2>{title}</h2>
        <Button kind="quiet" icon="close" label={words.value.shell.close} onClick={leave} />
      </header>
      {onSubmit ? (
        <form noValidate onSubmit={sending(onSubmit)}>
          {content}
        </form>
      ) : (
        content
      )}
      <Announcer />
    </dialog>
  )
}
