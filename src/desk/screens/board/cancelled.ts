/**
 * Whether the board shows cancelled appointments. Their code is loaded when somebody first wants to see cancelled
 * appointments.
 */
import { computed, signal } from '@preact/signals'
import { forms, needForms } from './acts/dialogs.tsx'

/** Whether cancelled appointments are shown. The choice holds until the page is closed. */
export const cancelledShown = signal(false)

/** The code that reads and draws the cancelled appointments; undefined while nobody wants to see them. */
export const cancelledParts = computed(() => (cancelledShown.value ? forms.value?.cancelledParts : undefined))

export function toggleCancelled(): void {
  cancelledShown.value = !cancelledShown.value
  needForms()
}
