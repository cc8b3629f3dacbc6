import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { loadConfig } from '../config.ts'
import { asker } from './ask.ts'
import { type Command, type Result, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { help } from './help.ts'
import { print, tell } from './output.ts'

/**
 * Runs the command that the arguments name, and prints its result.
 * @throws UsageError for a mistake in the arguments, and the errors of the command.
 */
export async function runCommand(args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const rest = args.filter((arg) => arg !== '--json')
  if (rest[0] === '--version') return print([{ version: packageJson.version }], json)
  const firstOption = rest.findIndex((arg) => arg.startsWith('-'))
  const words = firstOption === -1 ? rest : rest.slice(0, firstOption)
  if (words[0] === 'help') return console.log(help(words.slice(1).join(' ')))
  if (rest.includes('--help') || rest.includes('-h')) return console.log(help(words.join(' ')))
  const command = find(words.join(' '))
  const values = parse(command, rest.slice(words.length))
  const config = loadConfig({ databasePath: './data/chairside.db' })
  const say = (line: string) => {
    if (!json) tell(line)
  }
  const result = await command.run(values, { config, now: Date.now, say, ask: asker() })
  const results = Array.isArray(result) ? (result as readonly Result[]) : [result as Result]
  print(results, json, command)
  if (command.failed?.(results)) process.exitCode = 1
}

function find(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found !== undefined) return found
  throw new UsageError(`${name === '' ? 'no command was given' : `unknown command "${name}"`}\n\n${help()}`)
}

function parse({ name, options }: Command, args: string[]) {
  const known = Object.entries(options).map(([option, { value }]) => {
    const type: 'boolean' | 'string' = value === undefined ? 'boolean' : 'string'
    return [option, { type }] as const
  })
  const { values } = readArgs(args, Object.fromEntries(known))
  const missing = Object.entries(options)
    .filter(([option, { required }]) => required && values[option] === undefined)
    .map(([option]) => `--${option}`)
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.join(', ')}`)
  return values
}

function readArgs(args: string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args, options })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
