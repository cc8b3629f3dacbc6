import type { Caller } from '../../domain/caller.ts'
import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { conflict, forbidden, found } from '../../domain/problem.ts'
import { revokeTokensOf } from '../../store/api-tokens.ts'
import { listEnrolmentLinks, openEnrolmentLink, removeEnrolmentLink } from '../../store/enrolment-links.ts'
import {
  activeOwnerIds,
  findMember,
  findMemberByEmail,
  insertMember,
  listMembers,
  type MemberRow,
  updateMember,
} from '../../store/members.ts'
import { removePasskeysOf } from '../../store/passkeys.ts'
import type { Scope, WriteScope } from '../../store/scope.ts'
import { endSessionsOf, requireSession } from '../../store/sessions.ts'
import type { Practice } from '../../store/store.ts'
import type { Invite, UpdateMember } from './schema.ts'

export interface Invited {
  readonly member: MemberRow
  /** Of the enrolment link: known here and to nobody else. */
  readonly secret: string
  readonly expiresAt: number
}

export const browseMembers = ({ read }: Practice, now: number) => ({
  members: listMembers(read),
  invitations: listEnrolmentLinks(read, now),
})

export const readMember = (practice: Practice, memberId: string) => found(findMember(practice.read, memberId))

/** @throws `conflict` when a member of the practice has the e-mail address. */
export const inviteMember = (practice: Practice, caller: Caller, body: Invite, now: number) =>
  practice.write((tx): Invited => {
    const id = newId(now)
    requireOwner(tx, caller)
    requireFreeEmail(tx, body.email, id)
    const { email, role, name = email } = body
    insertMember(tx, { id, name, email, role, active: true, createdAt: now, updatedAt: now })
    return { member: found(findMember(tx, id)), ...openEnrolmentLink(tx, id, now) }
  })

/** @throws `conflict` for the last active owner's role and activity, and for an e-mail address that is taken. */
export const editMember = (
  practice: Practice,
  caller: Caller,
  memberId: string,
  body: UpdateMember,
  now: number,
) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    return amended(found(findMember(tx, memberId)), body, now, (changes) => {
      if (changes.email !== undefined) requireFreeEmail(tx, changes.email, memberId)
      if (changes.role === 'assistant' || changes.active === false) requireAnotherOwner(tx, memberId)
      updateMember(tx, memberId, changes)
      // A link went to the old address, which may belong to a stranger.
      if (changes.email !== undefined) removeEnrolmentLink(tx, memberId)
      if (changes.active === false) shutOut(tx, memberId, now)
    })
  })

/**
 * Gives a member who has lost his passkeys a new enrolment link. The old passkeys and sessions are good for
 * nothing from then on, and so is a link he was given before. His API tokens, which programs live by, stay.
 * @throws `conflict` for a member who is not active, and for the caller, who would lock himself out.
 */
export const replaceLink = (practice: Practice, caller: Caller, memberId: string, now: number) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    if (memberId === caller.userId)
      throw conflict('This would lock you out. Add a passkey to your own account instead.')
    return openNewLink(tx, memberId, now)
  })

/** The same, by whoever has the machine in his hands. @throws `conflict` for a member who is not active. */
export const reissueLink = (practice: Practice, memberId: string, now: number) =>
  practice.write((tx) => openNewLink(tx, memberId, now))

function openNewLink(tx: WriteScope, memberId: string, now: number): Invited {
  const member = found(findMember(tx, memberId))
  if (!member.active) throw conflict('This member is not active.')
  removePasskeysOf(tx, memberId)
  endSessionsOf(tx, memberId)
  return { member, ...openEnrolmentLink(tx, memberId, now) }
}

/** Whoever stopped being an owner a moment ago must not leave another behind. */
function requireOwner(tx: WriteScope, caller: Caller): void {
  requireSession(tx, caller)
  if (findMember(tx, caller.userId)?.role !== 'owner') throw forbidden()
}

function shutOut(tx: WriteScope, memberId: string, now: number): void {
  endSessionsOf(tx, memberId)
  removeEnrolmentLink(tx, memberId)
  revokeTokensOf(tx, memberId, now)
}

function requireAnotherOwner(scope: Scope, memberId: string): void {
  const owners = activeOwnerIds(scope)
  if (owners.length === 1 && owners[0] === memberId)
    throw conflict('This is the last active owner. Make another member an owner first.')
}

function requireFreeEmail(scope: Scope, email: string, ownId: string): void {
  const holder = findMemberByEmail(scope, email)
  if (holder !== null && holder.id !== ownId)
    throw conflict('A member has this e-mail address.', [
      { path: 'email', message: "is another member's e-mail address" },
    ])
}
