import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { say } from '../base/toasts.tsx'
import { words } from '../words/words.ts'
import type { Draft } from './draft.ts'
import { FormProblem } from './field.tsx'
import { sending } from './form.ts'

interface Props<T extends object> {
  /** The heading of its card. Left out for a form that is in a card already. */
  readonly title?: string
  /** Whether the page has no other card, so that its heading says enough. */
  readonly alone?: boolean
  readonly lead?: ComponentChildren
  readonly draft: Draft<T>
  /** The message when the form is saved. */
  readonly saved?: string
  /** The words on the button that sends the form, if they are not "Save". */
  readonly verb?: string
  readonly children: ComponentChildren
  /** Further buttons beside the button that saves. */
  readonly more?: ComponentChildren
}

/** A form on a page, with its own button to save it. After a mistake, the first wrong field gets the focus. */
export function DraftForm<T extends object>({
  title,
  alone,
  lead,
  draft,
  saved,
  verb,
  children,
  more,
}: Props<T>) {
  const id = useId()
  const submit = sending(async () => {
    if ((await draft.save()) && saved !== undefined) say(saved)
  })
  const { settings, shell } = words.value
  const isCard = title !== undefined
  return (
    <form
      class={isCard ? 'card stack' : 'stack'}
      {...(isCard && (alone ? { 'aria-label': title } : { 'aria-labelledby': id }))}
      noValidate
      onSubmit={submit}
    >
      {isCard && (
        <div class="card-head">
          {!alone && <h2 id={id}>{title}</h2>}
          {lead && <p class="soft">{lead}</p>}
        </div>
      )}
      {children}
      <FormProblem text={draft.problem} />
      <div class={isCard ? 'card-actions' : ''}>
        <Button kind={isCard && draft.isUnsaved ? 'primary' : 'plain'} type="submit" busy={draft.busy}>
          {verb ?? shell.save}
        </Button>
        {more}
        {isCard && <span class="hint">{draft.isUnsaved && settings.unsaved}</span>}
      </div>
    </form>
  )
}
