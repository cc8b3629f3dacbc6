/** What a form holds while one writes in it, beside what is saved. Somebody else may save meanwhile. */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { failedBy } from '../api/failure.ts'
import { Told } from '../base/say-failure.ts'
import { watchUnsaved } from '../base/unsaved.ts'
import { words } from '../words/words.ts'
import { mistakes, useForm } from './form.ts'

/** What is saved, with the version of the record that it belongs to. */
interface Saved<T> {
  readonly fields: T
  readonly version: number
}

interface Ways<T> {
  /** What is saved now, as far as the desk knows. */
  readonly saved: () => Saved<T>
  /** Saves the changed fields, if the record still has this version. Afterwards `saved` answers them. */
  readonly send: (changes: Partial<T>, version: number, whole: T) => Promise<unknown>
  /** Reads again what `saved` answers. */
  readonly readAgain: () => Promise<unknown>
  /** What is wrong with the fields, by their paths. It is asked before the server is. */
  readonly check?: (fields: T) => Readonly<Record<string, string>>
}

export interface Draft<T> {
  readonly fields: T
  readonly isUnsaved: boolean
  readonly busy: boolean
  /** What is wrong with the whole form; empty for nothing. */
  readonly problem: string
  /** What is wrong with a field, or with something inside it. */
  readonly errorAt: (path: string) => string | undefined
  readonly set: (changes: Partial<T>) => void
  /** Saves what was changed. Answers whether it is saved. What was typed stays in any case. */
  readonly save: () => Promise<boolean>
  /** Does something else with the fields, if nothing is wrong with them. Answers whether it is done. */
  readonly attempt: (act: (fields: T) => Promise<unknown>) => Promise<boolean>
}

/**
 * The draft of a form. The form shows what others save, as long as nobody has typed in it. When somebody else was faster,
 * it keeps what was typed, takes over the other fields, and says so.
 */
export function useDraft<T extends object>({ saved, send, readAgain, check }: Ways<T>): Draft<T> {
  const form = useForm()
  const own = useMemo(() => startDraft(saved()), [])
  const now = saved()
  useEffect(() => own.follow(now), [now.version, JSON.stringify(now.fields)])
  // What stands no more is forgotten at once, so that nobody is asked about it.
  useLayoutEffect(() => watchUnsaved(own.isUnsaved), [])

  const attempt: Draft<T>['attempt'] = (act) =>
    form.submit(async () => {
      own.sent = own.fields.value
      own.wrong = check?.(own.sent) ?? {}
      if (Object.keys(own.wrong).length > 0) throw mistakes(own.wrong)
      await act(own.sent)
    })
  const save = () =>
    attempt(async (sent) => {
      const { fields, version } = own.base.value
      try {
        await send(changedFields(sent, fields), version, sent)
        own.take(saved(), sent)
      } catch (error) {
        const isBeaten = failedBy(error, 'precondition_failed')
        if (isBeaten) await readAgain()
        // Where a save has two steps, the first of them may be done.
        own.take(saved(), fields)
        if (!isBeaten) throw error
        throw new Told(words.value.settings.changedMeanwhile)
      }
    })

  const { busy, problem, errors } = form.state.value
  const fields = own.fields.value
  /** A mistake goes as soon as it is mended, or, where only the server sees it, as soon as the field changes. */
  const isMended = (path: string) => {
    const name = path.split('.')[0] as keyof T
    return path in own.wrong ? check?.(fields)[path] === undefined : !same(fields[name], own.sent[name])
  }
  const errorAt = (path: string) =>
    Object.entries(errors).find(
      ([each]) => (each === path || each.startsWith(`${path}.`)) && !isMended(each),
    )?.[1]
  return {
    fields,
    isUnsaved: own.isUnsaved(),
    busy,
    problem,
    errorAt,
    set: own.set,
    save,
    attempt,
  }
}

function startDraft<T extends object>(saved: Saved<T>) {
  const base = signal(saved)
  const fields = signal(saved.fields)
  const isUnsaved = () => !same(fields.value, base.value.fields)
  return {
    base,
    fields,
    isUnsaved,
    /** The fields when they were last sent, and what was wrong with them then. */
    sent: saved.fields,
    wrong: {} as Readonly<Record<string, string>>,
    set(changes: Partial<T>): void {
      fields.value = { ...fields.value, ...changes }
    },
    /** Goes along with what was saved elsewhere, unless that would hide it from a person who is typing. */
    follow(next: Saved<T>): void {
      if (!same(next.fields, base.value.fields)) {
        if (isUnsaved()) return
        fields.value = next.fields
      }
      base.value = next
    },
    /** Takes over what is saved now, except in the fields that differ from `since`. */
    take(next: Saved<T>, since: T): void {
      fields.value = { ...next.fields, ...changedFields(fields.value, since) }
      base.value = next
    },
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const changedFields = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !same(value, before[name as keyof T])),
  ) as Partial<T>
