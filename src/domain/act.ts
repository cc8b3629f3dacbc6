/**
 * Acts: who does what, and by which request. Every write belongs to an act, and so does every row of the audit trail.
 */
import type { Role } from './caller.ts'
import type { Retry } from './retry.ts'

/**
 * The kinds of actors: a member, a patient who followed a link, an unknown person, the service itself, or the operator
 * at the command line.
 */
export const actorKinds = ['member', 'patient', 'stranger', 'service', 'operator'] as const
export type ActorKind = (typeof actorKinds)[number]

/** The kinds of secrets and keys by which an actor is recognized. */
export const credentialKinds = ['session', 'token', 'passkey', 'link', 'code'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export interface Actor {
  readonly kind: ActorKind
  readonly userId: string | null
  readonly role: Role | null
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null } | null
}

/** The headers that limit a change to certain versions of a record (RFC 9110 §13.1). */
export type Condition = 'If-Match' | 'If-None-Match'

export interface Act {
  readonly actor: Actor
  /** An operation of the API such as `createPatient`, a command such as `token create`, or a task of the service. */
  readonly action: string
  /** The id of the request, such as `req_7d9f…`; null for an act without a request. */
  readonly requestId: string | null
  /** The caller's IP address; null for an act without a request. */
  readonly address: string | null
  /**
   * Returns the condition that a record of this version does not meet. The field is undefined when every version is
   * accepted.
   */
  readonly unmet?: ((version: number) => Condition | undefined) | undefined
  /**
   * Given when the request has an idempotency key, so that a client can repeat it. The first write of the act stores
   * the answer.
   */
  readonly retry?: Retry | undefined
  /**
   * Called after work for this act that runs outside its request, such as a write. `ms` is how long the work took, in
   * milliseconds. `bytes` is how much was written. `commonMs` is the write's part of the common time of its
   * transaction, with the commit.
   */
  readonly worked?: ((ms: number, bytes?: number, commonMs?: number) => void) | undefined
  /**
   * Given when the writes of this act need no row in the audit trail, because nobody would look for them; see
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
 * An act of the service that changes only data for the service itself, such as the time of the last request of a token.
 * The audit trail may contain such an act, but it need not.
 */
export const bookkeepingAct = (action: string): Act => ({ ...serviceAct(action), bookkeeping: true })

/** An act of an unknown person. */
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
 * The act with the actor who was recognized while the request was handled. A patient's IP address is left out, because
 * the audit trail would keep it after the patient is erased.
 */
export const actBy = ({ action, requestId, address, retry, worked }: Act, actor: Actor): Act => ({
  actor,
  action,
  requestId,
  address: actor.kind === 'patient' ? null : address,
  retry,
  worked,
})

/** A member who was recognized by a passkey or a link. */
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
