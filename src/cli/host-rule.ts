import type { Config } from '../config.ts'
import { hostTrouble } from '../domain/site.ts'
import { UsageError } from './command.ts'

/**
 * Returns the reason why a name cannot be the host of a practice, as the end of a sentence that begins with the name.
 * Undefined when it can: browsers accept passkeys for the name, and the name is written as browsers write it.
 */
type HostRule = (host: string) => string | undefined

/** Loads the rule for hosts of a server with this public address. */
export async function hostRule(publicUrl: NonNullable<Config['publicUrl']>): Promise<HostRule> {
  // The list of public suffixes takes 15 ms to load, and few commands need it.
  const { getPublicSuffix } = await import('tldts')
  return (host) => {
    const trouble = hostTrouble(host)
    if (trouble !== undefined) return trouble
    if (getPublicSuffix(host, { allowPrivateDomains: true }) === host)
      return 'is a public suffix, below which strangers have names. Put a name before the suffix'
    return publicUrl.startsWith('http:') && !host.endsWith('.localhost')
      ? 'must end with .localhost where PUBLIC_URL is http: browsers want https elsewhere'
      : undefined
  }
}

/** @throws UsageError for a name that cannot be the host of a practice. */
export async function requireHost(host: string, publicUrl: NonNullable<Config['publicUrl']>): Promise<void> {
  const trouble = (await hostRule(publicUrl))(host)
  if (trouble !== undefined) throw new UsageError(`--host ${trouble}`)
}
