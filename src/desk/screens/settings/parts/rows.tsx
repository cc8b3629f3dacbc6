/** Lists of records, each with a name, badges, notes in small print, and buttons. This file also has lists of facts. */
import type { ComponentChildren, Ref } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { sayTrouble } from '../../../base/toasts.tsx'

/** A list of records, or the sentence `none` when there are none. */
export const Rows = ({
  none,
  children,
}: {
  readonly none: string
  readonly children: ComponentChildren[]
}) => (children.length > 0 ? <ul class="record-rows">{children}</ul> : <p class="soft">{none}</p>)

interface RowProps {
  readonly title: string
  readonly badges?: readonly string[]
  /** The element before the title, such as a colour. */
  readonly mark?: ComponentChildren
  /** Lines of small print. */
  readonly notes: readonly ComponentChildren[]
  readonly children?: ComponentChildren
}

export const Row = ({ title, badges = [], mark, notes, children }: RowProps) => (
  <li>
    <div class="row-about">
      <p class="row-title">
        {mark}
        <strong>{title}</strong>
        {badges.map((text) => (
          <span key={text} class="badge">
            {text}
          </span>
        ))}
      </p>
      {notes.filter(Boolean).map((note, index) => (
        <p key={index} class="hint">
          {note}
        </p>
      ))}
    </div>
    {children && <div class="row-acts">{children}</div>}
  </li>
)

interface ActProps {
  readonly says: string
  /** The record that the button belongs to. The name is a part of the button's accessible name. */
  readonly of: string
  readonly act: () => unknown
  readonly danger?: boolean
  /** A ref to the button, so that code can move the focus to it. */
  readonly named?: Ref<HTMLButtonElement>
}

/** A small button of a row. While its act runs, the button cannot be pressed again. A message shows a failure. */
export function Act({ says, of, act, danger, named }: ActProps) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      sayTrouble(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(named && { ref: named })}
      kind="quiet"
      class={danger ? 'row-act warning' : 'row-act'}
      label={`${says}: ${of}`}
      busy={busy}
      onClick={() => void press()}
    >
      {says}
    </Button>
  )
}

/** A fact: its name and its value. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
