import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import { editHours } from '../parts/hours.ts'
import type { Practice } from '../parts/records.ts'
import { call } from '../parts/session.ts'
import { offerTimeZones } from '../parts/time-zones.ts'

/** The units for the time before an appointment, in minutes, largest first. */
const units = { days: 1440, hours: 60, minutes: 1 }

/** The practice's settings, for owners. `changed` receives what was saved. */
export function showPractice(practice: Practice, changed: (saved: Practice) => Promise<unknown>): void {
  const form = byId<HTMLFormElement>('practice-form')
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  field('name').value = practice.name
  offerTimeZones(byId<HTMLSelectElement>('timezone'), practice.timezone, byId('timezone-hint'))
  field('slotMinutes').value = String(practice.slotMinutes)
  const lead = practice.reminderLeadMinutes
  const unit = Object.values(units).find((minutes) => lead >= minutes && lead % minutes === 0) ?? units.hours
  field('reminderLeadMinutes').value = String(lead / unit)
  byId('lead-unit').replaceChildren(
    ...Object.entries(units).map(([words, minutes]) => make('option', { value: String(minutes) }, words)),
  )
  byId<HTMLSelectElement>('lead-unit').value = String(unit)
  const hours = editHours(byId('week'), practice.workingHours)

  onSubmit(form, async () => {
    const saved = await call<Practice>('PATCH', '/practice', {
      name: fieldValue(form, 'name'),
      timezone: fieldValue(form, 'timezone'),
      slotMinutes: Number(fieldValue(form, 'slotMinutes')),
      reminderLeadMinutes:
        Number(fieldValue(form, 'reminderLeadMinutes')) * Number(byId<HTMLSelectElement>('lead-unit').value),
      workingHours: hours.read(),
    })
    byId('practice-name').textContent = saved.name
    say('The practice is saved.')
    await changed(saved)
  })
}
