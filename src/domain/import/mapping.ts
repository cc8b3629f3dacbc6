/** How a file is turned into records: the meaning of its columns and of its values. */
import type { DateCount } from './dates.ts'
import type { ImportField, NamedField } from './fields.ts'
import type { DateOrder } from './kinds.ts'

/** A column of a file. */
export interface ImportColumn {
  readonly name: string
  readonly field: ImportField | null
  readonly dateOrder: DateOrder | null
  readonly dates: DateCount
}

/** The meaning of one value in a file. */
export interface ImportValue {
  readonly field: NamedField
  readonly value: string
  readonly to: string | null
}
