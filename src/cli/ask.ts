import { createInterface } from 'node:readline'

/** Asks a question on standard error, because standard output is for results. */
type Ask<Answer> = (question: string) => Promise<Answer>

/** How to ask on the terminal. Undefined where no person sits at one. */
export const asker = (): Ask<boolean> | undefined => (hasPerson() ? askYesOrNo : undefined)

/** How to ask for a text on the terminal. Undefined where no person sits at one. */
export const textAsker = (): Ask<string> | undefined => (hasPerson() ? askText : undefined)

const hasPerson = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Everything but y or yes means no. */
const askYesOrNo: Ask<boolean> = async (question) => /^y(es)?$/i.test(await askText(`${question} [y/N]`))

/** The answer without spaces around it; empty when the person gives none. */
function askText(question: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and the end of the input close the question without an answer.
  terminal.on('close', () => resolve(''))
  terminal.question(`${question} `, (answer) => {
    resolve(answer.trim())
    terminal.close()
  })
  return promise
}
