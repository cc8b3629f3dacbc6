import type { Static } from '@sinclair/typebox'
import { mostMembers } from '../../domain/limits.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { countWork } from '../../http/exchange.ts'
import type { Minted } from '../../http/repeats.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { MemberRow } from '../../store/access/members.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { enrolmentUrl } from '../../webauthn/links.ts'
import { newAddress, newLink, newRole } from '../shared/account-mail.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { member, viewMember } from '../shared/member.ts'
import {
  browseMembers,
  editMember,
  type Invitation,
  inviteMember,
  readMember,
  replaceLink,
} from './actions.ts'
import { invitationMail } from './invitation.ts'
import { inviteBody, invited, memberList, replaceLinkBody, updateMemberBody } from './schema.ts'

/** The consequence of a crash while a link is being mailed. */
const onceMailed = 'After a crash in between, the repetition answers 409 and makes no second link.'
/** A link that was not mailed is shown to the owner once. */
const mints = ({ member, link }: Static<typeof invited>): Minted | null =>
  link.url === null ? null : { path: 'memberId', id: member.id }
const ids = { memberId: pathId('colleague', 'The member.') }

/** The people of the practice (RULES §2.4): every member reads them, signed-in owners manage them. */
export const memberRoutes = tagged('Members', ({ route, sites, mail, now }: PasskeyDeps) => {
  /**
   * Mails an enrolment link to its member. Only a link that was not mailed is shown to the owner: an owner with a
   * colleague's link could sign in as this colleague.
   */
  async function handOver(
    request: Request,
    { read }: Practice,
    invitation: Invitation,
    { replaces }: { replaces: boolean },
  ) {
    const { member, secret, expiresAt } = invitation
    const { url, letter } = countWork(request, () => {
      const url = enrolmentUrl(sites.of(read.practiceId).origin, secret)
      return { url, letter: invitationMail(invitation, found(findPractice(read)), url, { replaces }) }
    })
    const mailed = await mail.send(request, letter)
    if (!mailed && replaces) mail.tell(request, { practiceId: read.practiceId, userId: member.id }, newLink)
    return {
      member: viewMember(member),
      link: { url: mailed ? null : url, expiresAt: formatInstant(expiresAt) },
      mailed,
    }
  }

  /** Mails a member about a new role, and about a new e-mail address at both addresses. */
  function tellChanges(request: Request, { before, after }: { before: MemberRow; after: MemberRow }) {
    const to = { practiceId: after.practiceId, userId: after.id }
    if (after.role !== before.role) mail.tell(request, to, newRole(after.role))
    if (after.email === before.email) return
    for (const address of [before.email, after.email])
      mail.tell(request, to, newAddress(before.email, after.email), address)
  }

  return {
    list: route(
      {
        id: 'listMembers',
        summary: 'List members',
        description: 'Lists the members in the order in which they joined, also members who are not active.',
        answer: memberList,
        streams: true,
      },
      ({ practice }) => {
        const { members, invitations } = browseMembers(practice, now())
        return {
          members: members.map(viewMember),
          invitations: invitations.map(({ userId, expiresAt }) => ({
            memberId: userId,
            expiresAt: formatInstant(expiresAt),
          })),
        }
      },
    ),

    invite: route(
      {
        id: 'inviteMember',
        summary: 'Invite a member',
        description: `Owners only, with a passkey used within the last ten minutes. Makes a link that works once within 72 hours. With this link the member registers a passkey. The link is mailed to the member. The answer contains the link only if it could not be mailed. A conflict (409) means that a member has the address already, or that the practice has ${mostMembers.toLocaleString('en')} members.`,
        who: 'signed-in owner',
        body: inviteBody,
        answer: invited,
        status: 201,
        problems: ['passkey_required', 'conflict'],
        mints,
        afterwards: `Whether the link was mailed is known after the write. ${onceMailed}`,
      },
      async ({ practice, request, caller, body }) =>
        handOver(request, practice, await inviteMember(practice, caller, body, now()), { replaces: false }),
    ),

    read: route(
      {
        id: 'getMember',
        summary: 'Read a member',
        description: 'Reads one member of the practice, active or not.',
        ids,
        answer: member,
      },
      ({ practice, ids }) => viewMember(readMember(practice, ids.memberId)),
    ),

    update: route(
      {
        id: 'updateMember',
        summary: 'Update a member',
        description:
          'Owners only, signed in with a passkey. Another address, a deactivation and another role need a passkey used within the last ten minutes. At least one owner with a passkey must remain. A new e-mail address ends an open link. The member gets a mail about a new role or address.',
        who: 'signed-in owner',
        ids,
        body: updateMemberBody,
        answer: member,
        conditional: true,
        problems: ['passkey_required', 'conflict'],
      },
      async ({ practice, request, caller, ids, body }) => {
        const edited = await editMember(practice, caller, ids.memberId, body, now())
        tellChanges(request, edited)
        return edited
      },
      ({ after }) => viewMember(after),
    ),

    replaceLink: route(
      {
        id: 'replaceMemberLink',
        summary: 'Give a member a new link',
        description:
          "Owners only, with a passkey used within the last ten minutes, for a member who has lost their passkeys. The member's old passkeys, sessions and links end at once, and their API tokens unless `endTokens` is false. The link is mailed to the member. The answer contains the link only if it could not be mailed. You cannot do this to your own account.",
        who: 'signed-in owner',
        ids,
        body: replaceLinkBody,
        answer: invited,
        problems: ['passkey_required', 'conflict'],
        mints,
        afterwards: `Whether the link was mailed is known after the write. ${onceMailed}`,
      },
      async ({ practice, request, caller, ids, body: { endTokens = true } }) => {
        const invitation = await replaceLink(practice, caller, ids.memberId, { endTokens }, now())
        return handOver(request, practice, invitation, { replaces: true })
      },
    ),
  }
})
