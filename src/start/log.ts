import { styleText } from 'node:util'
import pino, { type Logger } from 'pino'
import type { LogLevel } from '../config.ts'
import { forTerminal, lineForTerminal } from '../domain/for-terminal.ts'
import { LogOutput } from './log-output.ts'

/**
 * Opens the log on standard output: one JSON object a line for programs, and words for a person at a terminal. Lines
 * for programs are collected for up to 100 ms (`log-output.ts`).
 */
export function openLog(level: LogLevel): Logger {
  // Bun makes a pipe or a socket non-blocking when `process.stdout` is first used.
  const { stdout } = process
  if (!stdout.isTTY) {
    const log: Logger = pino(
      { level },
      new LogOutput(stdout.fd, (lines) =>
        log.warn({ lines }, 'lines of the log are lost: read the log faster, or set LOG_LEVEL to warn'),
      ),
    )
    return log
  }
  return pino({ level }, { write: (line: string) => void stdout.write(readable(JSON.parse(line))) })
}

/** The facts in the log about an answered request. The route is the pattern of a path, so it needs no escapes. */
interface Answered {
  readonly requestId: string
  readonly practiceId: string | undefined
  readonly route: string
  readonly status: number
  readonly ms: number
}

/**
 * A function that writes the same line as `log.info(seen, 'answered')`, at a third of the cost. Every request has a
 * line.
 */
export function answeredLines(log: Logger): (seen: Answered) => void {
  const { [pino.symbols.streamSym]: stream, [pino.symbols.chindingsSym]: base } = log as unknown as Internals
  return ({ requestId, practiceId, route, status, ms }) => {
    if (!log.isLevelEnabled('info')) return
    const practice = practiceId === undefined ? '' : `,"practiceId":"${practiceId}"`
    stream.lastLevel = 30
    stream.write(
      `{"level":30,"time":${Date.now()}${base},"requestId":"${requestId}"${practice},"route":"${route}","status":${status},"ms":${ms},"msg":"answered"}\n`,
    )
  }
}

/** The parts of pino that write lines: the stream, and the fields that are in each line. */
interface Internals {
  readonly [pino.symbols.streamSym]: { lastLevel?: number; write(line: string): void }
  readonly [pino.symbols.chindingsSym]: string
}

const levels = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info ', 'green'],
  40: ['warn ', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
} as const

interface Line {
  readonly level: keyof typeof levels
  readonly time: number
  readonly msg?: string
  readonly [fact: string]: unknown
}

/** A line of the log for a person: the time of day, the level, the message and the facts. An error's stack follows. */
function readable({ level, time, msg = '', pid: _, hostname: __, err, ...facts }: Line): string {
  const [name, color] = levels[level]
  const at = styleText('dim', new Date(time).toTimeString().slice(0, 8))
  const told = isAnswer(facts)
    ? answered(facts)
    : [lineForTerminal(msg), ...Object.entries(facts).map(fact)].join('  ')
  const stack = (err as { stack?: string } | undefined)?.stack
  return `${at} ${styleText(color, name)} ${told}\n${stack === undefined ? '' : `${forTerminal(stack)}\n`}`
}

type Answer = Pick<Answered, 'route' | 'status' | 'ms'>

const isAnswer = (facts: object): facts is Answer => 'route' in facts && 'status' in facts && 'ms' in facts

/** The ids of practice and request are left out: on a developer's terminal they only take room. */
const answered = ({ route, status, ms }: Answer) =>
  `${status < 400 ? status : styleText(status < 500 ? 'yellow' : 'red', String(status))} ${route}  ${styleText('dim', `${ms} ms`)}`

const fact = ([name, value]: [string, unknown]) =>
  `${styleText('dim', `${name}=`)}${lineForTerminal(typeof value === 'string' ? value : JSON.stringify(value))}`

/**
 * Whether a route sends a file that a page loads, or answers the checks of a proxy. Its requests have the level
 * `debug`.
 */
export const isMinor = (route: string): boolean => /^[A-Z]+ \/(?:(?:pages|desk|docs)\/.|livez)/.test(route)
