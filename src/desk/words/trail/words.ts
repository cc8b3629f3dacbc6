/** The words of the audit trail: what every language has a file of. */
import type { components } from '../../contract/openapi.ts'

export type AuditEvent = components['schemas']['AuditEvent']

/** One act, with its names and numbers in words. A language makes a sentence of it. */
export interface Story {
  readonly who: string
  /** What was done, from `acts`. Its places are filled in except `{fields}`. */
  readonly act: string
  /** What the changed fields are called. */
  readonly fields: readonly string[]
  readonly isRefused: boolean
  /** What became of a message; undefined for other acts. */
  readonly outcome: unknown
  /** How many patients a list showed. */
  readonly patients: number
  /** How many equal acts there were. */
  readonly times: number
}

export interface TrailWords {
  /**
   * What each act is. Acts are API operations, setup, joining, sign-ins, commands and server tasks. `{patient}`,
   * `{member}` and `{fields}` are replaced. A part in brackets is left out where the act concerns no patient. One act can
   * leave rows about several records. Where their sentences differ, the kind of record follows a colon. Sentences of acts
   * that are no longer there stay, because the trail keeps their rows for years.
   */
  readonly acts: Readonly<Record<string, string>>
  /** The words for an act that has none of its own. */
  readonly unknownAct: (action: string, isRequest: boolean) => string
  readonly tell: (story: Story) => string
  /** The name of each kind of act in the list from which one is chosen. */
  readonly kinds: Readonly<Record<AuditEvent['kind'], string>>
  /** What a field is called, such as "phone number". */
  readonly field: (name: string) => string
  /** What a fact beside the fields is called, such as "Found". */
  readonly detail: (name: string) => string
  /** The words for the codes among the facts. */
  readonly codes: Readonly<Record<string, string>>
  readonly actors: Readonly<Record<AuditEvent['actor']['kind'], string>>
  readonly credentials: Readonly<Record<NonNullable<AuditEvent['credential']>['kind'], string>>
  readonly roles: Readonly<Record<'owner' | 'assistant', string>>
  readonly facts: Readonly<
    Record<'role' | 'credential' | 'address' | 'patients' | 'fields' | 'request' | 'seq', string>
  >
  readonly aMember: string
  readonly aPatient: string
  readonly erasedPatient: string
  readonly yes: string
  readonly no: string
}

/** A name taken apart into its words, such as "long last name" for `longLastName`. */
export const apart = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** A text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Some names joined by a language's "and". After three of them comes what `more` says about the others. */
export const listed = (names: readonly string[], language: string, more: (n: number) => string): string =>
  new Intl.ListFormat(language).format(
    names.length > 4 ? [...names.slice(0, 3), more(names.length - 3)] : names,
  )
