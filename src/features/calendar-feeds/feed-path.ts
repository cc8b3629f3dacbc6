import { hashSecret } from '../../domain/secrets.ts'
import type { FoundFeed, Identity } from '../../store/access/identity.ts'

/**
 * The feed at an address such as `/calendar/cf_….ics`. Null when the address has no feed, or its member is not active.
 */
export function feedIn(identity: Pick<Identity, 'feedWithSecret'>, path: string): FoundFeed | null {
  const secret = /^\/calendar\/(cf_[\w-]{43})\.ics$/.exec(path)?.[1]
  return secret === undefined ? null : identity.feedWithSecret(hashSecret(secret))
}
