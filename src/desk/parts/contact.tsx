import { Icon } from '../base/icon.tsx'
import { words } from '../words/words.ts'
import { telOf } from './tel.ts'

interface Props {
  readonly name: string
  readonly phoneMobile: string | null
  readonly email: string | null
}

/** How to reach a patient: links that call and that write. A number that cannot be dialled is shown as it was written. */
export function Contact({ name, phoneMobile, email }: Props) {
  const tel = telOf(phoneMobile ?? '')
  return (
    <span class="contact">
      {tel === null ? (
        phoneMobile && <span class="soft">{phoneMobile}</span>
      ) : (
        <a class="number" href={tel} aria-label={words.value.inbox.call(name, phoneMobile!)}>
          <Icon name="phone" />
          {phoneMobile}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} title={email} aria-label={words.value.inbox.mail(name)}>
          <Icon name="mail" />
        </a>
      )}
    </span>
  )
}
