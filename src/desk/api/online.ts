import { signal } from '@preact/signals'

/** Whether the server answered the last request. While it does not, the desk shows its last picture and writes nothing. */
export const online = signal(true)

/** Told after each request whether an answer came. */
export function serverAnswers(answers: boolean): void {
  online.value = answers
}
