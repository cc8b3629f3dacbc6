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

interface Status {
  /** Empty for a status that is not saved yet. */
  readonly id: string
  readonly label: string
  /** Distinguishes the rows while one writes. */
  readonly key: string
}

interface Fields {
  readonly statuses: readonly Status[]
  /** The key of the status that new patients get. */
  readonly first: string
}

const mostStatuses = 50

/** The statuses that a patient can have. A status keeps its id when its label changes. */
export function StatusesPage() {
  const { forms, settings } = words.value
  const group = useId()
  const added = useRef(0)
  const draft = useDraft<Fields>({
    saved: () => {
      const { pack, version } = me.value.practice
      const statuses = pack.statuses.map(({ id, label }) => ({ id, label, key: id }))
      return { fields: { statuses, first: pack.defaultStatus }, version }
    },
    send: (_, version, whole) => savePack(whole, version),
    readAgain: readPractice,
    check: ({ statuses }) =>
      Object.fromEntries(
        statuses.flatMap(({ label, key }) => (label.trim() === '' ? [[key, forms.fillIn]] : [])),
      ),
  })
  const { statuses, first } = draft.fields
  const change = (key: string, label: string) =>
    draft.set({ statuses: statuses.map((each) => (each.key === key ? { ...each, label } : each)) })
  const remove = (key: string) => {
    const left = statuses.filter((each) => each.key !== key)
    draft.set({ statuses: left, ...(key === first && { first: left[0]!.key }) })
    // A full list has no such button until it is drawn again.
    focusWhenDrawn('add line')
  }
  const add = () => {
    const key = `new-${++added.current}`
    draft.set({ statuses: [...statuses, { id: '', label: '', key }] })
    focusWhenDrawn(`line ${key}`)
  }
  return (
    <DraftForm
      title={settings.statuses}
      alone
      lead={settings.statusesLead}
      draft={draft}
      saved={settings.statusesSaved}
      more={
        statuses.length < mostStatuses && (
          <Button icon="plus" ref={adding} onClick={add}>
            {settings.addStatus}
          </Button>
        )
      }
    >
      <ul class="statuses">
        {statuses.map(({ key, label }, i) => {
          const wrong = draft.errorAt(key)
          return (
            <li key={key} class="status-row">
              <input
                ref={target(`line ${key}`)}
                maxLength={200}
                value={label}
                aria-label={settings.statusNumber(i + 1)}
                aria-invalid={wrong ? 'true' : undefined}
                aria-describedby={wrong && `${group}-${key}`}
                onInput={({ currentTarget: { value } }) => change(key, value)}
              />
              <label class="tick">
                <input
                  type="radio"
                  name={group}
                  checked={key === first}
                  aria-label={settings.firstStatusNumber(i + 1)}
                  onChange={() => draft.set({ first: key })}
                />
                {settings.newPatients}
              </label>
              {statuses.length > 1 && (
                <Button
                  kind="quiet"
                  icon="close"
                  label={settings.removeStatus(i + 1)}
                  onClick={() => remove(key)}
                />
              )}
              {wrong && (
                <p class="error" id={`${group}-${key}`}>
                  {wrong}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </DraftForm>
  )
}

/** @throws Failure. */
async function savePack({ statuses, first }: Fields, version: number): Promise<void> {
  const taken = statuses.flatMap(({ id }) => id || [])
  const named = statuses.map(({ id, label, key }) => {
    const own = id || newWordId(label, taken, 'status')
    taken.push(own)
    return { id: own, label: label.trim(), key }
  })
  const pack = {
    ...me.value.practice.pack,
    statuses: named.map(({ id, label }) => ({ id, label })),
    defaultStatus: named.find(({ key }) => key === first)!.id,
  }
  await savePractice({ pack }, version).catch((error) => {
    throw failedBy(error, 'conflict') ? new Told(words.value.settings.statusInUse) : error
  })
}

const adding = target('add line')
