import { answeredInstant, named, oneOf, shape } from '../../http/shape.ts'
import { member } from '../shared/member.ts'
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
        },
        { description: 'How the caller is known.' },
      ),
    },
    { description: 'The caller, their practice, and the statuses that its patients can have.' },
  ),
)
