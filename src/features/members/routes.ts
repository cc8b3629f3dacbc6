import type { Mailer } from '../../delivery/smtp.ts'
import type { Caller } from '../../domain/caller.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { requestIdOf } from '../../http/exchange.ts'
import type { ReportFault } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { findPractice } from '../../store/practice.ts'
import { enrolmentUrl } from '../../webauthn/site.ts'
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
import { invitationMail, mailed } from './invitation.ts'
import { inviteBody, invited, memberList, updateMemberBody } from './schema.ts'

export interface MemberDeps extends PasskeyDeps {
  /** Undefined where no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly reportFault: ReportFault
}

const tag = 'Members'
const ids = { memberId: pathId('colleague', 'The member.') }

/** The people of the practice (RULES §2.4): every member reads them, signed-in owners manage them. */
export const memberRoutes = ({ practices, site, mailer, reportFault, now }: MemberDeps) => {
  /** Shows an enrolment link to the owner, and mails it to the member where mail is set up. */
  async function handOver(request: Request, caller: Caller, invitation: Invitation) {
    const url = enrolmentUrl(site, invitation.secret)
    const practice = found(findPractice(practices.of(caller.practiceId).read))
    const report = (error: Error) => reportFault({ requestId: requestIdOf(request), error })
    return {
      member: viewMember(invitation.member),
      link: { url, expiresAt: formatInstant(invitation.expiresAt) },
      mailed:
        mailer !== undefined && (await mailed(mailer, invitationMail(invitation, practice, url), report)),
    }
  }

  return {
    list: route(
      {
        id: 'listMembers',
        tag,
        summary: 'List members',
        description: 'In the order in which they joined. Members who are not active are listed too.',
        answer: memberList,
      },
      ({ caller }) => {
        const { members, invitations } = browseMembers(practices.of(caller.practiceId), now())
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
        tag,
        summary: 'Invite a member',
        description:
          'Owners only, signed in with a passkey. The answer holds a link that works once within 72 hours. With it the member registers a passkey. Where mail is set up, the link is mailed to the member. A conflict (409) means that a member has the address, or that the practice has 1,000 members.',
        who: 'signed-in owner',
        body: inviteBody,
        answer: invited,
        status: 201,
        problems: ['conflict'],
      },
      async ({ request, caller, body }) =>
        handOver(request, caller, await inviteMember(practices.of(caller.practiceId), caller, body, now())),
    ),

    read: route(
      {
        id: 'getMember',
        tag,
        summary: 'Read a member',
        description: 'Reads one member of the practice, active or not.',
        ids,
        answer: member,
      },
      ({ caller, ids }) => viewMember(readMember(practices.of(caller.practiceId), ids.memberId)),
    ),

    update: route(
      {
        id: 'updateMember',
        tag,
        summary: 'Update a member',
        description:
          'Owners only, signed in with a passkey. The last active owner must stay an active owner. A new e-mail address ends an open link.',
        who: 'signed-in owner',
        ids,
        body: updateMemberBody,
        answer: member,
        problems: ['conflict'],
      },
      async ({ caller, ids, body }) =>
        viewMember(await editMember(practices.of(caller.practiceId), caller, ids.memberId, body, now())),
    ),

    replaceLink: route(
      {
        id: 'replaceMemberLink',
        tag,
        summary: 'Give a member a new link',
        description:
          "Owners only, signed in with a passkey, for a member who has lost their passkeys. The member's old passkeys, sessions and links end at once. You cannot do this to your own account.",
        who: 'signed-in owner',
        ids,
        answer: invited,
        problems: ['conflict'],
      },
      async ({ request, caller, ids }) =>
        handOver(
          request,
          caller,
          await replaceLink(practices.of(caller.practiceId), caller, ids.memberId, now()),
        ),
    ),
  }
}
