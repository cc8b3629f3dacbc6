import type { Config } from '../config.ts'

/** A mistake in how the command was called. The message says what is wrong with it. */
export class UsageError extends Error {}

/** The command was called rightly, and the person at the terminal said no. */
export class Declined extends Error {}

interface Option {
  /** The word for the option's value in the help, such as `EMAIL`. Undefined where the option takes no value. */
  readonly value: string | undefined
  readonly required: boolean
  /** What the option does, for the help of the command. */
  readonly text: string
}

export const required = (value: string, text: string) => ({ value, required: true, text }) as const
export const optional = (value: string, text: string) => ({ value, required: false, text }) as const
/** An option without a value: it is there or not. */
export const flag = (text: string) => ({ value: undefined, required: false, text }) as const

type Options = Readonly<Record<string, Option>>

type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name]['required'] extends true ? string : Held<O[Name]['value']> | undefined
}

type Held<Value> = Value extends undefined ? boolean : string

/** What a command answers: it is printed line by line, or with `--json` as one object. */
export type Result = Readonly<Record<string, string | number | boolean | null>>

/** What every command gets when it runs. */
export interface Machine {
  readonly config: Config
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Shows what is being done to a person who waits. Silent under `--json`. */
  readonly say: (line: string) => void
  /** Asks the person at the terminal, and resolves with what they type. Undefined where there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

export interface Command<O extends Options = Options> {
  /** One word or more, such as `token create`. */
  readonly name: string
  /** What the command does, for the help. */
  readonly summary: string
  readonly options: O
  /** @throws UsageError for a value that cannot be used. */
  run(values: Values<O>, machine: Machine): Promise<Result | readonly Result[]>
  /** One result as one line for people. Without it, each value of a result has a line. */
  line?(result: Result): string
  /** One result as a text of several lines, such as one that people write into a file. */
  text?(result: Result): string
  /** Whether the results are bad news, for the exit code 1. */
  failed?(results: readonly Result[]): boolean
}

/** Declares a command. Its `run` gets each required option as a string. */
export const command = <const O extends Options>(declared: Command<O>): Command => declared
