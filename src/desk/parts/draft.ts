/** The one form: what it holds while one types in it, how it is sent, and what happens when somebody else was faster. */
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { failedBy } from '../api/failure.ts'
import { Told } from '../base/say-failure.ts'
import { watchUnsaved } from '../base/unsaved.ts'
import { words } from '../words/words.ts'
import { mistakes, useForm } from './form.ts'
import { type Saved, startTyping, type Typed } from './typed.ts'

/** The mistakes in the fields of a form, by their paths. */
export type Mistakes = Readonly<Record<string, string>>

interface Ways<T extends object> {
  /** The saved values, as far as the desk knows them. For a new record, the values that the form shows at first. */
  readonly saved: () => Saved<T>
  /** Saves the changed fields, if the record still has this version. Afterwards `saved` answers them. */
  readonly send: (changes: Partial<T>, version: number, whole: T) => unknown
  /** Reads again what `saved` answers. Left out for a new record, and where `send` does it after a failure. */
  readonly readAgain?: () => Promise<unknown>
  /** Finds the mistakes before the server is asked. */
  readonly check?: (fields: T) => Mistakes
  /** The typed values, where they outlive the form or are watched elsewhere. Otherwise leaving the screen asks first. */
  readonly typed?: Typed<T>
}

/** A form in which somebody types. */
export interface Draft<T> {
  readonly fields: T
  readonly isUnsaved: boolean
  readonly busy: boolean
  /** The mistake in the whole form; empty when there is none. */
  readonly problem: string
  /** The mistake in a field, or in something inside it. */
  readonly errorAt: (path: string) => string | undefined
  /** Whether somebody else saved something else in a field after the typing in it began. */
  readonly isContested: (name: keyof T) => boolean
  /** The value that others saved in a field; undefined for a field that is not contested. */
  readonly theirs: <K extends keyof T>(name: K) => T[K] | undefined
  readonly set: (changes: Partial<T>) => void
  /** Gives up what was typed in some fields for what is saved. In all of them, if none are named. */
  readonly drop: (names?: readonly (keyof T)[]) => void
  /** Saves what was changed. Answers whether it is saved. What was typed stays in any case. */
  readonly save: () => Promise<boolean>
  /** Does something else with the fields, if nothing is wrong with them. Answers whether it is done. */
  readonly attempt: (act: (fields: T) => unknown) => Promise<boolean>
}

/**
 * The draft of a form. It shows what others save in the fields that nobody typed in. When somebody else was faster in other
 * fields, both changes stand. In the same field, the first press saves nothing and says so: nobody overwrites what they had
 * no time to read. The next press does.
 */
export function useDraft<T extends object>({ saved, send, readAgain, check, typed }: Ways<T>): Draft<T> {
  const form = useForm()
  const own = useMemo(
    () => ({
      typed: typed ?? startTyping(saved()),
      sent: saved().fields,
      wrong: {} as Mistakes,
      isSending: false,
    }),
    [],
  )
  const now = saved()
  // Values that are painted while they are sent are not yet saved.
  useEffect(() => {
    if (!own.isSending) own.typed.follow(saved())
  }, [now.version, JSON.stringify(now.fields)])
  // A form that is gone is forgotten at once, so that nobody is asked about it.
  useLayoutEffect(() => (typed === undefined ? watchUnsaved(own.typed.isUnsaved) : undefined), [])

  const attempt: Draft<T>['attempt'] = (act) =>
    form.submit(async () => {
      own.sent = own.typed.fields.value
      own.wrong = check?.(own.sent) ?? {}
      if (Object.keys(own.wrong).length > 0) throw mistakes(own.wrong)
      await act(own.sent)
    })

  const sendOnce = async () => {
    own.isSending = true
    own.sent = own.typed.fields.value
    try {
      await send(own.typed.changes(), own.typed.version(), own.sent)
      own.typed.wasSaved(saved(), own.sent)
    } catch (error) {
      if (failedBy(error, 'precondition_failed')) await readAgain?.()
      // When a save has two steps, the first one may be done already.
      own.typed.follow(saved())
      throw error
    } finally {
      own.isSending = false
    }
  }
  const requireSeen = () => {
    if (own.typed.hasUnseen()) throw new Told(words.value.forms.changedMeanwhile)
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

  const { busy, problem, errors } = form.state.value
  const fields = own.typed.fields.value
  /** A mistake goes as soon as it is mended, or, where only the server sees it, as soon as the field changes. */
  const isMended = (path: string) => {
    const name = path.split('.')[0] as keyof T
    if (path in own.wrong) return check?.(fields)[path] === undefined
    return JSON.stringify(fields[name]) !== JSON.stringify(own.sent[name])
  }
  const errorAt = (path: string) =>
    Object.entries(errors).find(
      ([each]) => (each === path || each.startsWith(`${path}.`)) && !isMended(each),
    )?.[1]
  return {
    fields,
    isUnsaved: own.typed.isUnsaved(),
    busy,
    problem,
    errorAt,
    isContested: own.typed.isContested,
    theirs: own.typed.theirs,
    set: own.typed.set,
    drop: (names) => {
      own.typed.drop(names)
      if (names === undefined) form.clear()
    },
    save,
    attempt,
  }
}

/**
 * The draft of something new: `send` gets all fields. Afterwards the form holds again what it held at first. The dialog
 * around the form asks before the form is left.
 */
export function useNew<T extends object>(
  start: T,
  send: (fields: T) => unknown,
  check?: (fields: T) => Mistakes,
): Draft<T> {
  const saved = useMemo(() => ({ fields: start, version: 0 }), [])
  return useDraft({
    saved: () => saved,
    send: (_, __, whole) => send(whole),
    typed: useMemo(() => startTyping(saved), []),
    ...(check && { check }),
  })
}

/** Says of each of these texts that is empty that it must be filled in. */
export const missing = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() === '')
      .map(([name]) => [name, words.value.forms.fillIn]),
  )

/** The mistake that the browser sees in an e-mail address, or undefined. */
export function wrongEmail(text: string): string | undefined {
  const { forms } = words.value
  if (text.trim() === '') return forms.fillIn
  const field = Object.assign(document.createElement('input'), { type: 'email', value: text.trim() })
  return field.validity.valid ? undefined : forms.notEmail
}
