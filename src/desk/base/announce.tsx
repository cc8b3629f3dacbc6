import { signal } from '@preact/signals'

const said = signal('')

/** Makes screen readers speak a text, without moving the focus. The same text is spoken again, too. */
export function announce(text: string): void {
  // A screen reader speaks a text only when it differs from the last one.
  said.value = said.value === text ? `${text}\u00A0` : text
}

export const Announcer = () => (
  <p class="visually-hidden" role="status" aria-live="polite">
    {said.value}
  </p>
)
