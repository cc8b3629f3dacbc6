/**
 * The draft of a form: its values while a person types, how they are sent, and what happens if another person saved
 * first.
 */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { failedBy } from '../api/failure.ts'
import { Told } from '../base/say-failure.ts'
import { watchUnsaved } from '../base/unsaved.ts'
import { words } from '../words/words.ts'
import { mistakes, startForm } from './form.ts'
import { type Saved, startTyping, type Typed } from './typed.ts'

/** The mistakes in the fields of a form, by their paths. */
export type Mistakes = Readonly<Record<string, string>>

/** How a draft is saved. */
interface Ways<T extends object> {
  /** The saved values, as far as the desk knows them. For a new record, the values that the form shows at first. */
  readonly saved: () => Saved<T>
  /** Saves the changed fields, if the record still has this version. Afterwards `saved` returns them. */
  readonly send: (changes: Partial<T>, version: number, whole: T) => unknown
  /** Reads the values of `saved` again. Left out for a new record, and if `send` itself does this after a failure. */
  readonly readAgain?: () => Promise<unknown>
  /** Who changed the record last, if it is known. Left out for a new record. */
  readonly by?: () => string | undefined
  /** Finds the mistakes before the server is asked. */
  readonly check?: (fields: T) => Mistakes
  /**
   * Waits for values that are being read into the form. False when they could not be read, which the desk has shown.
   */
  readonly settled?: () => Promise<boolean>
  /** The typed values, if they outlive the form or are watched elsewhere. Otherwise the form asks before it is left. */
  readonly typed?: Typed<T>
}

/** The values that a person types in a form. A component that reads them is drawn again when they change. */
export interface Draft<T extends object> {
  readonly fields: T
  readonly isUnsaved: boolean
  readonly busy: boolean
  /** The mistake in the whole form; empty when there is none, and when a person has typed since. */
  readonly problem: string
  /** The mistake in a field, or in something inside it. */
  readonly errorAt: (path: string) => string | undefined
  /** Whether another person saved another value in a field after the typing in this field began. */
  readonly isContested: (name: keyof T) => boolean
  /** The value that others saved in a field; undefined for a field that is not contested. */
  readonly theirs: <K extends keyof T>(name: K) => T[K] | undefined
  /** Who changed the record last; undefined when it is not known. */
  readonly by: string | undefined
  readonly set: Typed<T>['set']
  /**
   * Shows the saved values instead of the typed values, in the named fields. Without names, it does so in all fields.
   */
  readonly drop: (names?: readonly (keyof T)[]) => void
  /** Saves the changed fields. Resolves with whether they are saved. The typed values stay in any case. */
  readonly save: () => Promise<boolean>
  /** Saves the changed fields, and overwrites values of others that the form shows. */
  readonly overwrite: () => Promise<boolean>
  /** Does something else with the fields, if they have no mistakes. Resolves with whether it is done. */
  readonly attempt: (act: (fields: T) => unknown) => Promise<boolean>
  /** Takes over the values that others saved, in fields in which nobody typed. */
  readonly follow: () => void
}

/**
 * Starts the draft of a form. In fields in which nobody typed, it shows what others save. If another person saved other
 * fields first, both changes are kept. If that person saved the same field, the first press of the button saves nothing
 * and says so. So nobody overwrites a value without the time to read it. The next press overwrites the value. `ways` is
 * called at each use.
 */
export function startDraft<T extends object>(ways: () => Ways<T>): Draft<T> {
  const form = startForm()
  const typed = ways().typed ?? startTyping(ways().saved())
  let sent = typed.fields.peek()
  let wrong: Mistakes = {}
  let isSending = false
  /** Whether a person has typed since the form was sent. Then its mistake may be corrected. */
  const isTouched = signal(false)
  const find = (fields: T) => ways().check?.(fields) ?? {}

  // Values that are shown while they are sent are not saved yet.
  const follow = () => {
    if (!isSending) typed.follow(ways().saved())
  }
  const attempt: Draft<T>['attempt'] = (act) =>
    form.submit(async () => {
      if ((await ways().settled?.()) === false) throw mistakes({})
      isTouched.value = false
      sent = typed.fields.peek()
      wrong = find(sent)
      if (Object.keys(wrong).length > 0) throw mistakes(wrong)
      await act(sent)
    })

  const sendOnce = async () => {
    isSending = true
    sent = typed.fields.peek()
    try {
      await ways().send(typed.changes(), typed.version(), sent)
      typed.wasSaved(ways().saved(), sent)
    } catch (error) {
      if (failedBy(error, 'precondition_failed')) await ways().readAgain?.()
      // When a save has two steps, the first one may be done already.
      typed.follow(ways().saved())
      throw error
    } finally {
      isSending = false
    }
  }
  const requireSeen = () => {
    if (typed.hasUnseen()) throw new Told(words.value.forms.changedMeanwhile(ways().by?.()))
  }
  const save = () =>
    attempt(async () => {
      requireSeen()
      try {
        await sendOnce()
      } catch (error) {
        if (!failedBy(error, 'precondition_failed')) throw error
        requireSeen()
        await sendOnce()
      }
    })

  /**
   * A mistake disappears as soon as it is corrected, or has become another mistake. If only the server sees the
   * mistake, it disappears as soon as the field changes. A mistake in several fields together belongs to none of them,
   * and disappears with any change.
   */
  const isMended = (path: string) => {
    const name = path.split('.')[0] as keyof T
    const fields = typed.fields.value
    if (path in wrong) return find(fields)[path] !== wrong[path]
    const [now, then] = name in fields ? [fields[name], sent[name]] : [fields, sent]
    return JSON.stringify(now) !== JSON.stringify(then)
  }
  return {
    get fields() {
      return typed.fields.value
    },
    get isUnsaved() {
      return typed.isUnsaved()
    },
    get busy() {
      return form.state.value.busy
    },
    get problem() {
      return isTouched.value ? '' : form.state.value.problem
    },
    errorAt: (path) =>
      Object.entries(form.state.value.errors).find(
        ([each]) => (each === path || each.startsWith(`${path}.`)) && !isMended(each),
      )?.[1],
    isContested: typed.isContested,
    theirs: typed.theirs,
    get by() {
      return ways().by?.()
    },
    set(change) {
      isTouched.value = true
      typed.set(change)
    },
    drop(names) {
      typed.drop(names)
      if (names === undefined) form.clear()
    },
    save,
    overwrite() {
      typed.hasUnseen()
      return save()
    },
    attempt,
    follow,
  }
}

/** The draft of a form, for as long as the form is there. */
export function useDraft<T extends object>(ways: Ways<T>): Draft<T> {
  const newest = useRef(ways)
  newest.current = ways
  const draft = useMemo(() => startDraft(() => newest.current), [])
  const now = ways.saved()
  useEffect(draft.follow, [now.version, JSON.stringify(now.fields)])
  // A form that has disappeared is forgotten at once, so that nobody is asked about its values.
  useLayoutEffect(() => (ways.typed === undefined ? watchUnsaved(() => draft.isUnsaved) : undefined), [])
  return draft
}

/**
 * The draft of a new record: `send` gets all fields. Afterwards the form has its first values again. The dialog around
 * the form asks before the form is left.
 */
export function useNew<T extends object>(
  start: T,
  send: (fields: T) => unknown,
  check?: Ways<T>['check'],
): Draft<T> {
  const saved = useMemo(() => ({ fields: start, version: 0 }), [])
  return useDraft({
    saved: () => saved,
    send: (_, __, whole) => send(whole),
    typed: useMemo(() => startTyping(saved), []),
    ...(check && { check }),
  })
}

/** The mistakes of these texts: an empty text must be filled in. */
export const missing = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() === '')
      .map(([name]) => [name, words.value.forms.fillIn]),
  )

/** The mistake that the browser finds in an e-mail address, or undefined. */
export function wrongEmail(text: string): string | undefined {
  const { forms } = words.value
  if (text.trim() === '') return forms.fillIn
  const field = Object.assign(document.createElement('input'), { type: 'email', value: text.trim() })
  return field.validity.valid ? undefined : forms.notEmail
}
