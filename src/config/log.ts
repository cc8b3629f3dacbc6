import { ConfigError } from './error.ts'

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** How much is logged. @throws ConfigError. */
export function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value)
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
  return level
}
