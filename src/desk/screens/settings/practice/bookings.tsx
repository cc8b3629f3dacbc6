import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { words } from '../../../words/words.ts'
import { NumberInput } from '../parts/number-input.tsx'
import { usePracticeDraft } from '../parts/practice-record.ts'
import { Tick } from '../parts/tick.tsx'

/** Whether the printed sheet of a day shows phone numbers. */
export function DaySheetSettings() {
  const { settings } = words.value
  const draft = usePracticeDraft(['daySheetPhones'])
  return (
    <DraftForm title={words.value.shell.daySheet} draft={draft} saved={settings.daySheetSaved}>
      <Tick
        label={settings.daySheetPhones}
        hint={settings.daySheetPhonesHint}
        checked={draft.fields.daySheetPhones}
        change={(daySheetPhones) => draft.set({ daySheetPhones })}
      />
    </DraftForm>
  )
}

/** How the practice books. */
export function Bookings() {
  const { settings } = words.value
  const draft = usePracticeDraft(
    ['slotMinutes', 'shortNoticeHours', 'practitionersOnce'],
    ({ slotMinutes, shortNoticeHours }) => ({
      ...(isWhole(slotMinutes, 1, 1440) ? {} : { slotMinutes: settings.numberBetween(1, 1440) }),
      ...(isWhole(shortNoticeHours, 0, 720) ? {} : { shortNoticeHours: settings.numberBetween(0, 720) }),
    }),
  )
  const { slotMinutes, shortNoticeHours, practitionersOnce } = draft.fields
  return (
    <DraftForm title={settings.bookings} draft={draft} saved={settings.bookingsSaved}>
      <div class="pair">
        <Field label={settings.slot} error={draft.errorAt('slotMinutes')}>
          {(its) => (
            <NumberInput
              its={its}
              unit={settings.units.minutes}
              value={slotMinutes}
              change={(slotMinutes) => draft.set({ slotMinutes })}
            />
          )}
        </Field>
        <Field
          label={settings.shortNotice}
          hint={settings.shortNoticeHint}
          error={draft.errorAt('shortNoticeHours')}
        >
          {(its) => (
            <NumberInput
              its={its}
              unit={settings.units.hours}
              value={shortNoticeHours}
              change={(shortNoticeHours) => draft.set({ shortNoticeHours })}
            />
          )}
        </Field>
      </div>
      <Tick
        label={settings.practitionersOnce}
        hint={settings.practitionersOnceHint}
        error={draft.errorAt('practitionersOnce')}
        checked={practitionersOnce}
        change={(practitionersOnce) => draft.set({ practitionersOnce })}
      />
    </DraftForm>
  )
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
