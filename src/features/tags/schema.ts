import { type Static, Type } from '@sinclair/typebox'
import { answeredId, answeredInstant, filledText, nullable, optional, shape, text } from '../../http/shape.ts'

const name = (example: string) =>
  filledText(200, { description: 'Trimmed; unique in the practice, whatever its case.', examples: [example] })
const color = optional(nullable(text(1000, { examples: ['#0ea5e9'] })))

export const createTagBody = shape({ name: name('Whitening'), color })
export const updateTagBody = shape({ name: optional(name('Recall')), color })
export type CreateTag = Static<typeof createTagBody>
export type UpdateTag = Static<typeof updateTagBody>

export const tag = shape({
  id: answeredId('tag'),
  practiceId: answeredId('practice'),
  name: Type.String({ examples: ['Recall'] }),
  color: nullable(Type.String({ examples: ['#0ea5e9'] })),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const tagList = shape({ tags: Type.Array(tag) })
