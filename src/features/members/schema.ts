import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  filledText,
  formatted,
  oneOf,
  optional,
  shape,
} from '../../http/shape.ts'
import { member } from '../shared/member.ts'

const name = filledText(200, { description: 'Trimmed; not empty.', examples: ['Jonas Weber'] })
const email = (example: string) =>
  formatted('email', {
    maxLength: 254,
    description: 'Unique in the practice.',
    examples: [example],
  })

export const inviteBody = shape({
  email: email('sofia.lang@example.org'),
  role: oneOf(['owner', 'assistant'], { examples: ['assistant'] }),
  name: optional(
    filledText(200, {
      description: 'The e-mail address until the member gives one.',
      examples: ['Sofia Lang'],
    }),
  ),
})
export type Invite = Static<typeof inviteBody>

export const updateMemberBody = shape({
  name: optional(name),
  email: optional(email('jonas.weber@example.org')),
  role: optional(oneOf(['owner', 'assistant'], { examples: ['assistant'] })),
  active: optional(
    Type.Boolean({
      description: 'A member who is not active cannot sign in; his sessions and tokens end at once.',
    }),
  ),
})
export type UpdateMember = Static<typeof updateMemberBody>

export const memberList = shape({
  members: Type.Array(member),
  invitations: Type.Array(shape({ memberId: answeredId('member'), expiresAt: answeredInstant() }), {
    description: 'Whose enrolment link is open, and until when.',
  }),
})

export const invited = shape({
  member,
  link: shape({
    url: Type.String({ description: 'Opens once, for whoever has it: shown here and never again.' }),
    expiresAt: answeredInstant(),
  }),
  mailed: Type.Boolean({ description: 'Whether the mail server took it for the member.' }),
})
