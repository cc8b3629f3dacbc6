/** The sentences of the inbox that no reminder has. Each is one plain sentence to read out. */

/** The sentence for a note. `heading` is its title, or how its text begins. */
export const explainNext = (heading: string): string => `The next thing to do for the patient: ${heading}`

/** The sentence for a patient on the waiting list. `moment` is a day and a time. */
export const explainFit = (durationMinutes: number, moment: string, chair: string): string =>
  `The patient needs ${durationMinutes} minutes, and ${chair} is free on ${moment}: call the patient and book the visit.`

/** A function that says a moment on the clocks of a zone, such as `Tuesday 10 March at 09:00`. */
export function localMoment(timeZone: string): (instant: number) => string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return (instant) => `${day.format(instant).replace(',', '')} at ${time.format(instant)}`
}
