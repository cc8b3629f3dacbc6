import { type Static, Type } from '@sinclair/typebox'
import { closureIssues, mostClosedChairs } from '../../domain/closures.ts'
import { deskLanguages } from '../../domain/desk-languages.ts'
import { mostClosures } from '../../domain/limits.ts'
import {
  answeredFlag,
  answeredId,
  answeredNumber,
  answeredText,
  describedShape,
  filledText,
  flag,
  formatted,
  givenId,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  queryInteger,
  text,
  timestamps,
  versioned,
  wallTimeOrNull,
} from '../../http/shape.ts'

const means = {
  name: 'The reason for the closure, which members read.',
  fromDate: 'The first day, `YYYY-MM-DD`.',
  throughDate:
    'The last day, `YYYY-MM-DD`. A closure has at most 400 days, and 366 when it repeats each year.',
  startTime: 'When the closure begins on each of the days, `HH:MM` in local time. Null for the whole day.',
  endTime:
    'When the closure ends on each of the days, `HH:MM` or `24:00`, later than `startTime`. Null for the whole day.',
  yearly:
    'Whether the closure repeats each year, on the same days of the same months. A closure on 29 February is only in leap years.',
  chairIds: 'The chairs that are closed. Null for the whole practice.',
}

const name = filledText(200, `${means.name} Trimmed; not empty.`, 'Staff training')
const fromDate = formatted('date', means.fromDate, '2030-08-05')
const throughDate = formatted('date', means.throughDate, '2030-08-16')
const startTime = wallTimeOrNull('clock-time', `${means.startTime} Given together with \`endTime\`.`, '12:00')
const endTime = wallTimeOrNull('closing-time', `${means.endTime} Given together with \`startTime\`.`, '18:00')
const yearly = flag(means.yearly, false)
const givenChairs = Type.Union(
  [
    listOf(givenId('chair', 'A chair of the practice.'), 'The chairs that are closed, each of them once.', {
      minItems: 1,
      maxItems: mostClosedChairs,
    }),
    Type.Null(),
  ],
  { description: means.chairIds, examples: [null] },
)

const rule =
  'The last day is not before the first day, and `endTime` is after `startTime`. Give both times or neither.'

export const createClosureBody = namedShape(
  'CreateClosure',
  `A new closure. ${rule} A closure without times takes whole days. A closure without chairs is for the whole practice.`,
  {
    name,
    fromDate,
    throughDate,
    startTime: optional(startTime),
    endTime: optional(endTime),
    yearly: optional(yearly),
    chairIds: optional(givenChairs),
  },
  { rule: closureIssues },
)
export const updateClosureBody = namedShape(
  'UpdateClosure',
  `The fields to change. ${rule} The resulting closure must obey this rule, also when the request has only some fields.`,
  {
    name: optional(name),
    fromDate: optional(fromDate),
    throughDate: optional(throughDate),
    startTime: optional(startTime),
    endTime: optional(endTime),
    yearly: optional(yearly),
    chairIds: optional(givenChairs),
  },
  { rule: closureIssues },
)
export type CreateClosure = Static<typeof createClosureBody>
export type UpdateClosure = Static<typeof updateClosureBody>

export const closureQuery = query({
  from: optional(
    formatted(
      'date',
      "Only closures that have this day or a later one, in the practice's zone.",
      '2030-08-01',
    ),
  ),
  to: optional(
    formatted(
      'date',
      'Only closures that have a day before this one. A closure that repeats each year has days in every year.',
      '2030-09-01',
    ),
  ),
})
export type ClosureQuery = Static<typeof closureQuery>

export const closure = namedShape(
  'Closure',
  'Days, or times of days, in which the practice or some of its chairs are closed.',
  {
    id: answeredId('closure', 'The id of the closure.'),
    ...ofPractice,
    name: answeredText(means.name, 'Staff training'),
    fromDate: answeredText(means.fromDate, '2030-08-05'),
    throughDate: answeredText(means.throughDate, '2030-08-16'),
    startTime: nullable(answeredText(means.startTime, '12:00')),
    endTime: nullable(answeredText(means.endTime, '18:00')),
    yearly: answeredFlag(means.yearly, false),
    chairIds: nullable(
      listOf(
        answeredId('chair', 'A chair.'),
        'The chairs that are closed. The list may contain chairs that were deleted since.',
      ),
      `${means.chairIds} The list may contain chairs that were deleted since.`,
    ),
    ...timestamps,
    ...versioned,
  },
)

export const closureList = namedShape(
  'ClosureList',
  `The closures of the practice. There are at most ${mostClosures}.`,
  { closures: listOf(closure, 'The closures, by their last day.') },
)

export const holidayQuery = query({
  year: queryInteger(1970, 2200, 'The year.', 2030),
  country: optional(
    formatted(
      'country',
      'The country, by its ISO 3166-1 code of two letters. Without it, the country of the practice’s time zone.',
      'DE',
    ),
  ),
  region: optional(
    text(
      20,
      'A region of the country, by its code in the answer. Without a region, only the holidays of the whole country are listed.',
      'BY',
    ),
  ),
  language: optional(
    oneOf(
      deskLanguages,
      'The language of the names, if names in this language are known. Without it, the language of the practice’s messages.',
      'de',
    ),
  ),
})
export type HolidayQuery = Static<typeof holidayQuery>

export const holidayList = namedShape('HolidayList', 'Public holidays, as suggestions for closures.', {
  year: answeredNumber('The year.', 2030),
  country: nullable(
    answeredText(
      'The country, by its ISO 3166-1 code. Null when the query has no country and the time zone of the practice belongs to no country. Then there are no holidays.',
      'DE',
    ),
  ),
  region: nullable(answeredText('The region. Null when the query has no region.', 'BY')),
  regions: listOf(
    describedShape('A region of the country with holidays of its own.', {
      region: answeredText('The code of the region.', 'BY'),
      name: answeredText('The name of the region.', 'Bayern'),
    }),
    'The regions of the country that a query may have. Empty when there are no regions.',
  ),
  countries: listOf(
    Type.String({ description: 'The code of a country.', examples: ['DE'] }),
    'The countries that a query may have, by their ISO 3166-1 codes.',
  ),
  holidays: listOf(
    describedShape('A public holiday. A holiday of several days is listed once for each day.', {
      date: answeredText('The day, `YYYY-MM-DD`.', '2030-12-25'),
      name: answeredText(
        'The name of the holiday in the language of the query, or of the practice’s messages, if it has such a name.',
        'Christmas Day',
      ),
      closed: answeredFlag('Whether a closure of the whole practice takes the whole day.', false),
    }),
    'The public holidays, by day.',
  ),
})
