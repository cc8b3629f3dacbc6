import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { say } from '../base/toasts.tsx'
import { words } from '../words/words.ts'
import type { Draft } from './draft.ts'
import { FormProblem } from './field.tsx'
import { focusFirstMistake } from './form.ts'

interface Props<T> {
  readonly title: string
  /** Whether the page has no other card, so that its heading says enough. */
  readonly alone?: boolean
  readonly lead?: ComponentChildren
  readonly draft: Draft<T>
  /** Said when it is saved. */
  readonly saved: string
  readonly children: ComponentChildren
  /** Further buttons beside the one that saves. */
  readonly more?: ComponentChildren
}

/** A card with a form that saves by itself. After a mistake, the first wrong field gets the focus. */
export function DraftForm<T>({ title, alone, lead, draft, saved, children, more }: Props<T>) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const { activeElement } = document
    if (await draft.save()) return say(saved)
    focusFirstMistake(form.current, activeElement)
  }
  const { settings } = words.value
  return (
    <form
      ref={form}
      class="card stack"
      {...(alone ? { 'aria-label': title } : { 'aria-labelledby': id })}
      noValidate
      onSubmit={submit}
    >
      <div class="card-head">
        {!alone && <h2 id={id}>{title}</h2>}
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children}
      <FormProblem text={draft.problem} />
      <div class="card-actions">
        <Button kind={draft.isUnsaved ? 'primary' : 'plain'} type="submit" busy={draft.busy}>
          {words.value.shell.save}
        </Button>
        {more}
        <span class="hint unsaved">{draft.isUnsaved && settings.unsaved}</span>
      </div>
    </form>
  )
}
