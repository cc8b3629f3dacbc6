import type { Static } from '@sinclair/typebox'
import { type TokenScope, tokenScopes } from '../../domain/caller.ts'
import { deskLanguages } from '../../domain/desk-languages.ts'
import {
  answeredInstant,
  describedShape,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
} from '../../http/shape.ts'
import { member, memberMeans } from '../shared/member.ts'
import { pack, practice } from '../shared/practice-schema.ts'

export const me = namedShape(
  'Me',
  'The caller, their practice, and the statuses that its patients can have.',
  {
    user: member,
    practice,
    pack,
    auth: describedShape('How the caller is signed in.', {
      kind: oneOf(['session', 'token'], '`session`: signed in with a passkey. `token`: an API token.'),
      expiresAt: answeredInstant('When the token of this request stops working.'),
      scopes: listOf(oneOf<TokenScope>(tokenScopes, 'A scope.'), 'The scopes of the caller.', {
        examples: [['read', 'write']],
      }),
    }),
  },
)

export const updateMeBody = namedShape(
  'UpdateMe',
  'The fields of their own record that a member can change.',
  {
    language: optional(nullable(oneOf(deskLanguages, memberMeans.language, 'de'))),
  },
)
export type Me = Static<typeof me>
export type UpdateMe = Static<typeof updateMeBody>
