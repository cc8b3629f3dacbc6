/** The values that one person types in a form, while others may save the same record. */
import { signal } from '@preact/signals'

/** The saved values of the form, with the version of their record. */
export interface Saved<T> {
  readonly fields: T
  readonly version: number
}

export type Typed<T extends object> = ReturnType<typeof startTyping<T>>

/**
 * Begins with the saved values. A field in which nobody typed always holds the saved value. A field is contested when
 * another person has saved another value in it after the typing in it began.
 */
export function startTyping<T extends object>(saved: Saved<T>) {
  const fields = signal(saved.fields)
  const latest = signal(saved)
  /** The value of each field when the person began to type in it. */
  let before = saved.fields
  /** The values that others saved in contested fields, once the person had the time to read them. */
  let seen: Partial<T> = {}

  const names = () => Object.keys(fields.value) as (keyof T)[]
  const isChanged = (name: keyof T) => !same(fields.value[name], latest.value.fields[name])
  const isContested = (name: keyof T) => isChanged(name) && !same(before[name], latest.value.fields[name])
  const pick = (of: T, which: readonly (keyof T)[]) =>
    Object.fromEntries(which.map((name) => [name, of[name]])) as Partial<T>

  /** Takes over the saved values, except in these fields. Spaces at the end of a text stay: another word may follow. */
  const takeOver = (next: Saved<T>, typed: readonly (keyof T)[]) => {
    const alike = names().filter((name) => equal(endTrimmed(fields.value[name]), next.fields[name]))
    fields.value = { ...next.fields, ...pick(fields.value, [...alike, ...typed]) }
    latest.value = next
  }

  /** Takes over the saved values, except in fields in which a person typed. */
  const follow = (next: Saved<T>) => {
    const typed = names().filter(isChanged)
    const stays = typed.filter((name) => !same(fields.value[name], next.fields[name]))
    before = { ...next.fields, ...pick(before, stays) }
    takeOver(next, typed)
  }

  return {
    fields,
    follow,
    isContested,
    /** The value that another person saved in a contested field; undefined for another field. */
    theirs: <K extends keyof T>(name: K): T[K] | undefined =>
      isContested(name) ? latest.value.fields[name] : undefined,
    version: () => latest.value.version,
    isUnsaved: () => names().some(isChanged),
    /** Changes some fields. A function gets the present values. */
    set: (changes: Partial<T> | ((now: T) => Partial<T>)) => {
      const now = fields.peek()
      fields.value = { ...now, ...(typeof changes === 'function' ? changes(now) : changes) }
    },
    /** The fields whose values differ from the saved values. */
    changes: () => pick(fields.value, names().filter(isChanged)),
    /** Takes over the values that were saved. Values that were typed since they were sent stay. */
    wasSaved(next: Saved<T>, sent: T): void {
      const since = names().filter((name) => !same(fields.value[name], sent[name]))
      before = next.fields
      takeOver(next, since)
    },
    /** Replaces the typed values by the saved values, in some fields or in all. */
    drop(which: readonly (keyof T)[] = names()): void {
      fields.value = { ...fields.value, ...pick(latest.value.fields, which) }
      before = { ...before, ...pick(latest.value.fields, which) }
    },
    /**
     * Whether a contested field has a value of others that the person could not read yet. Afterwards it counts as read.
     */
    hasUnseen(): boolean {
      const contested = names().filter(isContested)
      const unseen = contested.filter(
        (name) => !(name in seen) || !same(seen[name], latest.value.fields[name]),
      )
      seen = pick(latest.value.fields, contested)
      return unseen.length > 0
    },
  }
}

/** Spaces around a text make no difference: the server cuts them off. */
const same = (a: unknown, b: unknown): boolean => equal(trimmed(a), trimmed(b))

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
const endTrimmed = (value: unknown) => (typeof value === 'string' ? value.trimEnd() : value)
