import type { CalendarFeeds } from './calendar-feed.ts'
import { type BookingSettings, unsetBooking } from './online-booking.ts'
import type { OwnField } from './own-fields.ts'
import { defaultLeadMinutes } from './reminders/lead.ts'
import { defaultWorkingHours, type WorkingHours } from './working-hours.ts'

/** The slot length of a practice that has not set it, in minutes (RULES §2.4). */
const defaultSlotMinutes = 15

/** How many years deleted records are kept when the practice has set nothing (RULES §15). */
const defaultKeepPatientsYears = 10
const defaultKeepEntriesYears = 1

/** A cancellation fewer hours before the start is at short notice, when the practice has set nothing. */
const defaultShortNoticeHours = 24

/** The settings of a practice that have a default. Null means that the practice has set nothing. */
interface Chosen {
  readonly workingHours: WorkingHours | null
  readonly slotMinutes: number | null
  readonly reminderLeadMinutes: number | null
  readonly keepPatientsYears: number | null
  readonly keepEntriesYears: number | null
  readonly shortNoticeHours: number | null
  readonly practitionersOnce: boolean | null
  readonly daySheetPhones: boolean | null
  readonly lockMinutes: number | null
  readonly onlineBooking: BookingSettings | null
  readonly calendarFeeds: CalendarFeeds | null
  readonly ownFields: readonly OwnField[] | null
}

/** The settings of a practice that has chosen nothing. */
export const unsetSettings: Chosen = {
  workingHours: null,
  slotMinutes: null,
  reminderLeadMinutes: null,
  keepPatientsYears: null,
  keepEntriesYears: null,
  shortNoticeHours: null,
  practitionersOnce: null,
  daySheetPhones: null,
  lockMinutes: null,
  onlineBooking: null,
  calendarFeeds: null,
  ownFields: null,
}

/** The settings in force for a practice: its own, or else the defaults (RULES §2.4). */
export const settingsOf = ({ workingHours, slotMinutes, reminderLeadMinutes, ...rest }: Chosen) => ({
  workingHours: workingHours ?? defaultWorkingHours,
  // No request can choose a slot length of 0, but an old database file may contain it.
  slotMinutes: slotMinutes !== null && slotMinutes > 0 ? slotMinutes : defaultSlotMinutes,
  reminderLeadMinutes: reminderLeadMinutes ?? defaultLeadMinutes,
  keepPatientsYears: rest.keepPatientsYears ?? defaultKeepPatientsYears,
  keepEntriesYears: rest.keepEntriesYears ?? defaultKeepEntriesYears,
  shortNoticeHours: rest.shortNoticeHours ?? defaultShortNoticeHours,
  practitionersOnce: rest.practitionersOnce ?? false,
  daySheetPhones: rest.daySheetPhones ?? true,
  lockMinutes: rest.lockMinutes ?? 0,
  onlineBooking: rest.onlineBooking ?? unsetBooking,
  calendarFeeds: rest.calendarFeeds ?? 'off',
  ownFields: rest.ownFields ?? [],
})
