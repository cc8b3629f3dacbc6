import ipaddr from 'ipaddr.js'
import { ConfigError } from './error.ts'

/** The origin under which people reach the service. @throws ConfigError. */
export function readPublicUrl(value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`PUBLIC_URL must be an http or https address, not "${value}"`)
  if (!isBare(url)) throw new ConfigError(`PUBLIC_URL must be an origin without a path, not "${value}"`)
  const { hostname } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (url.protocol === 'http:' && !isLocal)
    throw new ConfigError(
      `PUBLIC_URL must be https, because browsers allow passkeys only there, not "${value}"`,
    )
  // WebAuthn §5.1.2: a relying party's id is a domain.
  if (!/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d]*[a-z](?:[a-z\d-]*[a-z\d])?$/.test(hostname))
    throw new ConfigError(
      `PUBLIC_URL must have a host name, because passkeys belong to a name, not "${value}"`,
    )
  return url.origin
}

/** The name of the header with the caller's address, or null for `none`. @throws ConfigError. */
export function readAddressHeader(value: string): string | null {
  if (!/^[\w-]+$/.test(value))
    throw new ConfigError(`CLIENT_ADDRESS_HEADER must be the name of a header or none, not "${value}"`)
  return value.toLowerCase() === 'none' ? null : value
}

/** The name of the header in which a proxy names the host that was asked for. @throws ConfigError. */
export function readHostHeader(value: string): string {
  if (!/^[\w-]+$/.test(value))
    throw new ConfigError(`CLIENT_HOST_HEADER must be the name of a header, not "${value}"`)
  return value
}

/**
 * Origins with commas between. Browsers send an origin in exactly one spelling (RFC 6454 §6.2), so the list must have
 * that spelling. @throws ConfigError.
 */
export function readOrigins(value: string): string[] {
  return value.split(',').map((item) => {
    const text = item.trim()
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.includes('*') || !isBare(url))
      throw new ConfigError(
        `ALLOWED_ORIGINS must list origins such as https://desk.example.org, with commas between, not "${text}"`,
      )
    if (url.origin !== text)
      throw new ConfigError(`ALLOWED_ORIGINS: write "${url.origin}" instead of "${text}", as browsers do`)
    return text
  })
}

/** Networks in CIDR notation, with commas between. @throws ConfigError. */
export function readNetworks(value: string): string[] {
  return value.split(',').map((item) => {
    const text = item.trim()
    if (!ipaddr.isValidCIDR(text))
      throw new ConfigError(
        `WEBHOOK_NETWORKS must list networks such as 10.1.0.0/16, with commas between, not "${text}"`,
      )
    return text
  })
}

const isBare = ({ pathname, search, hash, username, password }: URL): boolean =>
  pathname === '/' && !search && !hash && !username && !password
