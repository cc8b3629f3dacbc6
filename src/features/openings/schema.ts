import type { Static } from '@sinclair/typebox'
import { mostChairsAtOnce, mostDaysSearched } from '../../domain/limits.ts'
import { slotGrids } from '../../domain/open-times.ts'
import { exampleIds } from '../../http/examples.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  formatted,
  givenId,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  queryInteger,
} from '../../http/shape.ts'
import { openingCursors } from '../calendar/free-times/cursor.ts'
import { reasonSchema } from '../calendar/reasons.ts'
import { pageCursor } from '../shared/pages.ts'

/**
 * The parameter has no example. All examples of a request are sent together, and this parameter excludes
 * `durationMinutes`.
 */
const appointmentTypeId = (description: string) => optional(formatted('uuid', description))
const grid = optional(
  oneOf(
    slotGrids,
    'Where free times start: on the grid of the practice (`slots`, also when left out), or directly beside booked entries (`close`). `close` keeps days compact. Without entries, they are on the grid.',
    'slots',
  ),
)

const openingFields = {
  durationMinutes: optional(
    queryInteger(
      1,
      1440,
      'How long the free times are, in minutes. Left out when `appointmentTypeId` is given.',
      30,
    ),
  ),
  appointmentTypeId: appointmentTypeId(
    'The kind of appointment to find times for: an active appointment type of the practice. Give either this id or `durationMinutes`.',
  ),
  practitionerId: optional(
    givenId(
      'colleague',
      'Only times in which this active member is free. When left out, no member needs to be free.',
    ),
  ),
  grid,
  from: optional(
    formatted('date', "The first day, in the practice's time zone. Today when left out.", '2030-03-26'),
  ),
  to: optional(
    formatted(
      'date',
      `The day after the last day, at most ${mostDaysSearched} days after \`from\`. When left out, 90 days after \`from\`. Without \`from\`, any day is allowed, and the service searches ${mostDaysSearched} days.`,
      '2030-04-26',
    ),
  ),
  chairIds: optional(
    formatted(
      'chair-list',
      `Only these chairs, with commas between them, at most ${mostChairsAtOnce}. Each must be a chair of the practice. A chair that is not active has no free times. All active chairs when left out.`,
      exampleIds.chair,
    ),
  ),
  limit: optional(queryInteger(1, 100, 'How many free times the answer has at most; 10 when left out.', 10)),
  weekdays: optional(
    formatted('weekday-list', 'Only these days of the week, with commas between them.', 'mon,tue'),
  ),
  between: optional(
    formatted(
      'time-range',
      'Only free times between these local times of the practice. The later time may be `24:00`.',
      '09:00-12:30',
    ),
  ),
  cursor: pageCursor(openingCursors.example),
}
export const openingQuery = query(openingFields)
export type OpeningQuery = Static<typeof openingQuery>

const opening = namedShape('Opening', 'A time in which a chair is free.', {
  chairId: answeredId('chair', 'The chair that is free.'),
  practitionerId: nullable(
    answeredId(
      'colleague',
      'The free member, when the type has members or the query has a `practitionerId`. Null otherwise.',
    ),
  ),
  startAt: answeredInstant('When the free time starts.'),
  endAt: answeredInstant('When the free time ends.', '2030-03-26T08:30:00.000Z'),
})

export const openingList = namedShape('OpeningList', 'The next free times over chairs and days.', {
  openings: listOf(
    opening,
    'The free times, by start, and then in the order of the chairs. They may overlap each other.',
  ),
  nextCursor: nullable(
    answeredText(
      'The `cursor` for the next page. Null when there are no more free times. A search of very many days and chairs may stop before it has found `limit` free times. Then the answer has fewer free times, or none, and a cursor.',
      openingCursors.example,
    ),
  ),
})

const moment = (means: string, example: string) =>
  formatted(
    'moment',
    `${means} An ISO 8601 date and time with \`Z\` or an offset. Without an offset, as in \`2030-03-26T09:00\`, it is a local time of the practice. When the clocks show this time twice, the first of both.`,
    example,
  )

export const whyQuery = query({
  chairId: givenId('chair', 'A chair of the practice.'),
  startAt: moment('When the time starts.', '2030-03-26T09:00:00+01:00'),
  endAt: moment(
    'When the time ends, later than `startAt` and at most 24 hours after it.',
    '2030-03-26T09:30:00+01:00',
  ),
  appointmentTypeId: appointmentTypeId(
    'Whether the time is offered for this kind of appointment: an active appointment type of the practice.',
  ),
  grid,
})
export type WhyQuery = Static<typeof whyQuery>

export const explanation = namedShape(
  'FreeTimeExplanation',
  'Whether a time is free on a chair, and why not.',
  {
    free: answeredFlag('Whether the time is offered as a free time. A free time has no reasons.', true),
    startAt: nullable(answeredInstant('When the time starts. Null when the clocks skip it.')),
    endAt: nullable(
      answeredInstant('When the time ends. Null when the clocks skip it.', '2030-03-26T08:30:00.000Z'),
    ),
    reasons: listOf(reasonSchema, 'All reasons why the time is not free. At most 100 closures are named.'),
  },
)
