/** The state of a form: whether it is being sent, and which fields have mistakes. */
import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import { focusMistake } from '../base/focus.ts'
import { sayFailure } from '../base/say-failure.ts'
import { words } from '../words/words.ts'

interface FormState {
  readonly busy: boolean
  /** The mistake in the whole form; empty when there is none. */
  readonly problem: string
  /** The mistake in a field, by its path in the body. */
  readonly errors: Readonly<Record<string, string>>
}

const untouched: FormState = { busy: false, problem: '', errors: {} }

/**
 * Sends a form, but never twice at the same time. A failure is shown in the form, at its fields if the server names
 * them. `send` may throw `mistakes({ path: sentence })` before it sends a request.
 */
export function startForm() {
  const state = signal(untouched)
  async function submit(send: () => Promise<unknown>): Promise<boolean> {
    if (state.peek().busy) return false
    state.value = { ...untouched, busy: true }
    try {
      await send()
      state.value = untouched
      return true
    } catch (error) {
      state.value = { busy: false, ...troubleOf(error) }
      return false
    }
  }
  /** Removes all messages about mistakes. */
  const clear = () => {
    state.value = untouched
  }
  return { state, submit, clear }
}

/** The form of a component, for as long as the component is there. */
export const useForm = () => useMemo(startForm, [])

class Mistakes extends Error {
  readonly errors: Readonly<Record<string, string>>
  constructor(errors: Readonly<Record<string, string>>) {
    super('The form has mistakes.')
    this.errors = errors
  }
}

/** The mistakes in the fields of a form, by the path of each. */
export const mistakes = (errors: Readonly<Record<string, string>>) => new Mistakes(errors)

/** Sends a form when it is submitted, and leads to its first mistake unless the focus has moved meanwhile. */
export const sending =
  (send: () => unknown) =>
  async (event: Event & { readonly currentTarget: HTMLFormElement }): Promise<void> => {
    event.preventDefault()
    const { currentTarget } = event
    const { activeElement } = document
    await send()
    focusFirstMistake(currentTarget, activeElement)
  }

/**
 * Moves the focus to the first wrong field, once it is marked. `from` had the focus when the form was sent. If the
 * focus has moved since then, it stays, because the person types in another field.
 */
export function focusFirstMistake(within: HTMLElement | null, from: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === from) focusMistake(within)
  })
}

function troubleOf(error: unknown): Omit<FormState, 'busy'> {
  if (error instanceof Mistakes) return { problem: '', errors: error.errors }
  const fields =
    error instanceof Failure && error.code === 'validation_failed'
      ? Object.fromEntries(error.details.map(({ path }) => [path, mistakeAt(path)]))
      : {}
  return { problem: sayFailure(error), errors: fields }
}

/** The sentence about a mistake that only the server has found. */
function mistakeAt(path: string): string {
  const { failures, forms, hours } = words.value
  if (path.startsWith('workingHours.')) return hours.timesRunBack
  return /email$/i.test(path) ? forms.notEmail : failures.invalidField
}
