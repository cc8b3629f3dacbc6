import { Elysia } from 'elysia'
import type { Mailer } from '../../delivery/smtp.ts'
import { lookupId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, requestIdOf, signedInOwnerOf, signedInOwnersOnly } from '../../http/exchange.ts'
import type { ReportFault } from '../../http/problems.ts'
import { pathId, shape } from '../../http/shape.ts'
import { findPractice } from '../../store/practice.ts'
import type { Practice } from '../../store/store.ts'
import { enrolmentUrl } from '../../webauthn/site.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { member, viewMember } from '../shared/member.ts'
import { browseMembers, editMember, type Invited, inviteMember, readMember, replaceLink } from './actions.ts'
import { invitationMail, mailed } from './invitation.ts'
import { inviteBody, invited, memberList, updateMemberBody } from './schema.ts'

export interface MemberDeps extends PasskeyDeps {
  /** Undefined where no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly reportFault: ReportFault
}

const params = shape({ memberId: pathId('colleague', 'The member.') })

/** The people of the practice (decisions "Records"): read by any member, managed by owners. */
export function memberRoutes({ practices, site, mailer, reportFault, now }: MemberDeps) {
  const manage = (request: Request) => {
    const caller = signedInOwnerOf(request)
    return { caller, practice: practices.of(caller.practiceId) }
  }

  /** Shows the link to the owner, and mails it to the member where that can be done. */
  async function handOver(request: Request, practice: Practice, invitation: Invited) {
    const url = enrolmentUrl(site, invitation.secret)
    const report = (error: Error) => reportFault({ requestId: requestIdOf(request), error })
    return answer(request, {
      member: viewMember(invitation.member),
      link: { url, expiresAt: formatInstant(invitation.expiresAt) },
      mailed:
        mailer !== undefined &&
        (await mailed(mailer, invitationMail(invitation, found(findPractice(practice.read)), url), report)),
    })
  }

  return new Elysia({ prefix: '/members', tags: ['Members'] })
    .get(
      '',
      ({ request }) => {
        const { members, invitations } = browseMembers(practices.of(callerOf(request).practiceId), now())
        return answer(request, {
          members: members.map(viewMember),
          invitations: invitations.map(({ userId, expiresAt }) => ({
            memberId: userId,
            expiresAt: formatInstant(expiresAt),
          })),
        })
      },
      {
        response: answers(200, memberList),
        detail: {
          summary: 'List members',
          description: 'In the order they came, those not active included.',
        },
      },
    )
    .post(
      '',
      async ({ request, body, set }) => {
        const { caller, practice } = manage(request)
        const invitation = await inviteMember(practice, caller, body, now())
        set.status = 201
        return await handOver(request, practice, invitation)
      },
      {
        parse: readJson,
        transform: signedInOwnersOnly,
        body: inviteBody,
        response: answers(201, invited, 'forbidden', 'conflict', ...bodyProblems),
        detail: {
          summary: 'Invite a member',
          description:
            'Owners only, signed in with a passkey. Answers a link, good once and for 72 hours, by which the member registers a passkey; it is mailed to him where mail is set up.',
        },
      },
    )
    .get(
      '/:memberId',
      ({ request, params }) => {
        const practice = practices.of(callerOf(request).practiceId)
        return answer(request, viewMember(readMember(practice, lookupId(params.memberId))))
      },
      { params, response: answers(200, member, 'not_found'), detail: { summary: 'Read a member' } },
    )
    .patch(
      '/:memberId',
      async ({ request, params, body }) => {
        const { caller, practice } = manage(request)
        const edited = await editMember(practice, caller, lookupId(params.memberId), body, now())
        return answer(request, viewMember(edited))
      },
      {
        params,
        parse: readJson,
        transform: signedInOwnersOnly,
        body: updateMemberBody,
        response: answers(200, member, 'forbidden', 'not_found', 'conflict', ...bodyProblems),
        detail: {
          summary: 'Update a member',
          description:
            'Owners only, signed in with a passkey. The last active owner stays one. Another e-mail address ends an open link.',
        },
      },
    )
    .post(
      '/:memberId/link',
      async ({ request, params }) => {
        const { caller, practice } = manage(request)
        const invitation = await replaceLink(practice, caller, lookupId(params.memberId), now())
        return await handOver(request, practice, invitation)
      },
      {
        params,
        transform: signedInOwnersOnly,
        response: answers(200, invited, 'forbidden', 'not_found', 'conflict'),
        detail: {
          summary: 'Give a member a new link',
          description:
            "Owners only, signed in with a passkey, for a member who has lost his passkeys: these, his sessions and an older link end at once. Not for one's own account.",
        },
      },
    )
}
