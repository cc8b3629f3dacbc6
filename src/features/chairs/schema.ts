import type { Static } from '@sinclair/typebox'
import {
  answeredFlag,
  answeredId,
  answeredNumber,
  answeredText,
  filledText,
  flag,
  integer,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  optional,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'
import { workingHours } from '../shared/practice-schema.ts'

const means = {
  color: 'The colour in the calendar, in any notation. Null without a colour.',
  position: "The chair's place in the list, smallest first.",
  active: 'A chair that is not active takes no new entries and offers no slots. Its past entries stay.',
  workingHours: 'The hours in which the chair is used. Null when the chair has the hours of the practice.',
}

const name = (example: string) =>
  filledText(200, 'Name. Trimmed; not empty; unique in the practice. Case does not count.', example)
const settings = {
  color: optional(nullable(text(1000, means.color, '#22c55e'))),
  position: optional(integer(0, 1_000_000, `${means.position} A new chair comes last.`, 0)),
  active: optional(flag(`${means.active} True for a new chair.`, true)),
  workingHours: optional(nullable(workingHours, means.workingHours)),
}

export const createChairBody = namedShape('CreateChair', 'A new chair. Only the name is required.', {
  name: name('Room 1'),
  ...settings,
})
export const updateChairBody = namedShape('UpdateChair', 'The fields to change.', {
  name: optional(name('Room 2')),
  ...settings,
})
export type CreateChair = Static<typeof createChairBody>
export type UpdateChair = Static<typeof updateChairBody>

export const chair = namedShape('Chair', 'Where appointments take place: a chair, a room, a device.', {
  id: answeredId('chair', 'The id of the chair.'),
  ...ofPractice,
  name: answeredText('Name.', 'Room 1'),
  color: nullable(answeredText(means.color, '#22c55e')),
  position: answeredNumber(means.position, 0),
  active: answeredFlag(means.active, true),
  workingHours: nullable(workingHours, means.workingHours),
  ...timestamps,
  ...versioned,
})

export const chairList = namedShape('ChairList', 'All chairs of the practice.', {
  chairs: listOf(chair, 'The chairs, by position.'),
})
