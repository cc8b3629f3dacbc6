import { programName } from '../program.ts'
import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'

const indent = ' '.repeat(6)
const width = 100
const json = { call: '[--json]', text: 'Prints one JSON object on standard output and nothing else.' }

/**
 * The text of `chairside help` for these words: all commands, the commands that begin with the words, or the whole
 * help of one command.
 * @throws UsageError when no command begins with these words.
 */
export function help(words = ''): string {
  const exact = commands.find(({ name }) => name === words)
  if (exact !== undefined) return helpOn(exact)
  const group = commands.filter(({ name }) => words === '' || name.startsWith(`${words} `))
  if (group.length === 0) throw new UsageError(`unknown command "${words}"\n\n${help()}`)
  return `usage: ${programName} <command> [--json]

${[...(words === '' ? serving : []), ...group.filter(({ name }) => !isServed(name)).map(outline)].join('\n')}

${programName} help <command> explains the options of one command.
${programName} --version prints the version.
DATABASE_PATH names the database. PUBLIC_URL is the address in links.`
}

/** The help about serving with the executable, which needs no command. With the source code, `bun start` serves. */
const serving = Bun.isStandaloneExecutable
  ? [
      `  (no command)\n${indent}Serves: listens on PORT until it is stopped.`,
      `  demo\n${indent}Serves a made-up practice, in data/demo.db unless DATABASE_PATH names another file.`,
      `  demo --json\n${indent}Only fills an empty database with a made-up practice, and prints a token of its owner.`,
    ]
  : []

/**
 * Whether the executable serves with this command. In this case `serving` already contains the outline of the command.
 */
const isServed = (name: string): boolean => Bun.isStandaloneExecutable && name === 'demo'

/** One line that shows how a command is called, and its summary below. */
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
  return `usage: ${programName} ${callOf(command)} ${json.call}

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
