import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'

const indent = ' '.repeat(6)
const width = 100
const json = { call: '[--json]', text: 'Prints one JSON object on standard output and nothing else.' }

/**
 * What `chairside help` prints about these words: all commands, the ones that begin with them, or everything about one.
 * @throws UsageError when no command begins with them.
 */
export function help(words = ''): string {
  const exact = commands.find(({ name }) => name === words)
  if (exact !== undefined) return helpOn(exact)
  const group = commands.filter(({ name }) => words === '' || name.startsWith(`${words} `))
  if (group.length === 0) throw new UsageError(`unknown command "${words}"\n\n${help()}`)
  return `usage: bun run chairside <command> [--json]

${group.map(outline).join('\n')}

bun run chairside help <command> explains the options of one command.
bun run chairside --version prints the version.
DATABASE_PATH names the database. PUBLIC_URL is the address in links.`
}

/** How a command is called, and below it what the command does. */
const outline = (command: Command): string => `  ${callOf(command)}\n${wrapped(command.summary, indent)}`

/** The whole help of one command. */
function helpOn(command: Command): string {
  const rows = [
    ...Object.entries(command.options).map(
      ([name, { value, text }]) => [usageOf(name, value), text] as const,
    ),
    ['--json', json.text] as const,
  ]
  const longest = Math.max(...rows.map(([usage]) => usage.length)) + 4
  const options = rows.map(
    ([usage, text]) => `  ${usage}`.padEnd(longest) + wrapped(text, ' '.repeat(longest)).trimStart(),
  )
  return `usage: bun run chairside ${callOf(command)} ${json.call}

${wrapped(command.summary, '')}

${options.join('\n')}`
}

const callOf = ({ name, options }: Command): string =>
  [
    name,
    ...Object.entries(options).map(([option, { value, required }]) =>
      required ? usageOf(option, value) : `[${usageOf(option, value)}]`,
    ),
  ].join(' ')

const usageOf = (option: string, value: string | undefined) =>
  value === undefined ? `--${option}` : `--${option} ${value}`

const wrapped = (text: string, indent: string) =>
  Bun.wrapAnsi(text, width - indent.length).replace(/^/gm, indent)
