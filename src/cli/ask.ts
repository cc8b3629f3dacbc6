import { createInterface } from 'node:readline'

/** How to ask on the terminal. Undefined where no person sits at one. */
export const asker = (): ((question: string) => Promise<boolean>) | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

/** Asks on standard error, because standard output is for results. Everything but y or yes means no. */
function ask(question: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and the end of the input close the question without an answer.
  terminal.on('close', () => resolve(false))
  terminal.question(`${question} [y/N] `, (answer) => {
    resolve(/^y(es)?$/i.test(answer.trim()))
    terminal.close()
  })
  return promise
}
