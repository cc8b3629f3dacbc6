/** The text fields that a practice adds to the records of its patients, such as the insurer (RULES §2.1). */
import type { Issue } from './problem.ts'

/** How many own fields a practice can have, including archived fields. */
export const mostOwnFields = 10
/** The longest text in an own field, in UTF-16 code units. */
export const longestOwnText = 200

/** The definition of an own field. Forms show the fields in the order of the list. */
export interface OwnField {
  readonly id: string
  readonly name: string
  /** Whether forms no longer offer the field. The texts in the field are kept. */
  readonly archived: boolean
}

/** The texts of a patient by the ids of their fields. A field without a text is left out. */
export type OwnTexts = Readonly<Record<string, string>>

/** The text of one own field, as a request gives it. Null clears the field. */
export interface OwnText {
  readonly id: string
  readonly text: string | null
}

/** The rules that the own fields of a practice break in combination. Each issue's path starts at the list. */
export function ownFieldIssues(fields: readonly Pick<OwnField, 'id' | 'name'>[]): Issue[] {
  const repeated = (values: readonly string[], name: string) =>
    values.flatMap((value, i) =>
      values.indexOf(value) < i ? [{ path: `${i}.${name}`, message: 'must differ from those above it' }] : [],
    )
  return [
    ...repeated(
      fields.map(({ id }) => id),
      'id',
    ),
    ...repeated(
      fields.map(({ name }) => name.toLowerCase()),
      'name',
    ),
  ]
}

/**
 * The texts of a patient after these changes. Fields that are not named keep their texts. Null when no text is left.
 */
export function withOwnTexts(before: OwnTexts | null, changes: readonly OwnText[]): OwnTexts | null {
  const texts = new Map(Object.entries(before ?? {}))
  for (const { id, text } of changes)
    if (text === null || text.trim() === '') texts.delete(id)
    else texts.set(id, text.trim())
  return texts.size === 0 ? null : Object.fromEntries(texts)
}

/** The time zones of Germany (IANA, `zone.tab`). */
const germanZones = ['Europe/Berlin', 'Europe/Busingen']

/**
 * The own fields that a new practice begins with. In Germany, everybody has a health insurer and an insurance number.
 */
export const ownFieldsAt = (timezone: string): readonly OwnField[] | null =>
  germanZones.includes(timezone)
    ? [
        { id: 'insurer', name: 'Krankenkasse', archived: false },
        { id: 'insurance_number', name: 'Versichertennummer', archived: false },
      ]
    : null
