import { byId, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { ReminderSettings } from '../parts/records.ts'
import { call } from '../parts/session.ts'
import { markSaved } from '../parts/unsaved.ts'

const names = ['phone', 'address', 'replyTo'] as const

/** The form in which owners say how patients reach the practice. It opens with what is set. */
export function editContact(settings: ReminderSettings): void {
  const form = byId<HTMLFormElement>('contact-form')
  const fill = (saved: ReminderSettings) => {
    for (const name of names)
      (form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement).value = saved[name] ?? ''
    markSaved(form)
  }
  onSubmit(form, async () => {
    const sent = names.map((name) => [name, fieldValue(form, name) || null])
    fill(await call<ReminderSettings>('PATCH', '/practice/reminders', Object.fromEntries(sent)))
    say('Phone and addresses are saved.')
  })
  fill(settings)
  form.hidden = false
}
