/** The question when a patient wants to be asked again, or that they do not want to come. */
import { online } from '../../api/online.ts'
import { addDays } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import { sayProblem } from '../../base/toasts.tsx'
import type { RecallItem } from '../../contract/names.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Field } from '../../parts/field.tsx'
import { words } from '../../words/words.ts'
import { nameOf, putOff } from './acts.ts'

interface Fields {
  readonly kind: 'later' | 'declined'
  readonly askAgainOn: string
  readonly note: string
}

/** Asks what the patient said, and notes it. */
export function openPutOff(item: RecallItem): void {
  const { recalls: w, shell } = words.value
  if (!online.value) {
    sayProblem(shell.offlineWrite)
    return
  }
  const start: Fields = { kind: 'later', askAgainOn: addDays(today.value, 90), note: '' }
  void askFirst<Fields>({
    title: w.saidTitle(nameOf(item)),
    start,
    fields: ({ fields, set, errorAt }) => (
      <>
        <fieldset class="stack">
          <legend class="visually-hidden">{w.saidTitle(nameOf(item))}</legend>
          {(['later', 'declined'] as const).map((kind) => (
            <label class="tick" key={kind}>
              <input type="radio" name="said" checked={fields.kind === kind} onChange={() => set({ kind })} />
              {w.kinds[kind]}
            </label>
          ))}
        </fieldset>
        {fields.kind === 'later' && (
          <DayField
            label={w.askAgainOn}
            error={errorAt('askAgainOn')}
            min={addDays(today.value, 1)}
            day={fields.askAgainOn}
            change={(day) => set({ askAgainOn: day })}
          />
        )}
        <Field label={w.note} optional error={errorAt('note')}>
          {(its) => (
            <input
              {...its}
              maxLength={1000}
              value={fields.note}
              onInput={(event) => set({ note: event.currentTarget.value })}
            />
          )}
        </Field>
      </>
    ),
    check: ({ kind, askAgainOn }) =>
      kind === 'later' && !(askAgainOn > today.value) ? { askAgainOn: w.needsDay } : {},
    verb: shell.save,
    act: ({ kind, askAgainOn, note }) =>
      putOff(item, { kind, note: note || null, ...(kind === 'later' && { askAgainOn }) }),
  })
}
