import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredText,
  filledText,
  named,
  nullable,
  ofPractice,
  optional,
  shape,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const means = {
  name: 'Name. No two tags of a practice share one; case does not count.',
  color: 'The colour of the label, in any notation. Null when there is none.',
}

const name = (example: string) =>
  filledText(200, { description: `${means.name} Trimmed; not empty.`, examples: [example] })
const color = optional(nullable(text(1000, { description: means.color, examples: ['#0ea5e9'] })))

export const createTagBody = named(
  'CreateTag',
  shape({ name: name('Whitening'), color }, { description: 'A new tag. Only the name is required.' }),
)
export const updateTagBody = named(
  'UpdateTag',
  shape({ name: optional(name('Recall')), color }, { description: 'The fields to change.' }),
)
export type CreateTag = Static<typeof createTagBody>
export type UpdateTag = Static<typeof updateTagBody>

export const tag = named(
  'Tag',
  shape(
    {
      id: answeredId('tag', 'The id of the tag.'),
      ...ofPractice,
      name: answeredText(means.name, 'Recall'),
      color: nullable(answeredText(means.color, '#0ea5e9')),
      ...timestamps,
      ...versioned,
    },
    { description: 'A label for patients.' },
  ),
)

export const tagList = named(
  'TagList',
  shape(
    { tags: Type.Array(tag, { description: 'The tags, by name.' }) },
    { description: 'All tags of the practice.' },
  ),
)
