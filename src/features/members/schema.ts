import type { Static } from '@sinclair/typebox'
import { roles } from '../../domain/caller.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  flag,
  formatted,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  text,
} from '../../http/shape.ts'
import { memberMeans as means, member } from '../shared/member.ts'

const email = (example: string) => ({
  ...formatted('email', `${means.email} No two members of a practice have the same address.`, example),
  maxLength: 254,
})
const role = oneOf(roles, means.role, 'assistant')

export const inviteBody = namedShape(
  'InviteMember',
  'A new member of the practice. The name may be left out.',
  {
    email: email('sofia.lang@example.org'),
    role,
    name: optional(
      filledText(200, 'Name. The e-mail address replaces it until the member gives a name.', 'Sofia Lang'),
    ),
  },
)
export type Invite = Static<typeof inviteBody>

export const updateMemberBody = namedShape('UpdateMember', 'The fields to change.', {
  name: optional(filledText(200, `${means.name} Trimmed; not empty.`, 'Jonas Weber')),
  email: optional(email('jonas.weber@example.org')),
  role: optional(role),
  active: optional(flag(means.active, true)),
  color: optional(nullable(text(1000, means.color, '#22c55e'))),
})
export type UpdateMember = Static<typeof updateMemberBody>

const linkExpiry = answeredInstant('When the link stops working.', '2030-03-29T08:00:00.000Z')

export const replaceLinkBody = namedShape('ReplaceLink', 'The credentials that end with the new link.', {
  endTokens: optional(flag("Whether the member's API tokens end, too. They end unless this is false.", true)),
})

const invitation = namedShape('Invitation', 'A link that was given to a member and not used yet.', {
  memberId: answeredId('colleague', 'The member of the link.'),
  expiresAt: linkExpiry,
})

export const memberList = namedShape('MemberList', 'All members of the practice.', {
  members: listOf(member, 'The members, in the order in which they joined.'),
  invitations: listOf(invitation, 'The links that still work.'),
})

export const invited = namedShape('InvitedMember', 'A member and a link for them.', {
  member,
  link: describedShape('The link with which the member registers a passkey.', {
    url: nullable(
      answeredText(
        'The address for the member, which works once. The answer shows it here and never again. Null if the link was mailed, so that only the member has the link.',
        'https://practice.example.org/enrol#cl_…',
      ),
    ),
    expiresAt: linkExpiry,
  }),
  mailed: answeredFlag('Whether the mail server accepted the mail with the link.', false),
})
