import type { Result } from './command.ts'

/** Prints a command's result on standard output. A list has a line for each object, or an empty line between them. */
export function print(result: Result | readonly Result[], json: boolean): void {
  const results = Array.isArray(result) ? (result as readonly Result[]) : [result as Result]
  const text = results.map(json ? (one) => `${JSON.stringify(one)}\n` : inWords)
  process.stdout.write(text.join(json ? '' : '\n'))
}

/** A line for each value. A value that is null is left out. */
const inWords = (result: Result): string =>
  Object.entries(result)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(12)} ${value}\n`)
    .join('')
