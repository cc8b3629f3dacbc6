import type { Static } from '@sinclair/typebox'
import {
  answeredId,
  answeredText,
  filledText,
  formatted,
  namedShape,
  ofPractice,
  optional,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const date = formatted('date', "The day, in the practice's time zone, `YYYY-MM-DD`.", '2030-03-26')
const text = filledText(
  500,
  'What the team must know. Trimmed; not empty. What is about a patient belongs to a note of the patient.',
  'Dr. Yılmaz is away from 3 p.m.',
)

export const createDayNoteBody = namedShape('CreateDayNote', 'A new note on a day.', { date, text })
export const updateDayNoteBody = namedShape('UpdateDayNote', 'The fields to change.', {
  date: optional(date),
  text: optional(text),
})
export type CreateDayNote = Static<typeof createDayNoteBody>
export type UpdateDayNote = Static<typeof updateDayNoteBody>

export const dayNote = namedShape('DayNote', 'What the team must know on a day.', {
  id: answeredId('dayNote', 'The id of the note.'),
  ...ofPractice,
  date,
  text: answeredText('What the team must know.', 'Dr. Yılmaz is away from 3 p.m.'),
  createdBy: answeredId('member', 'The member who wrote it first.'),
  ...timestamps,
  ...versioned,
})
