import { Icon } from '../base/icon.tsx'
import { words } from '../words/words.ts'
import { Call } from './call.tsx'

interface Props {
  readonly name: string
  readonly phoneMobile: string | null
  readonly email: string | null
}

/**
 * The links to reach a patient: one calls, and one writes a mail. A number that cannot be dialled is shown as it was
 * written.
 */
export function Contact({ name, phoneMobile, email }: Props) {
  return (
    <span class="contact">
      {phoneMobile && (
        <Call class="number" aria-label={words.value.inbox.call(name, phoneMobile)} phone={phoneMobile}>
          <Icon name="phone" />
        </Call>
      )}
      {email && (
        <a href={`mailto:${email}`} title={email} aria-label={words.value.inbox.mail(name)}>
          <Icon name="mail" />
        </a>
      )}
    </span>
  )
}
