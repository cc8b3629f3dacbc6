import type { Config } from '../config.ts'

/** A mistake in how the command was called. The message says what is wrong with it. */
export class UsageError extends Error {}

interface Option {
  /** What stands for the value in the help, such as `EMAIL`. */
  readonly value: string
  readonly required: boolean
}

export const required = (value: string) => ({ value, required: true }) as const
export const optional = (value: string) => ({ value, required: false }) as const

export type Options = Readonly<Record<string, Option>>

type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name]['required'] extends true ? string : string | undefined
}

/** What a command answers: it is printed line by line, or with `--json` as one object. */
export type Result = Readonly<Record<string, string | number | boolean | null>>

/** What every command is handed. */
export interface Machine {
  readonly config: Config
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Tells a person who waits what is being done. Silent under `--json`. */
  readonly say: (line: string) => void
}

export interface Command<O extends Options = Options> {
  /** One word or more, such as `token create`. */
  readonly name: string
  /** What it does, for the help. */
  readonly summary: string
  readonly options: O
  /** @throws UsageError for a value that cannot be used. */
  run(values: Values<O>, machine: Machine): Promise<Result | readonly Result[]>
}

/** Declares a command. Its `run` gets each required option as a string. */
export const command = <const O extends Options>(declared: Command<O>): Command => declared
