import { Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  namedShape,
  nullable,
} from '../../http/shape.ts'
import { passkeyResponse } from '../../webauthn/schema.ts'

const name = filledText(200, {
  description: 'What the member calls the passkey. Trimmed; not empty.',
  examples: ['Laptop'],
})

export const addPasskeyBody = namedShape(
  'AddPasskey',
  'A new passkey: its name and what the browser answered.',
  { name, response: passkeyResponse },
)
export const renamePasskeyBody = namedShape('RenamePasskey', 'The new name of a passkey.', { name })

export const checkPasskeyBody = namedShape('CheckPasskey', 'What the browser answered.', {
  response: passkeyResponse,
})
export const checkedPasskey = namedShape('CheckedPasskey', 'A passkey that was just used.', {
  validUntil: answeredInstant('Until when the check counts.'),
})

export const passkey = namedShape('Passkey', 'A passkey with which a member signs in.', {
  id: answeredId('passkey', 'The id of the passkey.'),
  name: answeredText('What the member calls the passkey.', 'Laptop'),
  lastUsedAt: nullable(answeredInstant('When the passkey last signed the member in. Null until then.')),
  createdAt: answeredInstant('When the passkey was added.'),
})

export const passkeyList = namedShape('PasskeyList', "The caller's own passkeys.", {
  passkeys: Type.Array(passkey, { description: 'The passkeys, oldest first.' }),
})
