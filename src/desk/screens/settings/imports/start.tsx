import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { go } from '../../../base/route.ts'
import { watchUnsaved } from '../../../base/unsaved.ts'
import { missing, useNew } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { Bar } from './bar.tsx'
import { bringFile, mostBytes } from './bring-file.ts'
import { sayMegabytes } from './say.ts'
import type { Kind } from './state.ts'

const usualSources = ['Cliniko', 'Open Dental']

interface Fields {
  readonly kind: Kind
  readonly name: string
  readonly file: string
}

/** The form that begins an import by sending a file. `sources` are the program names of earlier imports. */
export function Start({ sources }: { readonly sources: readonly string[] }) {
  const { imports: says, shell } = words.value
  const file = useRef<File | undefined>(undefined)
  const sent = useSignal<number | undefined>(undefined)
  const stop = useRef(new AbortController())
  const list = useId()
  useLayoutEffect(() => () => stop.current.abort(), [])
  const draft = useNew<Fields>(
    { kind: 'patients', name: '', file: '' },
    async ({ kind, name }) => {
      stop.current = new AbortController()
      try {
        const made = await bringFile({
          kind,
          name: name.trim(),
          file: file.current!,
          signal: stop.current.signal,
          sent: (bytes) => {
            sent.value = bytes
          },
        })
        // The server has the file now, so nothing is lost when the form is left.
        sent.value = undefined
        draft.drop()
        go(['settings', 'imports', made.id])
      } finally {
        sent.value = undefined
      }
    },
    ({ name }) => ({
      ...missing({ name }),
      ...(file.current === undefined
        ? { file: says.chooseFile }
        : file.current.size > mostBytes && { file: says.fileTooLarge }),
    }),
  )
  useLayoutEffect(() => watchUnsaved(() => sent.peek() !== undefined || draft.isUnsaved), [])
  return (
    <DraftForm draft={draft} verb={says.upload}>
      <SelectField
        label={says.kind}
        hint={says.order}
        value={draft.fields.kind}
        choices={Object.entries(says.kinds)}
        choose={(kind) => draft.set({ kind: kind as Kind })}
      />
      <Field label={says.source} hint={says.sourceHint} error={draft.errorAt('name')}>
        {(its) => (
          <>
            <input
              {...its}
              list={list}
              autocomplete="off"
              maxLength={100}
              value={draft.fields.name}
              onInput={({ currentTarget: { value } }) => draft.set({ name: value })}
            />
            <datalist id={list}>
              {[...new Set([...sources, ...usualSources])].map((source) => (
                <option key={source} value={source} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={says.file} hint={says.fileHint} error={draft.errorAt('file')}>
        {(its) => (
          <input
            {...its}
            type="file"
            accept=".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values"
            onChange={({ currentTarget: { files } }) => {
              file.current = files?.[0]
              draft.set({ file: file.current?.name ?? '' })
            }}
          />
        )}
      </Field>
      {sent.value !== undefined && (
        <>
          <Bar
            label={says.onItsWay}
            done={sent.value}
            total={file.current!.size}
            text={says.megabytes(sayMegabytes(sent.value), sayMegabytes(file.current!.size))}
          />
          <div>
            <Button onClick={() => stop.current.abort()}>{shell.cancel}</Button>
          </div>
        </>
      )}
    </DraftForm>
  )
}
