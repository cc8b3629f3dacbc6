/** Who does what, by which request. Every write belongs to an act, and so does every row of the audit trail. */
import type { Role } from './caller.ts'
import type { Retry } from './retry.ts'

/**
 * What kind of actor it is: a member, a patient who followed a link, somebody who is not known, the service itself, or
 * the operator at the command line.
 */
export const actorKinds = ['member', 'patient', 'stranger', 'service', 'operator'] as const
export type ActorKind = (typeof actorKinds)[number]

/** The secret or the key that an actor brought. */
export const credentialKinds = ['session', 'token', 'passkey', 'link', 'code'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export interface Actor {
  readonly kind: ActorKind
  readonly userId: string | null
  readonly role: Role | null
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null } | null
}

/** The headers by which a caller says which versions of a record they want to change (RFC 9110 §13.1). */
export type Condition = 'If-Match' | 'If-None-Match'

export interface Act {
  readonly actor: Actor
  /** An operation of the API such as `createPatient`, a command such as `token create`, or a task of the service. */
  readonly action: string
  /** The id of the request, such as `req_7d9f…`; null where there was none. */
  readonly requestId: string | null
  /** The caller's IP address; null where there was no request. */
  readonly address: string | null
  /** Names the condition that a record of this version does not meet; undefined where every record will do. */
  readonly unmet?: ((version: number) => Condition | undefined) | undefined
  /** Given when the request may come again with the same key. The first write of the act keeps the answer. */
  readonly retry?: Retry | undefined
  /**
   * Called with the time that a piece of work took, in milliseconds, where it is done for the act outside its request, such
   * as a write. `bytes` says how much was written, and `commitMs` how long the disk took for it.
   */
  readonly worked?: ((ms: number, bytes?: number, commitMs?: number) => void) | undefined
  /**
   * Whether the writes of this act may leave no row in the audit trail, because nobody would ask for them; see
   * `bookkeepingAct`.
   */
  readonly bookkeeping?: true
}

const nobody = { userId: null, role: null, credential: null }

/** An act of the service itself, such as sending a message. */
export const serviceAct = (action: string): Act => ({
  actor: { kind: 'service', ...nobody },
  action,
  requestId: null,
  address: null,
})

/**
 * An act of the service that changes only what the service needs for itself, such as the moment of the last request of
 * a token. It may leave rows in the audit trail, and it need not.
 */
export const bookkeepingAct = (action: string): Act => ({ ...serviceAct(action), bookkeeping: true })

/** An act of somebody who is not known. */
export const strangerAct = (action: string): Act => ({
  ...serviceAct(action),
  actor: { kind: 'stranger', ...nobody },
})

/** An act of the operator at the command line. */
export const operatorAct = (action: string): Act => ({
  ...serviceAct(action),
  actor: { kind: 'operator', ...nobody },
})

/**
 * The act with its actor, who was recognized on the way. A patient's IP address is left out, because it would stay in the
 * audit trail when the patient is erased.
 */
export const actBy = ({ action, requestId, address, retry, worked }: Act, actor: Actor): Act => ({
  actor,
  action,
  requestId,
  address: actor.kind === 'patient' ? null : address,
  retry,
  worked,
})

/** A member who came in by a passkey or a link. */
export const memberBy = (
  kind: 'passkey' | 'link',
  userId: string,
  credentialId: string | null = null,
): Actor => ({ kind: 'member', userId, role: null, credential: { kind, id: credentialId } })

/** A patient who followed the link in a message. `noticeId` names the message. */
export const patientBy = (noticeId: string): Actor => ({
  kind: 'patient',
  userId: null,
  role: null,
  credential: { kind: 'link', id: noticeId },
})

/** A patient who proved their contact by a code while they booked online. `entryId` names the entry. */
export const patientByCode = (entryId: string): Actor => ({
  kind: 'patient',
  userId: null,
  role: null,
  credential: { kind: 'code', id: entryId },
})
