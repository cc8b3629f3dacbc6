import { DraftForm } from '../../../parts/draft-form.tsx'
import { Tick } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { NumberField } from '../parts/number-field.tsx'
import { usePracticeDraft } from '../parts/practice-record.ts'

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

/** After how long without use the desk locks itself. */
export function LockSettings() {
  const { settings } = words.value
  const draft = usePracticeDraft(['lockMinutes'], ({ lockMinutes }) =>
    isWhole(lockMinutes, 0, 240) ? {} : { lockMinutes: settings.numberBetween(0, 240) },
  )
  return (
    <DraftForm title={settings.lockTitle} draft={draft} saved={settings.lockSaved}>
      <NumberField
        name="lockMinutes"
        label={settings.lockAfter}
        hint={settings.lockHint}
        unit={settings.units.minutes}
        draft={draft}
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
  const { practitionersOnce } = draft.fields
  return (
    <DraftForm title={settings.bookings} draft={draft} saved={settings.bookingsSaved}>
      <div class="pair">
        <NumberField name="slotMinutes" label={settings.slot} unit={settings.units.minutes} draft={draft} />
        <NumberField
          name="shortNoticeHours"
          label={settings.shortNotice}
          hint={settings.shortNoticeHint}
          unit={settings.units.hours}
          draft={draft}
        />
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
