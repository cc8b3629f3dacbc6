/**
 * Where a practice treats: in a chair, in a room or on a couch. The words are written for a chair, with such phrases in
 * braces: `{The chair} is taken`. For the other kinds of practices, each phrase stands for another one.
 */

/** Where patients are treated. */
export type Seat = 'chair' | 'room' | 'couch'

/** What stands for each phrase with a chair. */
export type Forms = Readonly<Record<string, string>>

const seats: Readonly<Record<string, Seat>> = { dental: 'chair', general: 'room', physio: 'couch' }

/** Where the kind of practice with this pack treats. A pack of the practice's own keeps the chair of the API. */
export const seatOf = (packId: string): Seat => (Object.hasOwn(seats, packId) ? seats[packId]! : 'chair')

const phrase = /\{([^{}]*(?:chair|stuhl|stühle)[^{}]*)\}/gi

/** The words with other phrases for those with a chair, or with the braces gone where there are no `forms`. */
export function seated<T>(words: T, forms?: Forms): T {
  if (typeof words === 'string')
    return (
      words.includes('{') ? words.replace(phrase, (_, text: string) => forms?.[text] ?? text) : words
    ) as T
  if (typeof words === 'function')
    return ((...given: unknown[]) =>
      seated((words as unknown as (...of: unknown[]) => unknown)(...given), forms)) as T
  if (Array.isArray(words)) return words.map((each) => seated(each, forms)) as T
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, seated(value, forms)])) as T
}
