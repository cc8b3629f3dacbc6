import type { Caller } from '../../domain/caller.ts'
import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { mostMembers, requireRoom } from '../../domain/limits.ts'
import { conflict, found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { revokeTokensOf } from '../../store/access/api-tokens.ts'
import { removeFeedsOf } from '../../store/access/calendar-feeds.ts'
import { listEnrolmentLinks, removeEnrolmentLink } from '../../store/access/enrolment-links.ts'
import {
  countMembers,
  findMember,
  findMemberByEmail,
  insertMember,
  listMembers,
  type MemberRow,
  ownerIdsWithPasskey,
  updateMember,
} from '../../store/access/members.ts'
import { removePasskeysOf } from '../../store/access/passkeys.ts'
import { endSessionsOf, listSessionIds } from '../../store/access/sessions.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import { openEnrolmentLink } from '../shared/access.ts'
import { recordNewMember } from '../shared/member.ts'
import { requireFreshPasskey, requireOwner } from '../shared/requirements.ts'
import type { Invite, UpdateMember } from './schema.ts'

/** A member and their new enrolment link. */
export interface Invitation {
  readonly member: MemberRow
  /** The link's secret. It is stored nowhere. */
  readonly secret: string
  /** When the link expires, in epoch milliseconds. */
  readonly expiresAt: number
}

/** The members, and the enrolment links that are open at `now` (epoch milliseconds). */
export const browseMembers = ({ read }: ReadablePractice, now: number) => ({
  members: listMembers(read),
  invitations: listEnrolmentLinks(read, now),
})

export const readMember = (practice: Practice, memberId: string) => found(findMember(practice.read, memberId))

/**
 * Adds a member and opens an enrolment link for them.
 * @throws `passkey_required`. `forbidden` when the caller is no longer an owner. `conflict` when a member has the
 * e-mail address, or when there are 1,000 members.
 */
export const inviteMember = (practice: Practice, caller: Caller, body: Invite, now: number) =>
  practice.write((tx): Invitation => {
    const id = newId(now)
    requireOwner(tx, caller)
    requireFreshPasskey(tx, caller, now)
    requireFreeEmail(tx, body.email, id)
    requireRoom(countMembers(tx), mostMembers, tooMany)
    const { email, role, name = email } = body
    insertMember(tx, {
      id,
      name,
      email,
      role,
      active: true,
      color: null,
      language: null,
      createdAt: now,
      updatedAt: now,
    })
    recordNewMember(tx, id)
    return { member: found(findMember(tx, id)), ...openEnrolmentLink(tx, id, now) }
  })

const tooMany = `There are ${mostMembers} members, and there can be no more. Members who are not active count too.`

/**
 * Changes a member by the rules of PATCH (RULES §1). A member who is deactivated loses their access at once. Returns
 * the member before and after the change.
 * @throws `not_found`. `passkey_required` for another address, for another role and for a deactivation. `forbidden`
 * when the caller is no longer an owner. `conflict` when another member has the e-mail address, or when no owner could
 * sign in any more.
 */
export const editMember = (
  practice: Practice,
  caller: Caller,
  memberId: string,
  body: UpdateMember,
  now: number,
) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    const before = requireMatch(tx, findMember(tx, memberId))
    const after = amended(before, body, now, (changes) => {
      // A new link is sent to the e-mail address. A member who is deactivated or demoted cannot object.
      if (changes.email !== undefined || changes.active === false || changes.role !== undefined)
        requireFreshPasskey(tx, caller, now)
      if (changes.email !== undefined) requireFreeEmail(tx, changes.email, memberId)
      if (changes.role === 'assistant' || changes.active === false) requireAnotherOwner(tx, before)
      updateMember(tx, memberId, changes)
      // The open link was sent to the old address, which may belong to a stranger.
      if (changes.email !== undefined) removeEnrolmentLink(tx, memberId)
      if (changes.active === true) endSessionsOf(tx, memberId)
      const ended = changes.active === false ? shutOut(tx, memberId, now) : undefined
      const [record, after] = [{ kind: 'member', id: memberId } as const, { ...before, ...changes }]
      tx.record({ kind: 'access', record, before, after, ...(ended && { detail: ended }) })
    })
    return { before, after }
  })

/**
 * Gives a member who lost their passkeys a new enrolment link. Their passkeys, sessions and older link end at once, and
 * with `endTokens` their API tokens too.
 * @throws `not_found`. `passkey_required`. `forbidden` when the caller is no longer an owner. `conflict` when the
 * member is not active or is the caller, or when no owner could sign in any more.
 */
export const replaceLink = (
  practice: Practice,
  caller: Caller,
  memberId: string,
  how: { readonly endTokens: boolean },
  now: number,
) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    requireFreshPasskey(tx, caller, now)
    if (memberId === caller.userId)
      throw conflict('This would lock you out. Add a passkey to your own account instead.')
    requireAnotherOwner(tx, found(findMember(tx, memberId)))
    return openNewLink(tx, memberId, how, now)
  })

/**
 * Gives a member a new enrolment link, from the command line. Their passkeys, sessions and older link end at once, and
 * with `endTokens` their API tokens too. There is no caller to check: people at the machine may do this. They may do it
 * for the last owner, too, because they can make another link.
 * @throws `not_found`; `conflict` when the member is not active.
 */
export const reissueLink = (
  practice: Practice,
  memberId: string,
  how: { readonly endTokens: boolean },
  now: number,
) => practice.write((tx) => openNewLink(tx, memberId, how, now))

function openNewLink(
  tx: WriteScope,
  memberId: string,
  { endTokens }: { readonly endTokens: boolean },
  now: number,
): Invitation {
  const member = found(findMember(tx, memberId))
  if (!member.active) throw conflict('This member is not active. Activate the member first.')
  const detail = {
    passkeysRemoved: removePasskeysOf(tx, memberId),
    sessionsEnded: endSessionsOf(tx, memberId),
    tokensRevoked: endTokens ? revokeTokensOf(tx, memberId, now) : 0,
    feedsEnded: endTokens ? removeFeedsOf(tx, memberId) : 0,
  }
  tx.record({ kind: 'access', record: { kind: 'member', id: memberId }, detail })
  return { member, ...openEnrolmentLink(tx, memberId, now) }
}

/**
 * Ends every way to sign in, and returns how many there were. A member who is activated again needs a new link. The
 * sessions of a member who is not active let nobody in. The rows of these sessions stay, so that the front desk can
 * show why the sessions ended. The rows are removed when the member is activated.
 */
function shutOut(tx: WriteScope, memberId: string, now: number) {
  removeEnrolmentLink(tx, memberId)
  return {
    passkeysRemoved: removePasskeysOf(tx, memberId),
    sessionsEnded: listSessionIds(tx, memberId).length,
    tokensRevoked: revokeTokensOf(tx, memberId, now),
    feedsEnded: removeFeedsOf(tx, memberId),
  }
}

/** Checks that an owner can still sign in when this member no longer can, or is no longer an owner. */
function requireAnotherOwner(scope: Scope, member: MemberRow): void {
  if (member.role !== 'owner' || !member.active) return
  if (!ownerIdsWithPasskey(scope).some((id) => id !== member.id))
    throw conflict(
      'Before this change, another owner needs a passkey. You can make another member an owner and ask them to make a passkey.',
    )
}

function requireFreeEmail(scope: Scope, email: string, ownId: string): void {
  const holder = findMemberByEmail(scope, email)
  if (holder !== null && holder.id !== ownId)
    throw conflict('A member has this e-mail address. Use a different one.', [
      { path: 'email', message: 'must not be the address of another member' },
    ])
}
