import { UsageError } from './command.ts'

/** A name or label, without spaces around it. @throws UsageError. */
export function readName(option: string, value: string): string {
  const name = value.trim()
  if (name === '' || name.length > 200) throw new UsageError(`--${option} must have from 1 to 200 characters`)
  return name
}

/** Reads a number. @throws UsageError for every value except a whole number from `least` to `most`. */
export function readWholeNumber(option: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}`)
}

/** Reads a choice. @throws UsageError for every value except one of the choices. */
export function readChoice<C extends string>(option: string, value: string, choices: readonly C[]): C {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw new UsageError(`--${option} must be one of ${choices.join(', ')}`)
}
