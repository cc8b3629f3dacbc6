import { Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  named,
  nullable,
  shape,
} from '../../http/shape.ts'
import { passkeyResponse } from '../../webauthn/schema.ts'

const name = filledText(200, {
  description: 'What the member calls the passkey. Trimmed; not empty.',
  examples: ['Laptop'],
})

export const addPasskeyBody = named(
  'AddPasskey',
  shape(
    { name, response: passkeyResponse },
    { description: 'A new passkey: its name and what the browser answered.' },
  ),
)
export const renamePasskeyBody = named(
  'RenamePasskey',
  shape({ name }, { description: 'The new name of a passkey.' }),
)

export const checkPasskeyBody = named(
  'CheckPasskey',
  shape({ response: passkeyResponse }, { description: 'What the browser answered.' }),
)
export const checkedPasskey = named(
  'CheckedPasskey',
  shape(
    { validUntil: answeredInstant('Until when the check counts.') },
    { description: 'A passkey that was just used.' },
  ),
)

export const passkey = named(
  'Passkey',
  shape(
    {
      id: answeredId('passkey', 'The id of the passkey.'),
      name: answeredText('What the member calls the passkey.', 'Laptop'),
      lastUsedAt: nullable(answeredInstant('When the passkey last signed the member in. Null until then.')),
      createdAt: answeredInstant('When the passkey was added.'),
    },
    { description: 'A passkey with which a member signs in.' },
  ),
)

export const passkeyList = named(
  'PasskeyList',
  shape(
    { passkeys: Type.Array(passkey, { description: 'The passkeys, oldest first.' }) },
    { description: "The caller's own passkeys." },
  ),
)
