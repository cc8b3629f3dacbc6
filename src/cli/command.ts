import type { Config } from '../config.ts'

/** The error that the command was called in a wrong way. The message says what is wrong. */
export class UsageError extends Error {}

/** The error that the person at the terminal said no, although the command was called correctly. */
export class Declined extends Error {}

interface Option {
  /** The word for the option's value in the help, such as `EMAIL`. Undefined when the option takes no value. */
  readonly value: string | undefined
  readonly required: boolean
  /** What the option does, for the help of the command. */
  readonly text: string
}

export const required = (value: string, text: string) => ({ value, required: true, text }) as const
export const optional = (value: string, text: string) => ({ value, required: false, text }) as const
/** An option without a value: the option is either given or not given. */
export const flag = (text: string) => ({ value: undefined, required: false, text }) as const

type Options = Readonly<Record<string, Option>>

type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name]['required'] extends true ? string : Held<O[Name]['value']> | undefined
}

type Held<Value> = Value extends undefined ? boolean : string

/** One result of a command. The result is printed line by line, or with `--json` as one JSON object. */
export type Result = Readonly<Record<string, string | number | boolean | null>>

/** The input of every command besides its options. */
export interface Machine {
  readonly config: Config
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Shows a waiting person which step is being done. With `--json`, nothing is shown. */
  readonly say: (line: string) => void
  /** Asks the person at the terminal, and resolves with what they type. Undefined when there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

export interface Command<O extends Options = Options> {
  /** The name of the command: one word or more, such as `token create`. */
  readonly name: string
  /** What the command does, for the help. */
  readonly summary: string
  readonly options: O
  /** @throws UsageError for a value that cannot be used. */
  run(values: Values<O>, machine: Machine): Promise<Result | readonly Result[]>
  /** Formats one result as one line for people. Without this function, each value of a result has a line. */
  line?(result: Result): string
  /** Formats one result as a text of several lines, such as a text that people write into a file. */
  text?(result: Result): string
  /** Whether the results report a problem. Then the exit code is 1. */
  failed?(results: readonly Result[]): boolean
}

/** Declares a command. Its `run` gets each required option as a string. */
export const command = <const O extends Options>(declared: Command<O>): Command => declared
