import { createInterface } from 'node:readline'
import { forTerminal } from '../domain/for-terminal.ts'
import { Declined, type Machine, UsageError } from './command.ts'

/** The function that asks a person at the terminal. Undefined when there is no terminal. */
export const asker = (): ((question: string) => Promise<string>) | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

/**
 * Asks whether to go on. Every answer except y or yes means no.
 * @throws Declined when the answer is no; UsageError with the message `unasked` when nobody can be asked.
 */
export async function requireYes(ask: Machine['ask'], question: string, unasked: string): Promise<void> {
  if (ask === undefined) throw new UsageError(unasked)
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N]`))) throw new Declined('nothing was changed')
}

/**
 * Asks on standard error, because standard output is for results. Resolves with the answer without spaces around it.
 * The result is empty when the person gives no answer.
 */
function ask(question: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and the end of the input close the question without an answer.
  terminal.on('close', () => resolve(''))
  terminal.question(`${forTerminal(question)} `, (answer) => {
    resolve(answer.trim())
    terminal.close()
  })
  return promise
}
