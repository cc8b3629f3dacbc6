/** Whether the board shows what was cancelled. What reads and draws it is loaded when somebody first wants to see it. */
import { computed, signal } from '@preact/signals'
import { forms, needForms } from './acts/dialogs.tsx'

/** It holds until the page is closed. */
export const cancelledShown = signal(false)

/** What reads and draws the cancelled appointments; undefined while nobody wants to see them. */
export const cancelledParts = computed(() => (cancelledShown.value ? forms.value?.cancelledParts : undefined))

export function toggleCancelled(): void {
  cancelledShown.value = !cancelledShown.value
  needForms()
}
