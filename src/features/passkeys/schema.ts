import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  listOf,
  namedShape,
  nullable,
  optional,
  query,
  queryInteger,
} from '../../http/shape.ts'
import { ceremonyOptions, passkeyResponse } from '../../webauthn/schema.ts'

const name = filledText(200, 'What the member calls the passkey. Trimmed; not empty.', 'Laptop')

export const addPasskeyBody = namedShape(
  'AddPasskey',
  'A new passkey: its name and the answer of the browser.',
  { name, response: passkeyResponse },
)
export const renamePasskeyBody = namedShape('RenamePasskey', 'The new name of a passkey.', { name })

export const beginCheckQuery = query({
  nth: optional(
    queryInteger(
      0,
      1_000,
      'How many earlier tries found no passkey in this browser. Each try asks for the passkeys of the next address.',
      0,
    ),
  ),
})
export const beganCheck = namedShape(
  'BeganPasskeyCheck',
  'The options with which a browser asks for a passkey. They are valid for five minutes.',
  {
    ...ceremonyOptions.properties,
    earlier: optional(
      answeredFlag(
        'True when your passkeys belong to several addresses. Then another try may find a passkey.',
        true,
      ),
    ),
  },
)
export const checkPasskeyBody = namedShape('CheckPasskey', 'The answer of the browser.', {
  response: passkeyResponse,
})
export const checkedPasskey = namedShape('CheckedPasskey', 'A passkey that was just used.', {
  validUntil: answeredInstant('Until when the check is valid.'),
})

export const passkey = namedShape('Passkey', 'A passkey with which a member signs in.', {
  id: answeredId('passkey', 'The id of the passkey.'),
  name: answeredText('What the member calls the passkey.', 'Laptop'),
  lastUsedAt: nullable(answeredInstant('When the passkey last signed the member in. Null until then.')),
  createdAt: answeredInstant('When the passkey was added.'),
})

export const passkeyList = namedShape('PasskeyList', "The caller's own passkeys.", {
  passkeys: listOf(passkey, 'The passkeys, oldest first.'),
})
