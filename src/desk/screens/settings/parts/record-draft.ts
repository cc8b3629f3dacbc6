import { type Signal, useSignal } from '@preact/signals'
import { changedBy } from '../../../live/changed-by.ts'
import { type Draft, type Mistakes, useDraft } from '../../../parts/draft.ts'

interface Ways<R, F extends object> {
  /** The record that is changed; undefined for a new one. */
  readonly given: R | undefined
  /** The fields of the form for a new record. */
  readonly fresh: F
  /** Returns the fields of the form for a record. */
  readonly fieldsOf: (record: R) => F
  /** Adds the record when `id` is undefined, else changes it. Resolves to the saved record. */
  readonly save: (id: string | undefined, whole: F, changes: Partial<F>, version: number) => Promise<R>
  readonly read: (id: string) => Promise<R>
  readonly check: (fields: F) => Mistakes
}

interface RecordDraft<R, F extends object> {
  readonly draft: Draft<F>
  /** The saved record; undefined until a new record is saved. */
  readonly record: Signal<R | undefined>
}

/** The draft of a dialogue that adds or changes a record. */
export function useRecordDraft<
  R extends { readonly id: string; readonly version: number },
  F extends object,
>({ given, fresh, fieldsOf, save, read, check }: Ways<R, F>): RecordDraft<R, F> {
  const record = useSignal(given)
  const draft = useDraft<F>({
    saved: () => {
      const { value } = record
      return value === undefined
        ? { fields: fresh, version: 0 }
        : { fields: fieldsOf(value), version: value.version }
    },
    send: async (changes, version, whole) => {
      record.value = await save(record.value?.id, whole, changes, version)
    },
    readAgain: async () => {
      record.value = await read(given!.id)
    },
    by: () => changedBy(record.value?.id),
    check,
  })
  return { draft, record }
}
