import type { LimitRate } from '../../http/rate-limit.ts'
import type { Identity } from '../../store/identity.ts'
import type { Practices } from '../../store/store.ts'
import type { Site } from '../../webauthn/site.ts'

/** What every feature is handed. `now` is the clock, in epoch milliseconds. */
export interface Deps {
  readonly practices: Practices
  readonly now: () => number
}

/** What the features that know people by their passkeys are handed besides. */
export interface PasskeyDeps extends Deps {
  readonly identity: Identity
  readonly site: Site
  /** The hook that counts how often an address calls. @throws `rate_limited`. */
  readonly limit: LimitRate
}
