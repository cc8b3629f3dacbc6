import type { Result } from './command.ts'

/** Prints a command's result on standard output. */
export function print(result: Result, json: boolean): void {
  if (json) console.log(JSON.stringify(result))
  else for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(12)} ${value}`)
}
