import type { Static } from '@sinclair/typebox'
import {
  answeredFlag,
  answeredId,
  answeredText,
  filledText,
  flag,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  optional,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const means = {
  name: 'Name. No two tags of a practice have the same name; case does not count.',
  color: 'The colour of the label, in any notation. Null without a colour.',
  alert:
    'Whether the team must know the tag before a visit, such as an allergy. No message to patients contains the tag.',
}

const name = (example: string) => filledText(200, `${means.name} Trimmed; not empty.`, example)
const color = optional(nullable(text(1000, means.color, '#0ea5e9')))

export const createTagBody = namedShape('CreateTag', 'A new tag. Only the name is required.', {
  name: name('Whitening'),
  color,
  alert: optional(flag(`${means.alert} False when left out.`, true)),
})
export const updateTagBody = namedShape('UpdateTag', 'The fields to change.', {
  name: optional(name('Recall')),
  color,
  alert: optional(flag(means.alert, true)),
})
export type CreateTag = Static<typeof createTagBody>
export type UpdateTag = Static<typeof updateTagBody>

export const tag = namedShape('Tag', 'A label for patients.', {
  id: answeredId('tag', 'The id of the tag.'),
  ...ofPractice,
  name: answeredText(means.name, 'Recall'),
  color: nullable(answeredText(means.color, '#0ea5e9')),
  alert: answeredFlag(means.alert, false),
  ...timestamps,
  ...versioned,
})

export const tagList = namedShape('TagList', 'All tags of the practice.', {
  tags: listOf(tag, 'The tags, by name.'),
})
