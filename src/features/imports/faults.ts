import { Fault } from '../../domain/fault.ts'
import { troubleOf } from '../../store/engine/trouble.ts'
import { NoLongerOurs } from './work.ts'

/** Whether an error says nothing about a row: the machine is in trouble, or somebody else goes on. */
export const isNoRowFault = (error: unknown): boolean =>
  error instanceof NoLongerOurs || troubleOf(error) !== undefined

/** A row of an import failed through an error of the service itself. */
export class RowFault extends Fault {
  constructor(cause: unknown) {
    super(cause, (name) => `${name} in a row of an import. This is an error in chairside: please report it`)
  }
}
