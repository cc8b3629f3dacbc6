import { make } from './dom.ts'

/** The units for the time before an appointment, in minutes, largest first. */
const units = { days: 1440, hours: 60, minutes: 1 }

/**
 * Shows a time before an appointment as a number and its unit. Null leaves the number empty. `read` answers the minutes
 * that are in the fields, or null.
 */
export function editLead(
  number: HTMLInputElement,
  unit: HTMLSelectElement,
  minutes: number | null,
): { readonly read: () => number | null } {
  const shown = minutes ?? units.hours
  const best = Object.values(units).find((each) => shown >= each && shown % each === 0) ?? units.hours
  unit.replaceChildren(
    ...Object.entries(units).map(([words, each]) => make('option', { value: String(each) }, words)),
  )
  unit.value = String(best)
  number.value = minutes === null ? '' : String(minutes / best)
  return { read: () => (number.value.trim() === '' ? null : Number(number.value) * Number(unit.value)) }
}
