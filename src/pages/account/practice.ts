import { byId, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import { editHours } from '../parts/hours.ts'
import { editLead } from '../parts/lead.ts'
import type { Practice } from '../parts/records.ts'
import { call } from '../parts/session.ts'
import { offerTimeZones } from '../parts/time-zones.ts'
import { markSaved } from '../parts/unsaved.ts'

/** The practice's settings, for owners. `changed` receives what was saved. */
export function showPractice(practice: Practice, changed: (saved: Practice) => Promise<unknown>): void {
  const form = byId<HTMLFormElement>('practice-form')
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  field('name').value = practice.name
  offerTimeZones(byId<HTMLSelectElement>('timezone'), practice.timezone, byId('timezone-hint'))
  field('slotMinutes').value = String(practice.slotMinutes)
  const lead = editLead(
    field('reminderLeadMinutes'),
    byId<HTMLSelectElement>('lead-unit'),
    practice.reminderLeadMinutes,
  )
  const hours = editHours(byId('week'), practice.workingHours)

  markSaved(form)

  onSubmit(form, async () => {
    const saved = await call<Practice>('PATCH', '/practice', {
      name: fieldValue(form, 'name'),
      timezone: fieldValue(form, 'timezone'),
      slotMinutes: Number(fieldValue(form, 'slotMinutes')),
      reminderLeadMinutes: lead.read(),
      workingHours: hours.read(),
    })
    markSaved(form)
    byId('practice-name').textContent = saved.name
    say('The practice is saved.')
    await changed(saved)
  })
}
