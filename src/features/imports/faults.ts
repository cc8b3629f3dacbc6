import { troubleOf } from '../../store/engine/trouble.ts'
import { NoLongerOurs } from './work.ts'

/** Whether an error says nothing about a row: the machine is in trouble, or somebody else goes on. */
export const isNoRowFault = (error: unknown): boolean =>
  error instanceof NoLongerOurs || troubleOf(error) !== undefined

/** A row that failed through a fault of the service, without the message of the error: it may hold what the row says. */
export function rowFault(error: unknown): Error {
  const { name = 'Error', stack = '' } = error instanceof Error ? error : {}
  const fault = new Error(`${name} in a row of an import. This is an error in chairside: please report it`)
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  fault.stack = [`Error: ${fault.message}`, ...frames].join('\n')
  return fault
}
