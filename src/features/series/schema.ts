import type { Static } from '@sinclair/typebox'
import type { Issue } from '../../domain/problem.ts'
import { mostOccurrences } from '../../domain/series.ts'
import {
  answeredCount,
  answeredId,
  answeredInstant,
  describedShape,
  filledText,
  formatted,
  givenId,
  integer,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  shape,
  text,
} from '../../http/shape.ts'
import { createEntryBody, entry, runsForward, updateEntryBody } from '../calendar/entry-schema.ts'
import { bookedEntry, warnings } from '../calendar/warnings.ts'

/**
 * `planSeries` refuses a series without an end. The schema cannot: its rules do not see invalid fields, and would
 * take an invalid `count` or `until` for a missing one.
 */
const endsOnce = ({ count, until }: { readonly count?: number; readonly until?: string }): Issue[] =>
  count !== undefined && until !== undefined
    ? [{ path: 'until', message: 'must be left out when `count` is given' }]
    : []

const repeat = namedShape(
  'Repeat',
  `How a series repeats: either \`count\` times or \`until\` a day. At most ${mostOccurrences} occurrences.`,
  {
    every: integer(1, 52, 'How many days, weeks or months there are between two occurrences.', 1),
    unit: oneOf(
      ['day', 'week', 'month'],
      'The unit of `every`. In a month without the day of the first occurrence, the occurrence is on the last day.',
      'week',
    ),
    count: optional(
      integer(2, mostOccurrences, 'How many occurrences there are, the first one included.', 6),
    ),
    until: optional(
      formatted(
        'date',
        "The last day on which an occurrence may start, in the practice's time zone.",
        '2030-06-30',
      ),
    ),
    skip: optional(
      listOf(
        formatted('date', 'A day.', '2030-04-16'),
        "Days in the practice's time zone on which no occurrence starts, such as days without a free time. With `count`, later days replace them.",
        { maxItems: mostOccurrences, uniqueItems: true, examples: [['2030-04-16']] },
      ),
    ),
  },
  { rule: endsOnce, examples: [{ every: 1, unit: 'week', count: 6 }] },
)

export const seriesQuery = query({
  dryRun: optional(
    oneOf(
      ['true', 'false'],
      'With `true`, the answer has the occurrences and the entries in their way. The service writes nothing.',
      'false',
    ),
  ),
})

export const seriesBody = namedShape(
  'CreateSeries',
  'The first entry of a series, and how it repeats. Each occurrence starts and ends at the same local times.',
  {
    ...createEntryBody.properties,
    notes: optional(
      text(
        1000,
        'Free text for each occurrence, at most 1,000 characters. A single entry may have a longer text.',
        'Brings X-rays.',
      ),
    ),
    repeat,
  },
  { rule: runsForward },
)
export type NewSeries = Static<typeof seriesBody>

const seriesId = answeredId('series', 'The id of the series, which each of its entries has.')

export const newSeries = namedShape('NewSeries', 'A series that was booked.', {
  seriesId,
  appointments: listOf(bookedEntry, 'The occurrences, by start.'),
})

const clash = describedShape('An entry in the way.', {
  entryId: nullable(
    answeredId('appointment', 'The entry in the way. Null for another occurrence of the series itself.'),
  ),
  taken: oneOf(
    ['chair', 'practitioner'],
    'What both entries need at this time: the chair, or the member who treats.',
  ),
  startAt: answeredInstant('When it starts.'),
  endAt: answeredInstant('When it ends.', '2030-03-26T08:30:00.000Z'),
})

const total = (description: string) => answeredCount(description, 0)

export const seriesPreview = namedShape(
  'SeriesPreview',
  'The series that would be booked. The service has written nothing.',
  {
    occurrences: listOf(
      shape({
        startAt: answeredInstant('When the occurrence starts.'),
        endAt: answeredInstant('When it ends.', '2030-03-26T08:30:00.000Z'),
        conflicts: listOf(
          clash,
          'The entries in the way, by start. All occurrences together have the first 100.',
        ),
        conflictsTotal: total('How many entries are in the way of this occurrence.'),
        warnings,
      }),
      'The occurrences, by start.',
    ),
    conflictsTotal: total(
      'How many entries are in the way of all occurrences. With 0, the series can be booked.',
    ),
  },
)

const cancelled = listOf(
  shape({
    id: answeredId('appointment', 'The id of the appointment that was cancelled.'),
    startAt: answeredInstant('The planned start of the appointment.'),
    endAt: answeredInstant('The planned end of the appointment.', '2030-03-26T08:30:00.000Z'),
  }),
  'The occurrences that were cancelled, by start.',
)

export const seriesShown = namedShape('Series', 'A series as it is now. Deleted occurrences are left out.', {
  seriesId,
  appointments: listOf(entry, 'The occurrences in the calendar, by start and then by id.'),
  cancelled,
})

const scopes = ['this', 'following', 'all'] as const
export type SeriesScope = (typeof scopes)[number]

const occurrence = {
  appointmentId: givenId('occurrence', 'An occurrence of the series that is not cancelled or deleted.'),
  scope: oneOf(
    scopes,
    'Which occurrences. `this`: only the named occurrence. `following`: also the later occurrences. `all`: the whole series. Other occurrences that have begun do not change.',
    'following',
  ),
  version: optional(
    integer(
      1,
      Number.MAX_SAFE_INTEGER,
      'The version of the named occurrence that you have seen. When the occurrence has another version now, nothing changes: 412.',
      1,
    ),
  ),
}

const { chairId } = updateEntryBody.properties
const time = (description: string, example: string) => optional(formatted('date-time', description, example))

export const seriesMoveBody = namedShape(
  'MoveSeries',
  'The new times and places of the occurrences of a series.',
  {
    ...occurrence,
    startAt: time(
      'When the named occurrence starts. The other occurrences move by the same number of days, to the same local time. Without `endAt`, each keeps its length.',
      '2030-04-02T14:30:00+02:00',
    ),
    endAt: time(
      'When the named occurrence ends. The other occurrences end at the same local time.',
      '2030-04-02T15:15:00+02:00',
    ),
    chairId,
  },
  { rule: runsForward },
)
export type SeriesMove = Static<typeof seriesMoveBody>

export const seriesMoved = namedShape('MovedSeries', 'The occurrences that were moved.', {
  seriesId,
  appointments: listOf(
    bookedEntry,
    'The moved occurrences as they are now, in the order of their earlier starts.',
  ),
})

export const seriesCancelBody = namedShape('CancelSeries', 'Which occurrences are cancelled, and why.', {
  ...occurrence,
  reason: filledText(200, 'Why.', 'Treatment ended.'),
  by: oneOf(['patient', 'practice'], 'Who wanted the cancellation.', 'patient'),
  note: optional(text(1000, 'A further note.', 'Moves away.')),
})
export type SeriesCancel = Static<typeof seriesCancelBody>

export const seriesCancelled = namedShape('CancelledSeries', 'The occurrences that were cancelled.', {
  seriesId,
  cancelled,
})
