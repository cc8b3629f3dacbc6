/** Texts about imports and their rows. */
import { me } from '../../../base/me.ts'
import { known } from '../../../words/known.ts'
import { locale, words } from '../../../words/words.ts'
import { fieldsOf } from './fields.ts'
import type { Import, ImportRow, Kind } from './state.ts'

export const sayNumber = (n: number): string => n.toLocaleString(locale.value)

/** A size, such as `1.4 MB`. A size below one megabyte is in kilobytes. */
export const saySize = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${sayNumber(Math.ceil(bytes / 1024))} KB` : `${sayMegabytes(bytes)} MB`

/** A size in megabytes, such as `1.4`. */
export const sayMegabytes = (bytes: number): string =>
  (bytes / 1024 ** 2).toLocaleString(locale.value, { maximumFractionDigits: 1 })

/** The name of an import, such as `Patients from Cliniko`. */
export const sayName = ({ name, kind }: Pick<Import, 'name' | 'kind'>): string =>
  words.value.imports.of(name, words.value.imports.kinds[kind])

export function sayState({ state, paused }: Pick<Import, 'state' | 'paused'>): string {
  const { imports: says, shell } = words.value
  return paused ? says.paused : known(says.states, state, shell.newer)
}

export const sayField = (field: string): string =>
  ownFields().find((own) => own.field === field)?.name ??
  known(words.value.imports.fields, field, words.value.shell.newer)

/** The fields that a column can fill, with their names. */
export const choicesOf = (kind: Kind): Choice[] => [
  ...fieldsOf[kind].map((field) => ({ field, name: sayField(field) })),
  ...(kind === 'patients' ? ownFields().filter(({ archived }) => !archived) : []),
]

interface Choice {
  readonly field: string
  readonly name: string
}

/** The own fields of the practice, with the field names that an import uses. */
const ownFields = () =>
  me.value.practice.ownFields.map(({ id, name, archived }) => ({ field: `own.${id}`, name, archived }))

export const sayOutcome = (outcome: string): string =>
  known(words.value.imports.outcomes, outcome, words.value.shell.newer)

/** How many rows had each outcome, in a line. */
export const sayCounts = ({ counts }: Pick<Import, 'counts'>): string =>
  counts
    .filter(({ rows }) => rows > 0)
    .map(({ outcome, rows }) => `${sayOutcome(outcome)}: ${sayNumber(rows)}`)
    .join(' · ')

/** A text about why a row has its outcome. */
export function sayReason({ reason, field, sameAsLine }: ImportRow): string {
  const { imports: says, shell } = words.value
  const why =
    reason === null
      ? ''
      : known(says.reasons, reason, () => shell.newer)(field === null ? '–' : sayField(field))
  return [why, sameAsLine !== null && says.sameAs(sayNumber(sameAsLine))].filter(Boolean).join(' ')
}
