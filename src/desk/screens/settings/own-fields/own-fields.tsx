import { useId, useRef } from 'preact/hooks'
import { failedBy } from '../../../api/failure.ts'
import { Button } from '../../../base/button.tsx'
import { focusWhenDrawn, target } from '../../../base/focus.ts'
import { me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { words } from '../../../words/words.ts'
import { readPractice, savePractice } from '../parts/practice-record.ts'
import { newWordId } from '../parts/word-id.ts'

interface OwnField {
  /** Empty for a field that is not saved yet. */
  readonly id: string
  readonly name: string
  readonly archived: boolean
  /** Distinguishes the rows while one writes. */
  readonly key: string
}

interface Fields {
  readonly ownFields: readonly OwnField[]
}

const mostFields = 10

/** The text fields that the practice adds to the records of its patients. A field keeps its id when its name changes. */
export function OwnFieldsPage() {
  const { ownFields: w } = words.value.settings
  const group = useId()
  const added = useRef(0)
  const draft = useDraft<Fields>({
    saved: () => {
      const { ownFields, version } = me.value.practice
      return { fields: { ownFields: ownFields.map((field) => ({ ...field, key: field.id })) }, version }
    },
    send: (_, version, { ownFields }) => saveFields(ownFields, version),
    readAgain: readPractice,
    check: ({ ownFields }) => mistakesIn(ownFields),
  })
  const { ownFields: fields } = draft.fields
  const set = (ownFields: readonly OwnField[]) => draft.set({ ownFields })
  const change = (key: string, changes: Partial<OwnField>) =>
    set(fields.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const move = (from: number, to: number) => {
    const { key } = fields[from]!
    set(fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!))
    // Where the row has moved in the page, its button has lost the focus.
    focusWhenDrawn(`move ${to < from ? 'up' : 'down'} ${key}`)
  }
  const add = () => {
    const key = `new-${++added.current}`
    set([...fields, { id: '', name: '', archived: false, key }])
    focusWhenDrawn(`line ${key}`)
  }
  const remove = (key: string) => {
    set(fields.filter((each) => each.key !== key))
    // A full list has no such button until it is drawn again.
    focusWhenDrawn('add line')
  }
  return (
    <DraftForm
      title={w.title}
      alone
      lead={w.lead}
      draft={draft}
      saved={w.saved}
      more={
        fields.length < mostFields && (
          <Button icon="plus" ref={adding} onClick={add}>
            {w.add}
          </Button>
        )
      }
    >
      {fields.length === 0 && <p class="soft">{w.none}</p>}
      <ol class="own-fields">
        {fields.map(({ key, name, archived }, i) => {
          const wrong = draft.errorAt(key)
          return (
            <li key={key} class="own-field-row">
              <input
                ref={target(`line ${key}`)}
                maxLength={100}
                value={name}
                aria-label={w.number(i + 1)}
                aria-invalid={wrong ? 'true' : undefined}
                aria-describedby={wrong && `${group}-${key}`}
                onInput={({ currentTarget: { value } }) => change(key, { name: value })}
              />
              <label class="tick">
                <input
                  type="checkbox"
                  checked={archived}
                  aria-label={w.archivedNumber(i + 1)}
                  onChange={({ currentTarget: { checked } }) => change(key, { archived: checked })}
                />
                {w.archived}
              </label>
              <span class="row-actions">
                {(['up', 'down'] as const).map((way) => {
                  const isAtEnd = i === (way === 'up' ? 0 : fields.length - 1)
                  return (
                    <Button
                      key={way}
                      kind="quiet"
                      ref={target(`move ${way} ${key}`)}
                      icon={way}
                      label={words.value.settings[way](name)}
                      aria-disabled={isAtEnd ? 'true' : undefined}
                      onClick={() => !isAtEnd && move(i, way === 'up' ? i - 1 : i + 1)}
                    />
                  )
                })}
                <Button kind="quiet" icon="close" label={w.remove(i + 1)} onClick={() => remove(key)} />
              </span>
              {wrong && (
                <p class="error" id={`${group}-${key}`}>
                  {wrong}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </DraftForm>
  )
}

/** The fields without a name, or with one that another field above has. */
function mistakesIn(fields: readonly OwnField[]): Record<string, string> {
  const { forms, settings } = words.value
  const names = fields.map(({ name }) => name.trim().toLowerCase())
  return Object.fromEntries(
    fields.flatMap(({ key }, i): [string, string][] => {
      if (names[i] === '') return [[key, forms.fillIn]]
      return names.indexOf(names[i]!) < i ? [[key, settings.ownFields.nameTaken]] : []
    }),
  )
}

/** @throws Failure. */
async function saveFields(fields: readonly OwnField[], version: number): Promise<void> {
  const taken = fields.flatMap(({ id }) => id || [])
  const ownFields = fields.map(({ id, name, archived }) => {
    const own = id || newWordId(name, taken, 'field')
    taken.push(own)
    return { id: own, name: name.trim(), archived }
  })
  await savePractice({ ownFields }, version).catch((error) => {
    throw failedBy(error, 'conflict') ? new Told(words.value.settings.ownFields.inUse) : error
  })
}

const adding = target('add line')
