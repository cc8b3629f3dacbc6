import { byId, say } from '../parts/dom.ts'
import { onSubmit } from '../parts/form.ts'
import { editLead } from '../parts/lead.ts'
import type { ReminderSettings } from '../parts/records.ts'
import { call } from '../parts/session.ts'
import { markSaved } from '../parts/unsaved.ts'

/** Lets an owner set further reminders, and the hours in which messages go out. */
export function editTimes(settings: ReminderSettings): void {
  const form = byId<HTMLFormElement>('reminder-times')
  const from = byId<HTMLInputElement>('send-from')
  const until = byId<HTMLInputElement>('send-until')

  const fill = ({ moreLeadMinutes, sendFrom, sendUntil }: ReminderSettings) => {
    from.value = sendFrom
    // A time field has no 24:00. As an end, 00:00 means the midnight that ends the day.
    until.value = sendUntil === '24:00' ? '00:00' : sendUntil
    const leads = [0, 1].map((i) =>
      editLead(
        byId<HTMLInputElement>(`more-lead-${i}`),
        byId<HTMLSelectElement>(`more-lead-unit-${i}`),
        moreLeadMinutes[i] ?? null,
      ),
    )
    markSaved(form)
    return leads
  }

  let leads = fill(settings)
  onSubmit(form, async () => {
    const times = {
      moreLeadMinutes: leads.map(({ read }) => read()).filter((lead) => lead !== null),
      sendFrom: from.value,
      sendUntil: until.value === '00:00' ? '24:00' : until.value,
    }
    leads = fill(await call<ReminderSettings>('PATCH', '/practice/reminders', times))
    say('The times of reminders are saved.')
  })
  form.hidden = false
}
