import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { help } from './help.ts'
import { print } from './output.ts'

/**
 * Runs the command that the arguments name, and prints its result.
 * @throws UsageError for a mistake in the arguments, and what the command throws.
 */
export async function runCommand(args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const rest = args.filter((arg) => arg !== '--json')
  if (['help', '--help', '-h'].includes(rest[0] ?? '')) return console.log(help())
  const firstOption = rest.findIndex((arg) => arg.startsWith('-'))
  const words = firstOption === -1 ? rest : rest.slice(0, firstOption)
  const command = find(words.join(' '))
  const values = parse(command, rest.slice(words.length))
  const config = loadConfig({ databasePath: './data/chairside.db' })
  const say = (line: string) => {
    if (!json) console.error(line)
  }
  print(await command.run(values, { config, now: Date.now, say }), json)
}

function find(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found !== undefined) return found
  throw new UsageError(`${name === '' ? 'no command was given' : `unknown command "${name}"`}\n\n${help()}`)
}

function parse({ name, options }: Command, args: string[]) {
  const known = Object.keys(options).map((option) => [option, { type: 'string' as const }])
  const { values } = readArgs(args, Object.fromEntries(known))
  const missing = Object.entries(options)
    .filter(([option, { required }]) => required && values[option] === undefined)
    .map(([option]) => `--${option}`)
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.join(', ')}`)
  return values
}

function readArgs(args: string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args, options })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
