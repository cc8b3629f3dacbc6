/**
 * The executable that `bun run build` makes. Without arguments it starts a server, and `chairside demo` starts a server
 * with the demo practice. Other arguments are a command, as after `bun run chairside`.
 */
const words = process.argv.slice(2)
const serves = words.length === 0 || ['demo', '--demo', '--replicated'].includes(words.join(' '))
await (serves ? import('../main.ts') : import('../cli.ts'))
