import type { RefObject } from 'preact'
import type { components } from '../../../contract/openapi.ts'
import { words } from '../../../words/words.ts'
import { reminders } from '../parts/practice-record.ts'

export type Preview = components['schemas']['ReminderPreview']

/** A preview of the messages for an invented appointment, and the number of paid segments of the text message. */
export function PreviewCard({ preview, place }: { preview: Preview; place: RefObject<HTMLElement | null> }) {
  const { settings } = words.value
  const { email, sms } = preview
  const nameOf = (language: string) => reminders.value!.languages.find(({ id }) => id === language)!.name
  return (
    <section class="card stack" tabIndex={-1} ref={place} aria-label={settings.thePreview}>
      <p class="soft">{settings.madeUp}</p>
      <h3>{email.subject}</h3>
      <p class="message-text">{email.text}</p>
      <h3>{settings.textOf(sms.text.length)}</h3>
      <p class="message-text">{sms.text}</p>
      <p class="soft">{settings.costs}</p>
      <ul class="cost-list">
        {sms.longest.map(({ language, segments, costlyCharacters }) => (
          <li key={language}>
            {nameOf(language)}: {settings.segments(segments)}
            {costlyCharacters.length > 0 && `. ${settings.costly(costlyCharacters.join(' '))}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
