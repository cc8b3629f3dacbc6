import { forTerminal, lineForTerminal } from '../domain/for-terminal.ts'
import type { Command, Result } from './command.ts'

/**
 * Prints a command's results on standard output. With `json` or `line`, each result has one line. With `text`, each
 * result has several lines. Otherwise each value has a line, and an empty line is between results. Control characters
 * that a terminal would obey are escaped. In JSON, the escaped text means the same.
 */
export function print(
  results: readonly Result[],
  json: boolean,
  { line, text }: Pick<Command, 'line' | 'text'> = {},
): void {
  if (text && !json)
    return void process.stdout.write(results.map((one) => `${forTerminal(text(one))}\n`).join(''))
  const oneLine = json ? (result: Result) => JSON.stringify(result) : line
  process.stdout.write(
    oneLine
      ? results.map((result) => `${lineForTerminal(oneLine(result))}\n`).join('')
      : results.map(inWords).join('\n'),
  )
}

/** Prints lines on standard error, for the person at the terminal. */
export const tell = (lines: string): void => console.error(forTerminal(lines))

/** A line for each value. A value that is null is left out. */
const inWords = (result: Result): string =>
  Object.entries(result)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(12)} ${lineForTerminal(String(value))}\n`)
    .join('')
