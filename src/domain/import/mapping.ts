/** How a file stands for records: what its columns and its values mean. */
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

/** What a value of a file stands for. */
export interface ImportValue {
  readonly field: NamedField
  readonly value: string
  readonly to: string | null
}
