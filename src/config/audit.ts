import { ConfigError } from './error.ts'

/** The key of the audit trail, 32 bytes. The message never repeats the value. @throws ConfigError. */
export function readAuditKey(value: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(value))
    throw new ConfigError('AUDIT_KEY must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them')
  return Uint8Array.from(Buffer.from(value, 'hex'))
}
