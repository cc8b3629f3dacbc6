import { signal } from '@preact/signals'

/** Whether the server answers. While it does not, the desk shows its last picture and writes nothing. */
export const online = signal(true)

let asked = 0
let decided = 0

/**
 * Called when the desk asks the server something. The function that it returns is told whether an answer came. The newest
 * question decides: an answer that was on its way while a newer question failed does not say that the connection is back.
 */
export function asking(): (answers: boolean) => void {
  asked += 1
  const number = asked
  return (answers) => {
    if (number < decided) return
    decided = number
    online.value = answers
  }
}
