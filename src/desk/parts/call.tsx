import type { ComponentChildren } from 'preact'
import { telOf } from './tel.ts'

interface Props {
  readonly phone: string
  readonly class?: string
  readonly 'aria-label'?: string
  /** Shown before the number. */
  readonly children?: ComponentChildren
}

/** A link that calls a number. A number that cannot be dialled is shown as it was written. */
export function Call({ phone, children, ...its }: Props) {
  const tel = telOf(phone)
  return tel === null ? (
    <span class="soft">{phone}</span>
  ) : (
    <a {...its} href={tel}>
      {children}
      {phone}
    </a>
  )
}
