/** A section of the record that is edited in place, and saved by itself. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Failure, failedBy } from '../../api/failure.ts'
import { announce } from '../../base/announce.tsx'
import { Button } from '../../base/button.tsx'
import type { Patient } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { Field, FormProblem } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { words } from '../../words/words.ts'
import { changePatient } from './change.ts'
import type { FieldName } from './fields.ts'
import { changedIn, isContested, type Overlay, shownIn, typeInto } from './overlay.ts'
import { Section } from './section.tsx'
import { patient } from './state.ts'
import { keepUnsaved } from './unsaved.ts'

/** A field of a section. */
export interface Editable {
  readonly name: FieldName
  /** What the record holds, in words. */
  readonly says: string
  /** What the record holds, as its control shows it. */
  readonly held: string
  readonly control:
    | { readonly inputMode: 'text' | 'tel' | 'email'; readonly placeholder?: string }
    | { readonly options: readonly (readonly [value: string, label: string])[] }
}

interface Props {
  readonly title: string
  readonly patient: Patient
  readonly fieldsOf: (patient: Patient) => readonly Editable[]
  /** The body that makes the changes. @throws the mistakes of the form. */
  readonly changesOf: (typed: Readonly<Record<string, string>>) => components['schemas']['UpdatePatient']
}

/** What was typed and not saved, by patient and section. It waits here while one looks at something else. */
const drafts = new Map<string, Overlay<FieldName>>()
keepUnsaved(() => drafts.size > 0)

export function EditSection({ title, patient: record, fieldsOf, changesOf }: Props) {
  const key = `${record.id} ${title}`
  const [isOpen, setOpen] = useState(drafts.has(key))
  const [overlay, setOverlay] = useState<Overlay<FieldName>>(drafts.get(key) ?? {})
  const fields = fieldsOf(record)
  const { state, submit } = useForm()
  const { busy, problem, errors } = state.value
  const { patient: w, shell } = words.value
  const form = useRef<HTMLFormElement>(null)
  const edit = useRef<HTMLSpanElement>(null)
  const held = (name: FieldName, of = fields) => of.find((field) => field.name === name)!.held
  const changed = changedIn(overlay, held)
  // What others wrote in a field, once it stood here when somebody wanted to save.
  const [seen] = useState(new Set<string>())
  const says = (name: FieldName, of = fields) => `${name} ${held(name, of)}`
  useEffect(() => {
    if (isOpen && changed.length > 0) drafts.set(key, overlay)
    else drafts.delete(key)
  })
  // The focus goes there before anybody can type, so that no word lands in the wrong field.
  useLayoutEffect(() => {
    if (isOpen) form.current!.querySelector<HTMLElement>('input, select')!.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    setOverlay({})
    state.value = { busy: false, problem: '', errors: {} }
    requestAnimationFrame(() => edit.current?.querySelector('button')?.focus())
  }
  const save = async () => {
    if (changed.length === 0) return close()
    const typed = Object.fromEntries(changed.map((name) => [name, overlay[name]!.typed.trim()]))
    const done = await submit(async () => {
      const changes = changesOf(typed)
      const unseen = changed.filter((name) => isContested(overlay, name, held(name)) && !seen.has(says(name)))
      for (const name of unseen) seen.add(says(name))
      // Nobody overwrites what they had no time to read. The next press does.
      if (unseen.length > 0) throw new Failure('precondition_failed', 'Somebody else was faster.')
      await changePatient(record.id, changes).catch((error) => {
        const now = fieldsOf(patient.value ?? record)
        const isFree = !changed.some((name) => isContested(overlay, name, held(name, now)))
        // The other desk changed other fields, so both changes can stand.
        if (failedBy(error, 'precondition_failed') && isFree) return changePatient(record.id, changes)
        for (const name of changed) seen.add(says(name, now))
        throw error
      })
    })
    if (!done) return
    announce(w.saved)
    close()
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
          {fields.map(({ name, says }) => (
            <div key={name}>
              <dt>{w.fields[name]}</dt>
              <dd>{says || <span class="soft">–</span>}</dd>
            </div>
          ))}
        </dl>
      </Section>
    )
  const control = ({ name, held: now, control }: Editable, its: object) => {
    const common = {
      ...its,
      value: shownIn(overlay, name, now),
      onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
        setOverlay((before) => typeInto(before, name, value, now)),
    }
    return 'options' in control ? (
      <select {...common}>
        {control.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    ) : (
      <input {...common} {...control} type="text" autocomplete="off" maxLength={200} />
    )
  }
  const sayHeld = ({ says, name, held: now }: Editable) =>
    isContested(overlay, name, now) ? w.theirs(says || w.nothing) : undefined
  return (
    <Section title={title}>
      <form
        ref={form}
        class="stack"
        noValidate
        onKeyDown={(event) => event.key === 'Escape' && changed.length === 0 && close()}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div class="pair">
          {fields.map((field) => (
            <div key={field.name} class={sayHeld(field) ? 'contested' : ''}>
              <Field label={w.fields[field.name]} error={errors[field.name]} hint={sayHeld(field)}>
                {(its) => control(field, its)}
              </Field>
              {sayHeld(field) && (
                <Button
                  kind="quiet"
                  onClick={() => setOverlay(({ [field.name]: _, ...others }) => others as typeof overlay)}
                >
                  {w.takeTheirs}
                </Button>
              )}
            </div>
          ))}
        </div>
        <FormProblem text={problem && fields.some(sayHeld) ? w.contested : problem} />
        <div class="form-actions">
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {shell.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}
