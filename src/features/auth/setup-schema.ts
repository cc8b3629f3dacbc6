import { type Static, Type } from '@sinclair/typebox'
import { type PackName, packNames } from '../../domain/pack.ts'
import { describedShape, filledText, formatted, nullable, oneOf, shape, text } from '../../http/shape.ts'
import { passkeyResponse } from '../../webauthn/schema.ts'
import { pack, workingHours } from '../shared/practice-schema.ts'

const link = text(200, 'The secret of the setup link: the part after its `#`.')

export const openSetupBody = shape({ link })
export const openedSetup = shape({ packs: Type.Array(pack) })

const form = {
  link,
  practiceName: filledText(200),
  timezone: formatted('time-zone'),
  pack: oneOf<PackName>(packNames),
  workingHours: nullable(workingHours),
  ownerName: filledText(200),
  ownerEmail: { ...formatted('email'), maxLength: 254 },
}
export const beginSetupBody = describedShape('A new practice and its first owner.', form)
/** The browser sends the form a second time, because the server does not keep it while the owner makes a passkey. */
export const finishSetupBody = describedShape('A new practice, its first owner, and the new passkey.', {
  ...form,
  response: passkeyResponse,
})
export type SetupForm = Static<typeof beginSetupBody>
