import { type Static, Type } from '@sinclair/typebox'
import { type PackName, packNames } from '../../domain/pack.ts'
import { filledText, formatted, nullable, oneOf, shape, text } from '../../http/shape.ts'
import { pack, workingHours } from '../shared/practice-schema.ts'

const link = text(200, { description: 'The secret of the setup link: what follows its `#`.' })

export const openSetupBody = shape({ link })
export const openedSetup = shape({ packs: Type.Array(pack) })

export const beginSetupBody = shape({
  link,
  practiceName: filledText(200),
  timezone: formatted('time-zone'),
  pack: oneOf<PackName>(packNames),
  workingHours: nullable(workingHours),
  ownerName: filledText(200),
  ownerEmail: formatted('email', { maxLength: 254 }),
})
export type SetupForm = Static<typeof beginSetupBody>
