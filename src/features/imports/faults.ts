import { Fault } from '../../domain/fault.ts'
import { troubleOf } from '../../store/engine/trouble.ts'
import { NoLongerOurs } from './work.ts'

/** Whether an error is not about a row: the machine has a problem, or this process may not go on with the import. */
export const isNoRowFault = (error: unknown): boolean =>
  error instanceof NoLongerOurs || troubleOf(error) !== undefined

/** A row of an import failed because of an error of the service itself. */
export class RowFault extends Fault {
  constructor(cause: unknown) {
    super(cause, (name) => `${name} in a row of an import. This is an error in chairside: please report it`)
  }
}
