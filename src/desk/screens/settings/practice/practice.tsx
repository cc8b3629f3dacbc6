import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { HoursEditor } from '../../../parts/hours-editor.tsx'
import { hoursMistakes } from '../../../parts/hours-mistakes.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { clockIn, TimeZoneSelect } from '../../../parts/time-zone-select.tsx'
import { words } from '../../../words/words.ts'
import { usePracticeDraft } from '../parts/practice-record.ts'
import { Bookings, DaySheetSettings, LockSettings } from './bookings.tsx'
import { Contact } from './contact.tsx'

/** The page about the practice itself. */
export const PracticePage = () => (
  <>
    <Basics />
    <Hours />
    <Bookings />
    <Contact />
    <DaySheetSettings />
    <LockSettings />
  </>
)

function Basics() {
  const { forms, settings } = words.value
  const draft = usePracticeDraft(['name', 'timezone'], ({ name }) =>
    name.trim() === '' ? { name: forms.fillIn } : {},
  )
  return (
    <DraftForm title={settings.basics} draft={draft} saved={settings.practiceSaved}>
      <div class="pair">
        <TextField draft={draft} name="name" label={settings.practiceName} autocomplete="organization" />
        <Field
          label={settings.timeZone}
          hint={clockIn(draft.fields.timezone)}
          error={draft.errorAt('timezone')}
        >
          {(its) => (
            <TimeZoneSelect
              its={its}
              zone={draft.fields.timezone}
              change={(timezone) => draft.set({ timezone })}
            />
          )}
        </Field>
      </div>
    </DraftForm>
  )
}

function Hours() {
  const { settings } = words.value
  const draft = usePracticeDraft(['workingHours'], ({ workingHours }) => hoursMistakes(workingHours))
  return (
    <DraftForm title={settings.hours} lead={settings.hoursLead} draft={draft} saved={settings.hoursSaved}>
      <HoursEditor
        label={settings.hours}
        week={draft.fields.workingHours}
        change={(workingHours) => draft.set({ workingHours })}
        errorAt={(path) => draft.errorAt(`workingHours.${path}`)}
      />
    </DraftForm>
  )
}
