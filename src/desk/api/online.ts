import { signal } from '@preact/signals'

/** Whether the server answers. While it does not, the desk shows its last picture and writes nothing. */
export const online = signal(true)

let failures = 0

/**
 * Called when the desk asks the server something. Call the returned function with whether an answer came. An answer
 * that was on its way while another question failed does not say that the connection is back. Only a later question does.
 */
export function asking(): (answers: boolean) => void {
  const before = failures
  return (answers) => {
    if (!answers) failures += 1
    else if (failures !== before) return
    online.value = answers
  }
}
