import type { AppointmentType, Chair, Member } from '../../../contract/names.ts'
import { Field } from '../../../parts/field.tsx'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { SelectField } from '../../../parts/select.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { AnyOrSome } from '../parts/any-or-some.tsx'
import { ColorChoice } from '../parts/color-choice.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { linesIn } from '../parts/lines-in.ts'
import { nameIsTaken } from '../parts/name-taken.ts'
import { NumberField } from '../parts/number-field.tsx'
import { useRecordDraft } from '../parts/record-draft.ts'
import { deleteType, fieldsOf, readType, saveType, type TypeFields } from './type-record.ts'

interface Props {
  readonly type: AppointmentType | undefined
  readonly chairs: readonly Chair[]
  readonly members: readonly Member[]
  readonly close: () => void
}

/** The least and the largest value of each number. */
const bounds = {
  durationMinutes: [1, 1440],
  bufferBeforeMinutes: [0, 240],
  bufferAfterMinutes: [0, 240],
  recallMonths: [0, 120],
  leastNoticeHours: [0, 720],
  horizonDays: [1, 365],
  mostPerDay: [0, 1000],
  cancelUntilHours: [0, 720],
} as const satisfies { readonly [name in keyof TypeFields]?: readonly [number, number] }
type NumberName = keyof typeof bounds

const mostQuestions = 3
const longestQuestion = 200
const modes = ['off', 'request', 'instant'] as const

function mistakesOf(fields: TypeFields): Record<string, string> {
  const { forms, settings } = words.value
  const wrong: Record<string, string> = {}
  if (fields.name.trim() === '') wrong.name = forms.fillIn
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const value = fields[name as NumberName]
    // Hours are stored in minutes, so a part of an hour is valid.
    const isWhole = Number.isInteger(name.endsWith('Hours') ? value * 60 : value)
    if (!isWhole || value < least || value > most) wrong[name] = settings.numberBetween(least, most)
  }
  const questions = linesIn(fields.questions)
  if (questions.length > mostQuestions || questions.some(({ length }) => length > longestQuestion))
    wrong.questions = settings.online.tooManyQuestions(mostQuestions, longestQuestion)
  if (fields.chairIds?.length === 0) wrong.chairIds = settings.chooseChair
  if (fields.practitioners?.length === 0) wrong.practitioners = settings.chooseMember
  return wrong
}

/** The dialogue that adds an appointment type, or changes the given type. */
export function TypeDialog({ type, chairs, members, close }: Props) {
  const { settings } = words.value
  const { draft, record } = useRecordDraft<AppointmentType, TypeFields>({
    given: type,
    fresh: fieldsOf(),
    fieldsOf,
    save: (id, whole, _, version) => saveType(id, whole, version).catch(nameIsTaken),
    read: readType,
    check: mistakesOf,
  })
  const { color, chairIds, practitioners } = draft.fields
  const number = (name: NumberName, label: string, unit: string, hint?: string) => (
    <NumberField name={name} label={label} unit={unit} hint={hint} draft={draft} />
  )
  const { minutes, months, hours, days } = settings.units
  const { online } = settings
  const mode = (name: 'newPatients' | 'knownPatients', label: string) => (
    <SelectField
      label={label}
      value={draft.fields[name]}
      choices={modes.map((mode) => [mode, online.modes[mode]] as const)}
      choose={(mode) => draft.set({ [name]: mode })}
    />
  )
  const isOnline = draft.fields.newPatients !== 'off' || draft.fields.knownPatients !== 'off'
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
            // A member who stays ticked keeps their own length.
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
      <fieldset class="field">
        <legend class="label">{online.title}</legend>
        <div class="pair">
          {mode('newPatients', online.newPatients)}
          {mode('knownPatients', online.knownPatients)}
        </div>
        {isOnline && (
          <>
            <div class="pair">
              {number('leastNoticeHours', online.leastNotice, hours)}
              {number('horizonDays', online.horizon, days)}
              {number('mostPerDay', online.mostPerDay, online.bookings, online.mostPerDayHint)}
              {number('cancelUntilHours', online.cancelUntil, hours)}
            </div>
            <TextField
              draft={draft}
              name="questions"
              label={online.questions}
              hint={online.questionsHint(mostQuestions)}
              optional
              rows={3}
              maxLength={1000}
            />
          </>
        )}
      </fieldset>
      <TickField name="active" label={settings.typeOffered} hint={settings.typeOfferedHint} draft={draft} />
    </RecordDialog>
  )
}
