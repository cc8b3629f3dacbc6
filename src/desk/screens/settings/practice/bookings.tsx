import { DraftForm } from '../../../parts/draft-form.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { NumberField } from '../parts/number-field.tsx'
import { usePracticeDraft } from '../parts/practice-record.ts'

/** Whether the printed sheet of a day shows phone numbers. */
export function DaySheetSettings() {
  const { settings } = words.value
  const draft = usePracticeDraft(['daySheetPhones'])
  return (
    <DraftForm title={words.value.shell.daySheet} draft={draft} saved={settings.daySheetSaved}>
      <TickField
        name="daySheetPhones"
        label={settings.daySheetPhones}
        hint={settings.daySheetPhonesHint}
        draft={draft}
      />
    </DraftForm>
  )
}

/** The setting for the time without use after which the desk locks itself. */
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

/** The settings for bookings. */
export function Bookings() {
  const { settings } = words.value
  const draft = usePracticeDraft(
    ['slotMinutes', 'shortNoticeHours', 'practitionersOnce'],
    ({ slotMinutes, shortNoticeHours }) => ({
      ...(isWhole(slotMinutes, 1, 1440) ? {} : { slotMinutes: settings.numberBetween(1, 1440) }),
      ...(isWhole(shortNoticeHours, 0, 720) ? {} : { shortNoticeHours: settings.numberBetween(0, 720) }),
    }),
  )
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
      <TickField
        name="practitionersOnce"
        label={settings.practitionersOnce}
        hint={settings.practitionersOnceHint}
        draft={draft}
      />
    </DraftForm>
  )
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
