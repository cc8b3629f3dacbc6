/** A field that searches while a person types (ARIA Authoring Practices, "Combobox with listbox popup"). */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { sayFailure } from '../base/say-failure.ts'
import { words } from '../words/words.ts'
import { useAnswer } from './read.tsx'

interface Props<T> {
  readonly label: string
  /** Returns the items that match the text. It is called after a pause. A newer call aborts the older call. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  readonly keyOf: (item: T) => string
  /** Draws an item in the list. */
  readonly draw: (item: T) => ComponentChildren
  readonly choose: (item: T) => void
  /** The last line of the list, such as "New patient". It gets the typed text. */
  readonly more?:
    | { readonly says: (text: string) => string; readonly run: (text: string) => void }
    | undefined
  readonly placeholder?: string
  readonly autofocus?: boolean
  /** The text when no item matches. */
  readonly nothing: string
  readonly id?: string
  /** The id of the text about the mistake. */
  readonly mistake?: string | undefined
  /** The options that are offered before anything is typed. */
  readonly recent?: () => readonly T[]
  /** The Escape key calls this at once. Without this function, Escape first closes the list. */
  readonly leave?: (() => void) | undefined
}

/**
 * The options that were found, and the text for which they were found. The list of an older text is shown until the
 * newer list is there.
 */
interface Found<T> {
  readonly text: string
  readonly items: readonly T[]
  readonly trouble: string
}

const pauseMs = 120

export function Combobox<T>({
  label,
  find,
  keyOf,
  draw,
  choose,
  more,
  placeholder,
  autofocus,
  nothing,
  id,
  mistake,
  recent,
  leave,
}: Props<T>) {
  const own = useId()
  const listId = `${own}-list`
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  /** The option that Enter takes; -1 for none. */
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  /** An option that was taken from the list of an older text. It is chosen if the newer list has it, too. */
  const wanted = useRef<string | null>(null)
  const typed = text.trim()

  // The field gets the focus before a person can type. Otherwise the first letters are lost, or the focus is taken from
  // a person who has moved on. In a dialog that opens with the field, the dialog sets the focus.
  useLayoutEffect(() => {
    if (autofocus) input.current!.focus()
  }, [])
  const answer = useAnswer<string, Found<T>>(typed || undefined, pauseMs, async (text, signal) => {
    try {
      return { text, items: await find(text, signal), trouble: '' }
    } catch (error) {
      return { text, items: [], trouble: signal.aborted ? '' : sayFailure(error) }
    }
  })
  useEffect(() => {
    if (typed === '') answer.clear()
  }, [typed === ''])
  const found = typed === '' ? undefined : answer.value
  // Each new list begins with its first option.
  useLayoutEffect(() => {
    setActive(found ? 0 : -1)
    const item = found?.items.find((item) => keyOf(item) === wanted.current)
    wanted.current = null
    if (item === undefined) return
    setOpen(false)
    choose(item)
  }, [found?.text])

  const items = typed === '' ? (recent?.() ?? []) : (found?.items ?? [])
  const offersMore = found !== undefined && more !== undefined
  const count = items.length + (offersMore ? 1 : 0)
  const isShown = isOpen && count > 0
  const isNothing = isOpen && found?.items.length === 0
  useEffect(() => {
    if (isShown) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, isShown])

  const isStale = (found?.text ?? '') !== typed
  const take = (index: number) => {
    const item = items[index]
    if (item !== undefined && isStale) {
      wanted.current = keyOf(item)
      return
    }
    setOpen(false)
    if (item !== undefined) choose(item)
    else more?.run(typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isShown) setOpen(true)
      else if (key === 'ArrowDown') setActive((active + 1) % count)
      else setActive(active <= 0 ? count - 1 : active - 1)
    } else if (key === 'Enter' && (typed !== '' || (isShown && active >= 0))) {
      // While a text is typed, Enter never sends the form around this field. During a search, Enter does not take the
      // last line, such as "New patient".
      if (isShown && active >= 0 && !(isStale && active >= items.length)) take(active)
    } else if (key === 'Escape' && leave) leave()
    else if (key === 'Escape' && isOpen && (isShown || isNothing)) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const option = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option' as const,
    'aria-selected': index === active,
    class: 'option',
    // The field keeps the focus while the pointer chooses.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onMouseMove: () => setActive(index),
    onClick: () => take(index),
  })
  return (
    <div class="combobox">
      <input
        ref={input}
        id={id ?? own}
        type="text"
        role="combobox"
        autocomplete="off"
        // A dialog looks for this attribute when it opens.
        autofocus={autofocus}
        spellcheck={false}
        maxLength={200}
        aria-label={label}
        aria-describedby={mistake}
        aria-invalid={mistake ? 'true' : undefined}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        onInput={(event) => {
          wanted.current = null
          setText(event.currentTarget.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isShown && (
        <div class="popup options" id={listId} role="listbox" aria-label={label}>
          {items.map((item, index) => (
            <div key={keyOf(item)} {...option(index)}>
              {draw(item)}
            </div>
          ))}
          {offersMore && <div {...option(items.length)}>{more.says(typed)}</div>}
        </div>
      )}
      <p class="visually-hidden" role="status">
        {isNothing && !isStale && (found.trouble || nothing)}
      </p>
      {isOpen && isStale && <p class="hint option-wait">{words.value.finder.searching}</p>}
      {isNothing && !isStale && !offersMore && <p class="hint">{found.trouble || nothing}</p>}
    </div>
  )
}
