/** What the work on imports needs. */
import type { DueImports } from '../../store/imports/due-imports.ts'
import type { Practices } from '../../store/store.ts'
import type { ImportFiles } from './files.ts'

export interface ImportDeps {
  readonly practices: Practices
  readonly due: DueImports
  readonly files: ImportFiles
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Takes errors of the service itself. What is wrong with a file is no such error. */
  readonly report: (error: unknown) => void
}
