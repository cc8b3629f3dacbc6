import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { words } from '../words/words.ts'

/** The attributes that a control gets from the field around it. */
export interface Control {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean
  readonly children: (control: Control) => ComponentChildren
}

/**
 * The texts below a control: its hint and its mistake. `names` are the attributes that link both texts to the control.
 */
export function notesOn(id: string, hint: string | undefined, error: string | undefined) {
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const names = { 'aria-describedby': about, 'aria-invalid': error ? 'true' : undefined } as const
  const below = (
    <>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  )
  return { names, below }
}

/** A control with its label, its hint and its mistake: `<Field label="…">{(its) => <input {...its} />}</Field>`. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId()
  const { names, below } = notesOn(id, hint, error)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="soft"> ({words.value.forms.optional})</span>}
      </label>
      {children({ id, ...names })}
      {below}
    </div>
  )
}

/** A sentence about a text that another person saved; `who` is that person, if known. Undefined if nobody saved one. */
export const sayTheirs = (theirs: string | null | undefined, who?: string): string | undefined =>
  theirs === undefined ? undefined : words.value.forms.theirs(theirs?.trim() || '–', who)

/** Shows the mistake in a whole form. */
export const FormProblem = ({ text }: { readonly text: string }) => (
  <p class="form-problem" role="alert">
    {text}
  </p>
)
