import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  filledText,
  integer,
  nullable,
  optional,
  shape,
  text,
} from '../../http/shape.ts'

const name = (example: string) =>
  filledText(200, { description: 'Trimmed; unique in the practice, whatever its case.', examples: [example] })
const settings = {
  color: optional(nullable(text(1000, { examples: ['#22c55e'] }))),
  position: optional(
    integer(0, 1_000_000, {
      description: 'Place in the list; a new chair comes last unless said otherwise.',
    }),
  ),
  active: optional(
    Type.Boolean({ description: 'A chair that is not active takes no new entry and offers no slots.' }),
  ),
}

export const createChairBody = shape({ name: name('Room 1'), ...settings })
export const updateChairBody = shape({ name: optional(name('Room 2')), ...settings })
export type CreateChair = Static<typeof createChairBody>
export type UpdateChair = Static<typeof updateChairBody>

export const chair = shape({
  id: answeredId('chair'),
  practiceId: answeredId('practice'),
  name: Type.String({ examples: ['Room 1'] }),
  color: nullable(Type.String({ examples: ['#22c55e'] })),
  position: Type.Integer(),
  active: Type.Boolean(),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const chairList = shape({ chairs: Type.Array(chair) })
