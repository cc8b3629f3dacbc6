/** The names of patients, as sentences and lists of the desk hold them. */

interface Named {
  readonly firstName: string
  readonly lastName: string
}

/** The name as lists show it: `Müller, Zoé`. */
export const listName = ({ firstName, lastName }: Named): string => isolated(`${lastName}, ${firstName}`)

/** As in the name of a file, where nothing is around it: `Zoé Müller`. */
export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`

/** The name as it is spoken: `Zoé Müller`. */
export const spokenName = (patient: Named): string => isolated(fullName(patient))

/** Letters that run from right to left, and signs that turn the direction of what follows. */
const turns = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A text that does not change the order of the words and times around it (Unicode Standard Annex 9, isolates). Most texts
 * need nothing for that and stay as they are.
 */
export const isolated = (text: string): string => (turns.test(text) ? `\u2068${text}\u2069` : text)
