/** A section of the record that is edited in place, and saved by itself. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../../base/announce.tsx'
import { Button } from '../../base/button.tsx'
import { focusFirst } from '../../base/focus.ts'
import { keepUnsaved } from '../../base/unsaved.ts'
import type { Patient } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { changedBy } from '../../live/changed-by.ts'
import { useDraft } from '../../parts/draft.ts'
import { type Control, Field, FormProblem } from '../../parts/field.tsx'
import { sending } from '../../parts/form.ts'
import { Select } from '../../parts/select.tsx'
import { startTyping, type Typed } from '../../parts/typed.ts'
import { words } from '../../words/words.ts'
import { changePatient } from './change.ts'
import { Section } from './section.tsx'
import { patient } from './state.ts'

/** A field of a section. */
export interface Editable {
  readonly name: string
  readonly label: string
  /** The saved value of the field, in words. */
  readonly says: string
  /** The saved value of the field, in the form in which it is edited. */
  readonly held: string
  readonly control:
    | { readonly inputMode: 'text' | 'tel' | 'email'; readonly placeholder?: string }
    | { readonly options: readonly (readonly [value: string, label: string])[] }
}

interface Props {
  readonly title: string
  readonly patient: Patient
  readonly fieldsOf: (patient: Patient) => readonly Editable[]
  /** Returns the body of the request that saves the typed values. @throws the mistakes of the form. */
  readonly changesOf: (typed: Readonly<Record<string, string>>) => components['schemas']['UpdatePatient']
}

type Fields = Readonly<Record<string, string>>

/** The unsaved typed values, by patient and section. The values are kept while the user looks at another screen. */
const typedIn = new Map<string, Typed<Fields>>()
keepUnsaved(() => typedIn.size > 0)

export function EditSection({ title, patient: record, fieldsOf, changesOf }: Props) {
  const key = `${record.id} ${title}`
  const [isOpen, setOpen] = useState(typedIn.has(key))
  /** The saved record, as the page shows it now. */
  const saved = () => {
    const now = patient.value?.id === record.id ? patient.value : record
    const fields = Object.fromEntries(fieldsOf(now).map(({ name, held }) => [name, held])) as Fields
    return { fields, version: now.version }
  }
  const [typed] = useState(() => typedIn.get(key) ?? startTyping(saved()))
  const draft = useDraft<Fields>({
    saved,
    by: () => changedBy(record.id),
    typed,
    send: (changes) => {
      const texts = Object.entries<string | undefined>(changes).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text.trim()]],
      )
      // After a failure, the page has read the record again.
      return changePatient(record.id, changesOf(Object.fromEntries(texts)))
    },
  })
  const fields = fieldsOf(record)
  const { patient: w, shell } = words.value
  const form = useRef<HTMLFormElement>(null)
  const edit = useRef<HTMLSpanElement>(null)
  // A layout effect keeps the values before the browser paints, because a hurried person may leave the screen then.
  useLayoutEffect(() => {
    if (isOpen && draft.isUnsaved) typedIn.set(key, typed)
    else typedIn.delete(key)
  })
  // The focus moves to the form before anybody can type, so that no word goes into the wrong field.
  useLayoutEffect(() => {
    if (isOpen) focusFirst(form.current)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    draft.drop()
    requestAnimationFrame(() => focusFirst(edit.current))
  }
  const save = async () => {
    if (!draft.isUnsaved) return close()
    if (!(await draft.save())) return
    announce(w.saved)
    // Text that was typed during the saving stays in the form.
    if (!typed.isUnsaved()) close()
  }
  if (!isOpen)
    return (
      <Section
        title={title}
        actions={
          <span ref={edit}>
            <Button kind="quiet" label={w.edit(title)} icon="pen" onClick={() => setOpen(true)} />
          </span>
        }
      >
        <dl class="facts">
          {fields.map(({ name, label, says }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{says || <span class="soft">–</span>}</dd>
            </div>
          ))}
        </dl>
      </Section>
    )
  const control = ({ name, control }: Editable, its: Control) => {
    const value = draft.fields[name] ?? ''
    const set = (text: string) => draft.set({ [name]: text })
    return 'options' in control ? (
      <Select {...its} value={value} choices={control.options} choose={set} />
    ) : (
      <input
        {...its}
        {...control}
        type="text"
        autocomplete="off"
        maxLength={200}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  const sayHeld = ({ says, name }: Editable) =>
    draft.isContested(name) ? words.value.forms.theirs(says || w.nothing, draft.by) : undefined
  return (
    <Section title={title}>
      <form
        ref={form}
        class="stack"
        noValidate
        onKeyDown={(event) => event.key === 'Escape' && !draft.isUnsaved && close()}
        onSubmit={sending(save)}
      >
        <div class="pair">
          {fields.map((field) => (
            <div key={field.name} class={sayHeld(field) ? 'contested' : ''}>
              <Field label={field.label} error={draft.errorAt(field.name)} hint={sayHeld(field)}>
                {(its) => control(field, its)}
              </Field>
              {sayHeld(field) && (
                <Button kind="quiet" onClick={() => draft.drop([field.name])}>
                  {w.takeTheirs}
                </Button>
              )}
            </div>
          ))}
        </div>
        <FormProblem text={draft.problem} />
        <div class="form-actions">
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={draft.busy}>
            {shell.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}
