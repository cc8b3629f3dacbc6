import { signal } from '@preact/signals'

/** Whether the server answers. While it does not answer, the desk shows the last known data and writes nothing. */
export const online = signal(true)

let failures = 0

/**
 * Called when the desk sends a request. Call the returned function with whether an answer came. If another request
 * failed meanwhile, an answer does not show that the connection is back. Only the answer to a later request does.
 */
export function asking(): (answers: boolean) => void {
  const before = failures
  return (answers) => {
    if (!answers) failures += 1
    else if (failures !== before) return
    online.value = answers
  }
}
