import { type Static, Type } from '@sinclair/typebox'
import { type TokenScope, tokenScopes } from '../../domain/caller.ts'
import { deskLanguages } from '../../domain/desk-languages.ts'
import { answeredInstant, describedShape, namedShape, nullable, oneOf, optional } from '../../http/shape.ts'
import { member, memberMeans } from '../shared/member.ts'
import { pack, practice } from '../shared/practice-schema.ts'

export const me = namedShape(
  'Me',
  'The caller, their practice, and the statuses that its patients can have.',
  {
    user: member,
    practice,
    pack,
    auth: describedShape('How the caller is known.', {
      kind: oneOf(['session', 'token'], {
        description: '`session`: signed in with a passkey. `token`: an API token.',
      }),
      expiresAt: answeredInstant('When the token of this request stops working.'),
      scopes: Type.Array(oneOf<TokenScope>(tokenScopes, { description: 'A scope.' }), {
        description: 'What the caller may do.',
        examples: [['read', 'write']],
      }),
    }),
  },
)

export const updateMeBody = namedShape('UpdateMe', 'What a member changes of their own record.', {
  language: optional(nullable(oneOf(deskLanguages, { description: memberMeans.language, examples: ['de'] }))),
})
export type Me = Static<typeof me>
export type UpdateMe = Static<typeof updateMeBody>
