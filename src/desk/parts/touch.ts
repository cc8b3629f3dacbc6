/** Makes and uses passkeys. Errors are shown in the language of the desk. */
import { failedBy, newAddressIn } from '../api/failure.ts'
import { askPlainly } from '../api/plainly.ts'
import { mayKeep } from '../api/session.ts'
import { Told } from '../base/say-failure.ts'
import { loadWords, words } from '../words/words.ts'
import { createPasskey, getPasskey } from './ceremony.ts'

/** Why nobody can sign in with this browser here. Undefined when they can. */
export function obstacle(): 'unsupported' | 'insecure' | 'noStorage' | undefined {
  if (!mayKeep()) return 'noStorage'
  if ('PublicKeyCredential' in globalThis) return undefined
  return isSecureContext ? 'unsupported' : 'insecure'
}

/** Makes a passkey on this device. In the types of the API, the options are only an object. @throws Told. */
export const makePasskey = (options: object) =>
  createPasskey(options as PublicKeyCredentialCreationOptionsJSON).catch((error) => tell(error, 'notMade'))

/** The answer of the server to a page that wants to use a passkey. */
interface Asked {
  readonly options: object
  /**
   * Whether passkeys of another address of the practice work here, too. One request can use those of one address only.
   */
  readonly earlier?: boolean
  /** Whether the practice has moved from an address whose passkeys do not work here. */
  readonly left?: boolean
}

/** How many tries found no passkey. Each try asks for the passkeys of the next address of the practice. */
let nth = 0

/**
 * Signs with a passkey of this device. `begin` requests the options for the `nth` try from the server. `outcome` names
 * what did not happen if the passkey is not used. @throws Failure, Told.
 */
export async function touchPasskey(begin: (nth: number) => Promise<Asked>, outcome: Outcome = 'notDone') {
  const { options, ...more } = await begin(nth)
  return await getPasskey(options as PublicKeyCredentialRequestOptionsJSON)
    .catch((error) => tell(error, outcome))
    .catch((error) => advise(error, more))
}

/**
 * Signs in with a passkey of this device, and resolves with the token of the new session. `invalid` is the sentence for
 * a passkey that the server does not know. @throws Failure, Told. Moved when the practice of the passkey has another
 * address now.
 */
export async function usePasskey(invalid: string, outcome?: Outcome): Promise<string> {
  try {
    const begin = (nth: number) => askPlainly<Asked>('POST', '/auth/sign-in/options', { nth })
    const response = await touchPasskey(begin, outcome)
    return (await askPlainly<{ token: string }>('POST', '/auth/sign-in', { response })).token
  } catch (error) {
    const origin = newAddressIn(error)
    if (origin !== undefined) throw new Moved(words.value.failures.misdirected(origin), origin)
    throw failedBy(error, 'invalid_authorization') ? new Told(invalid) : error
  }
}

/** The passkey is valid, but its practice has another address now. The message says so. */
export class Moved extends Told {
  /** The address, without a slash at the end. */
  readonly origin: string
  constructor(message: string, origin: string) {
    super(message)
    this.origin = origin
  }
}

/** Adds advice to the error when the browser has found no passkey. @throws Told. */
function advise(error: unknown, { earlier, left }: Omit<Asked, 'options'>): never {
  const { passkey } = words.value
  if (earlier) nth++
  const advice = earlier ? passkey.earlier : left ? passkey.moved : undefined
  throw error instanceof Told && advice ? new Told(`${error.message} ${advice}`) : error
}

type Outcome = 'notMade' | 'notDone' | 'notSignedIn'

/**
 * Throws a sentence about what did not happen, why, and what to do. Browsers use `NotAllowedError` both for a refusal
 * and for a missing passkey.
 */
async function tell(error: unknown, outcome: Outcome): Promise<never> {
  // Members sign in again on any screen, so these words may not be loaded yet.
  await loadWords('access')
  const { passkey } = words.value
  const name = error instanceof Error ? error.name : ''
  const why = Object.hasOwn(passkey, name) ? passkey[name as keyof typeof passkey] : passkey.other
  throw new Told(`${passkey[outcome]}: ${why}. ${passkey.again}`)
}
