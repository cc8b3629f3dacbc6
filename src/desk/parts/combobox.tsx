/** A field that finds while one types (ARIA Authoring Practices, "Combobox with listbox popup"). */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { sayFailure } from '../words/say-failure.ts'

interface Props<T> {
  readonly label: string
  /** Answers what fits the text. It is asked after a pause; a newer question gives up the older one. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  readonly keyOf: (item: T) => string
  /** What is offered before anything is typed. */
  readonly recent?: () => readonly T[]
  /** How a find looks in the list. */
  readonly draw: (item: T) => ComponentChildren
  readonly choose: (item: T) => void
  /** The last line of the list, such as "New patient". It gets what was typed. */
  readonly more?:
    | { readonly says: (text: string) => string; readonly run: (text: string) => void }
    | undefined
  readonly placeholder?: string
  readonly autofocus?: boolean
  /** Said when nothing fits. */
  readonly nothing: string
  readonly id?: string
}

const pauseMs = 120
/** Shorter texts would find nearly everybody. */
const leastLength = 1

export function Combobox<T>({
  label,
  find,
  recent,
  keyOf,
  draw,
  choose,
  more,
  placeholder,
  autofocus,
  nothing,
  id,
}: Props<T>) {
  const own = useId()
  const listId = `${own}-list`
  const [text, setText] = useState('')
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [trouble, setTrouble] = useState('')
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (autofocus) input.current!.focus()
  }, [])
  const offerRecent = () => {
    const offered = recent?.() ?? []
    const isHere = document.activeElement === input.current
    setItems(isHere && offered.length > 0 ? offered : null)
    setActive(0)
  }
  useEffect(() => {
    if (text.trim().length < leastLength) {
      offerRecent()
      return
    }
    const giveUp = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const found = await find(text.trim(), giveUp.signal)
        if (giveUp.signal.aborted) return
        setItems(found)
        setTrouble('')
        setActive(0)
      } catch (error) {
        if (giveUp.signal.aborted) return
        setItems([])
        setTrouble(sayFailure(error))
      }
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [text])

  const count = (items?.length ?? 0) + (items !== null && more ? 1 : 0)
  const isOpen = items !== null
  const take = (index: number) => {
    if (items === null) return
    const item = items[index]
    setItems(null)
    if (item !== undefined) choose(item)
    else if (more && index === items.length) more.run(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !isOpen) return
    const to = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active + count - 1) % count,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (to !== undefined && count > 0 && (event.key.startsWith('Arrow') || text === '')) setActive(to)
    else if (event.key === 'Enter' && count > 0) take(active)
    else if (event.key === 'Escape') setItems(null)
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
        spellcheck={false}
        maxLength={200}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && count > 0 ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => text === '' && offerRecent()}
        onBlur={() => setItems(null)}
      />
      {isOpen && (
        <div class="popup options" id={listId} role="listbox" aria-label={label}>
          {items.map((item, index) => (
            <div key={keyOf(item)} {...option(index)}>
              {draw(item)}
            </div>
          ))}
          {more && <div {...option(items.length)}>{more.says(text.trim())}</div>}
        </div>
      )}
      <p class="visually-hidden" role="status">
        {isOpen && items.length === 0 && nothing}
      </p>
      {isOpen && items.length === 0 && <p class="hint">{trouble || nothing}</p>}
    </div>
  )
}
