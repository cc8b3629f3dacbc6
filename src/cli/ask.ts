import { createInterface } from 'node:readline'
import { forTerminal } from '../domain/for-terminal.ts'
import { Declined, type Machine, UsageError } from './command.ts'

/** How to ask on the terminal. Undefined where no person sits at one. */
export const asker = (): ((question: string) => Promise<string>) | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

/**
 * Asks whether to go on. Everything but y or yes means no.
 * @throws Declined for a no, and UsageError with `unasked` where nobody can be asked.
 */
export async function requireYes(ask: Machine['ask'], question: string, unasked: string): Promise<void> {
  if (ask === undefined) throw new UsageError(unasked)
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N]`))) throw new Declined('nothing was changed')
}

/**
 * Asks on standard error, because standard output is for results. Resolves with the answer without spaces around it,
 * which is empty when the person gives none.
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
