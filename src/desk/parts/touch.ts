/** Makes and uses passkeys. What goes wrong is said in the language of the desk. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { failedBy } from '../api/failure.ts'
import { askPlainly } from '../api/plainly.ts'
import { mayKeep } from '../api/session.ts'
import { Told } from '../base/say-failure.ts'
import { loadWords, words } from '../words/words.ts'

/** Why nobody can sign in with this browser here. Undefined when they can. */
export function obstacle(): 'unsupported' | 'insecure' | 'noStorage' | undefined {
  if (!mayKeep()) return 'noStorage'
  if (browserSupportsWebAuthn()) return undefined
  return isSecureContext ? 'unsupported' : 'insecure'
}

/** Makes a passkey on this device. The API calls its options an object without saying more. @throws Told. */
export const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((error) =>
    tell(error, 'notMade'),
  )

/** Signs with a passkey of this device. `outcome` is what did not happen where that fails. @throws Told. */
export const touchPasskey = (options: object, outcome: Outcome = 'notDone') =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch((error) =>
    tell(error, outcome),
  )

/**
 * Signs in with a passkey of this device, and answers the token of the new session. `invalid` says that the server does
 * not know the passkey. @throws Failure, Told. Moved where the practice of the passkey has another address now.
 */
export async function usePasskey(invalid: string, outcome?: Outcome): Promise<string> {
  try {
    const { options, ...more } = await askPlainly<SignIn>('POST', '/auth/sign-in/options', { earlier })
    const response = await touchPasskey(options, outcome).catch((error) => advise(error, more))
    return (await askPlainly<{ token: string }>('POST', '/auth/sign-in', { response })).token
  } catch (error) {
    if (failedBy(error, 'misdirected') && error.details[0] !== undefined)
      throw await moved(error.details[0].message)
    throw failedBy(error, 'invalid_authorization') ? new Told(invalid) : error
  }
}

/** The passkey is good, and its practice is at another address now. The message says so. */
export class Moved extends Told {
  /** The address, without a slash at the end. */
  readonly origin: string
  constructor(message: string, origin: string) {
    super(message)
    this.origin = origin
  }
}

async function moved(origin: string): Promise<Moved> {
  await loadWords('entrance')
  return new Moved(words.value.passkey.elsewhere.replace('{0}', origin), origin)
}

/** The answer of the server with which a sign-in begins. */
interface SignIn {
  readonly options: object
  /** Whether passkeys of an earlier address of the practice work here, too. A browser is asked for one kind at a time. */
  readonly earlier?: boolean
  /** Whether members have passkeys of an earlier address that do not work here. */
  readonly left?: boolean
}

/** Whether the next sign-in asks for a passkey of an earlier address. */
let earlier = false

/** Says what else to try when the browser has found no passkey. @throws Told. */
function advise(error: unknown, more: Omit<SignIn, 'options'>): never {
  const { passkey } = words.value
  if (more.earlier) earlier = !earlier
  const advice = more.earlier ? passkey.earlier : more.left ? passkey.moved : undefined
  throw error instanceof Told && advice ? new Told(`${error.message} ${advice}`) : error
}

type Outcome = 'notMade' | 'notDone' | 'notSignedIn'

/** Says what did not happen, why, and what to do. Browsers use `NotAllowedError` for a refusal and a missing passkey alike. */
async function tell(error: unknown, outcome: Outcome): Promise<never> {
  // A session that has ended is begun again on any screen.
  await loadWords('entrance')
  const { passkey } = words.value
  const name = error instanceof Error ? error.name : ''
  const why = Object.hasOwn(passkey, name) ? passkey[name as keyof typeof passkey] : passkey.other
  throw new Told(`${passkey[outcome]}: ${why}. ${passkey.again}`)
}
