import { type Static, Type } from '@sinclair/typebox'
import { type TokenScope, tokenScopes } from '../../domain/caller.ts'
import { deskLanguages } from '../../domain/desk-languages.ts'
import { answeredInstant, named, nullable, oneOf, optional, shape } from '../../http/shape.ts'
import { member, memberMeans } from '../shared/member.ts'
import { pack, practice } from '../shared/practice-schema.ts'

export const me = named(
  'Me',
  shape(
    {
      user: member,
      practice,
      pack,
      auth: shape(
        {
          kind: oneOf(['session', 'token'], {
            description: '`session`: signed in with a passkey. `token`: an API token.',
          }),
          expiresAt: answeredInstant('When the token of this request stops working.'),
          scopes: Type.Array(oneOf<TokenScope>(tokenScopes, { description: 'A scope.' }), {
            description: 'What the caller may do.',
            examples: [['read', 'write']],
          }),
        },
        { description: 'How the caller is known.' },
      ),
    },
    { description: 'The caller, their practice, and the statuses that its patients can have.' },
  ),
)

export const updateMeBody = named(
  'UpdateMe',
  shape(
    {
      language: optional(
        nullable(oneOf(deskLanguages, { description: memberMeans.language, examples: ['de'] })),
      ),
    },
    { description: 'What a member changes of their own record.' },
  ),
)
export type UpdateMe = Static<typeof updateMeBody>
