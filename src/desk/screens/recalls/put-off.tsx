/** The dialogue that notes when to ask a patient again, or that the patient does not want to come. */
import { online } from '../../api/online.ts'
import { addDays } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import { sayProblem } from '../../base/toasts.tsx'
import type { RecallItem } from '../../contract/names.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { nameOf } from '../../parts/patient/name.ts'
import { TextField } from '../../parts/text-field.tsx'
import { Radios } from '../../parts/tick.tsx'
import { words } from '../../words/words.ts'
import { putOff } from './acts.ts'

interface Fields {
  readonly kind: 'later' | 'declined'
  readonly askAgainOn: string
  readonly note: string
}

/** Opens the dialogue that asks for the patient's answer, and notes the answer. */
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
    fields: (draft) => (
      <>
        <fieldset class="stack">
          <legend class="visually-hidden">{w.saidTitle(nameOf(item))}</legend>
          <Radios
            name="said"
            value={draft.fields.kind}
            choices={(['later', 'declined'] as const).map((kind) => [kind, w.kinds[kind]] as const)}
            choose={(kind) => draft.set({ kind })}
          />
        </fieldset>
        {draft.fields.kind === 'later' && (
          <DayField
            label={w.askAgainOn}
            error={draft.errorAt('askAgainOn')}
            min={addDays(today.value, 1)}
            day={draft.fields.askAgainOn}
            change={(day) => draft.set({ askAgainOn: day })}
          />
        )}
        <TextField draft={draft} name="note" label={w.note} optional maxLength={1000} />
      </>
    ),
    check: ({ kind, askAgainOn }) =>
      kind === 'later' && !(askAgainOn > today.value) ? { askAgainOn: w.needsDay } : {},
    verb: shell.save,
    act: ({ kind, askAgainOn, note }) =>
      putOff(item, { kind, note: note || null, ...(kind === 'later' && { askAgainOn }) }),
  })
}
