import { useSignal } from '@preact/signals'
import type { AppointmentType, Chair, Member } from '../../../contract/names.ts'
import { useDraft } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { AnyOrSome } from '../parts/any-or-some.tsx'
import { ColorChoice } from '../parts/color-choice.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { nameIsTaken } from '../parts/name-taken.ts'
import { NumberInput } from '../parts/number-input.tsx'
import { Tick } from '../parts/tick.tsx'
import { deleteType, fieldsOf, readType, saveType, type TypeFields } from './type-record.ts'

interface Props {
  readonly type: AppointmentType | undefined
  readonly chairs: readonly Chair[]
  readonly members: readonly Member[]
  readonly close: () => void
}

type NumberName = 'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes' | 'recallMonths'

/** The least and the most of each number. */
const bounds: Readonly<Record<NumberName, readonly [number, number]>> = {
  durationMinutes: [1, 1440],
  bufferBeforeMinutes: [0, 240],
  bufferAfterMinutes: [0, 240],
  recallMonths: [0, 120],
}

function mistakesOf(fields: TypeFields): Record<string, string> {
  const { forms, settings } = words.value
  const wrong: Record<string, string> = {}
  if (fields.name.trim() === '') wrong.name = forms.fillIn
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const value = fields[name as NumberName]
    if (!Number.isInteger(value) || value < least || value > most)
      wrong[name] = settings.numberBetween(least, most)
  }
  if (fields.chairIds?.length === 0) wrong.chairIds = settings.chooseChair
  if (fields.practitioners?.length === 0) wrong.practitioners = settings.chooseMember
  return wrong
}

/** Adds an appointment type, or changes the one that is given. */
export function TypeDialog({ type, chairs, members, close }: Props) {
  const { settings } = words.value
  const record = useSignal(type)
  const draft = useDraft<TypeFields>({
    saved: () => ({ fields: fieldsOf(record.value), version: record.value?.version ?? 0 }),
    send: async (_, version, whole) => {
      record.value = await saveType(record.value?.id, whole, version).catch(nameIsTaken)
    },
    readAgain: async () => {
      record.value = await readType(type!.id)
    },
    check: mistakesOf,
  })
  const { color, chairIds, practitioners, active } = draft.fields
  const number = (name: NumberName, label: string, unit: string, hint?: string) => (
    <Field label={label} hint={hint} error={draft.errorAt(name)}>
      {(its) => (
        <NumberInput
          its={its}
          unit={unit}
          value={draft.fields[name]}
          change={(value) => draft.set({ [name]: value })}
        />
      )}
    </Field>
  )
  const { minutes, months } = settings.units
  return (
    <RecordDialog
      title={type ? settings.editOf(type.name) : settings.addType}
      size="wide"
      draft={draft}
      close={close}
      saved={type ? settings.typeSaved : settings.typeAdded}
      more={
        type && (
          <DeleteButton
            name={type.name}
            text={() => settings.deleteTypeText}
            remove={() => deleteType(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="name" label={settings.typeName} hint={settings.typeNameHint} draft={draft} />
      <div class="pair">
        {number('durationMinutes', settings.typeLength, minutes)}
        {number('recallMonths', settings.recallAfter, months, settings.recallHint)}
      </div>
      <ColorChoice label={settings.color} color={color} change={(color) => draft.set({ color })} />
      <div class="pair">
        {number('bufferBeforeMinutes', settings.bufferBefore, minutes)}
        {number('bufferAfterMinutes', settings.bufferAfter, minutes, settings.bufferHint)}
      </div>
      <AnyOrSome
        label={settings.typeChairs}
        any={settings.anyChair}
        some={settings.someChairs}
        choices={chairs}
        chosen={chairIds}
        error={draft.errorAt('chairIds')}
        change={(chairIds) => draft.set({ chairIds })}
      />
      <AnyOrSome
        label={settings.typeMembers}
        any={settings.anyMember}
        some={settings.someMembers}
        choices={members.filter(
          ({ id, active }) => active || practitioners?.some(({ memberId }) => memberId === id),
        )}
        chosen={practitioners === null ? null : practitioners.map(({ memberId }) => memberId)}
        error={draft.errorAt('practitioners')}
        change={(ids) =>
          draft.set({
            // A member keeps the length of their own.
            practitioners:
              ids === null
                ? null
                : ids.map(
                    (memberId) => practitioners?.find((one) => one.memberId === memberId) ?? { memberId },
                  ),
          })
        }
      />
      <fieldset class="field">
        <legend class="label">{settings.typeForPatients}</legend>
        <p class="hint">{settings.typeForPatientsHint}</p>
        <div class="pair">
          <TextField name="nameEn" label={settings.patientNameIn('English')} optional draft={draft} />
          <TextField name="nameDe" label={settings.patientNameIn('Deutsch')} optional draft={draft} />
        </div>
        <div class="pair">
          {(['instructionsEn', 'instructionsDe'] as const).map((name) => (
            <Field
              key={name}
              label={settings.instructionsIn(name === 'instructionsEn' ? 'English' : 'Deutsch')}
              error={draft.errorAt('instructions')}
              optional
            >
              {(its) => (
                <textarea
                  {...its}
                  rows={3}
                  maxLength={1000}
                  value={draft.fields[name]}
                  onInput={({ currentTarget: { value } }) => draft.set({ [name]: value })}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <Tick
        label={settings.typeOffered}
        hint={settings.typeOfferedHint}
        checked={active}
        change={(active) => draft.set({ active })}
      />
    </RecordDialog>
  )
}
