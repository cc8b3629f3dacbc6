import { signal } from '@preact/signals'

const said = signal('')

/** Says something to screen readers, without moving the focus. The same words are said again, too. */
export function announce(text: string): void {
  // A screen reader speaks a text only when it differs from the last one.
  said.value = said.value === text ? `${text}\u00A0` : text
}

export const Announcer = () => (
  <p class="visually-hidden" role="status" aria-live="polite">
    {said.value}
  </p>
)
