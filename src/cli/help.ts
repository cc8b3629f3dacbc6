import type { Command } from './command.ts'
import { commands } from './commands.ts'

const indent = ' '.repeat(6)
const width = 100

/** All that `chairside help` prints. */
export const help = (): string => `usage: bun run chairside <command> [--json]

${commands.map(helpOf).join('\n')}

--practice is needed only where several practices have a member with this e-mail address.
--json prints one JSON object on standard output and nothing else.
DATABASE_PATH names the database. PUBLIC_URL is the address in links.`

/** How a command is called, and below it what the command does. */
function helpOf({ name, options, summary }: Command): string {
  const call = Object.entries(options).map(([option, { value, required }]) =>
    required ? `--${option} ${value}` : `[--${option} ${value}]`,
  )
  const text = Bun.wrapAnsi(summary, width - indent.length)
  return `  ${[name, ...call].join(' ')}\n${text.replace(/^/gm, indent)}`
}
