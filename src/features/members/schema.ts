import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  filledText,
  formatted,
  nullable,
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
      description:
        'A member who is not active cannot sign in. Passkeys, sessions, tokens and links end at once. A member who is activated again needs a new link.',
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

export const replaceLinkBody = shape({
  endTokens: optional(
    Type.Boolean({
      description: "Whether the member's API tokens end, too. They do unless this is false.",
      examples: [true],
    }),
  ),
})

export const invited = shape({
  member,
  link: shape({
    url: nullable(
      Type.String({
        description:
          'The address for the member, which works once. It is shown here and never again. Null where the link was mailed, so that only the member has it.',
      }),
    ),
    expiresAt: answeredInstant(),
  }),
  mailed: Type.Boolean({ description: 'Whether the mail server accepted the link for the member.' }),
})
