import { Unfit } from '../../store/transfer/fields.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'

/** @throws Unfit with the name of the field. */
export function need(holds: boolean, field: string, what: string): void {
  if (!holds) throw new Unfit(`The field ${field} must be ${what}`)
}

export const isObject = (value: unknown): value is ExportedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds)

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The value of a JSON text, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
