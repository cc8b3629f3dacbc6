import { type Signal, useSignal } from '@preact/signals'
import { changedBy } from '../../../live/changed-by.ts'
import { type Draft, type Mistakes, useDraft } from '../../../parts/draft.ts'

interface Ways<R, F extends object> {
  /** The record that is changed; undefined for a new one. */
  readonly given: R | undefined
  /** What the form holds at first of a new record. */
  readonly fresh: F
  /** What the form holds of a record. */
  readonly fieldsOf: (record: R) => F
  /** Adds the record where its id is undefined, and changes it otherwise. Answers the record as it is saved. */
  readonly save: (id: string | undefined, whole: F, changes: Partial<F>, version: number) => Promise<R>
  readonly read: (id: string) => Promise<R>
  readonly check: (fields: F) => Mistakes
}

interface RecordDraft<R, F extends object> {
  readonly draft: Draft<F>
  /** The record as it is saved; undefined until a new one is. */
  readonly record: Signal<R | undefined>
}

/** The draft of a dialogue that adds a record, or changes one. */
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
