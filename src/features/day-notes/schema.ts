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
  'A text that the team must know. Trimmed; not empty. Write texts about a patient into a note of the patient.',
  'Dr. Yılmaz is away from 3 p.m.',
)

export const createDayNoteBody = namedShape('CreateDayNote', 'A new note on a day.', { date, text })
export const updateDayNoteBody = namedShape('UpdateDayNote', 'The fields to change.', {
  date: optional(date),
  text: optional(text),
})
export type CreateDayNote = Static<typeof createDayNoteBody>
export type UpdateDayNote = Static<typeof updateDayNoteBody>

export const dayNote = namedShape('DayNote', 'A text that the team must know on a day.', {
  id: answeredId('dayNote', 'The id of the note.'),
  ...ofPractice,
  date,
  text: answeredText('The text of the note.', 'Dr. Yılmaz is away from 3 p.m.'),
  createdBy: answeredId('member', 'The member who first wrote the note.'),
  ...timestamps,
  ...versioned,
})
