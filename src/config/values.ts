import { ConfigError } from './error.ts'

/** A port of this machine, or 0 for any free port. @throws ConfigError. */
export function readPort(name: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1
  if (port < 0 || port > 65_535)
    throw new ConfigError(`${name} must be a number from 0 (any free one) to 65535, not "${value}"`)
  return port
}

/** A whole number from `least` to `most`. @throws ConfigError. */
export function readCount(name: string, value: string, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (count >= least && count <= most) return count
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
}

/** A limit on a number. 0 means no limit. @throws ConfigError. */
export function readLimit(name: string, value: string): number {
  if (!/^\d{1,7}$/.test(value))
    throw new ConfigError(`${name} must be a whole number up to 9999999, or 0 for no limit, not "${value}"`)
  return Number(value)
}

/** `soon` or `strict`; true for `strict`. @throws ConfigError. */
export function readStrict(name: string, value: string): boolean {
  if (value !== 'soon' && value !== 'strict')
    throw new ConfigError(`${name} must be soon or strict, not "${value}"`)
  return value === 'strict'
}

/** `on` or `off`. @throws ConfigError. */
export function readSwitch(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} must be on or off, not "${value}"`)
  return value === 'on'
}
