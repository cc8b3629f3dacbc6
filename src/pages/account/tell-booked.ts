import { byId, say } from '../parts/dom.ts'
import { onSubmit } from '../parts/form.ts'
import type { ReminderSettings } from '../parts/records.ts'
import { call } from '../parts/session.ts'
import { markSaved } from '../parts/unsaved.ts'

/** Lets owners choose whether patients are told of bookings. */
export function showTellBooked(settings: ReminderSettings): void {
  const form = byId<HTMLFormElement>('tell-booked-form')
  // Only once, because a second reading would overwrite what the owner is choosing.
  if (!form.hidden) return
  const box = form.elements.namedItem('tellBooked') as HTMLInputElement
  const fill = ({ tellBooked }: ReminderSettings) => {
    box.checked = tellBooked
    markSaved(form)
  }
  onSubmit(form, async () => {
    fill(await call<ReminderSettings>('PATCH', '/practice/reminders', { tellBooked: box.checked }))
    say(box.checked ? 'Patients are told of bookings now.' : 'Patients are not told of bookings now.')
  })
  fill(settings)
  form.hidden = false
}
