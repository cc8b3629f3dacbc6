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
  /** Called with errors of the service itself. A mistake in a file is not such an error. */
  readonly report: (error: unknown) => void
}
