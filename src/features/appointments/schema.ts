import { type Static, Type } from '@sinclair/typebox'
import { entryTypes } from '../../domain/entry.ts'
import type { Issue } from '../../domain/problem.ts'
import { parseInstant } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  filledText,
  formatted,
  givenId,
  nullable,
  oneOf,
  optional,
  query,
  queryInstant,
  shape,
  text,
  unchecked,
} from '../../http/shape.ts'

const type = oneOf(entryTypes, {
  description: 'Appointments and unavailable blocks occupy their chair; reminders never do.',
  examples: ['appointment'],
})
const startAt = (example: string) => formatted('date-time', { examples: [example] })
const endAt = (example: string) =>
  formatted('date-time', { description: 'Strictly after `startAt`.', examples: [example] })
const chairId = givenId('chair', 'An active chair of the practice.')
const patientId = givenId('patient', 'A patient of the practice.')
const title = filledText(200, { description: 'Trimmed; not empty.', examples: ['Check-up'] })
const color = text(1000, { examples: ['#22c55e'] })
const serviceRef = text(1000, { examples: ['01'] })
const notes = text(100_000, { examples: ['Brings X-rays.'] })

export const endNotAfterStart: Issue = { path: 'endAt', message: 'must be after startAt' }

/** When both times are sent, they are told of together with whatever else is wrong. */
const runsForward = (body: Readonly<Record<string, unknown>>): Issue[] => {
  const [startAt, endAt] = [body.startAt, body.endAt].map((at) =>
    typeof at === 'string' ? parseInstant(at) : undefined,
  )
  return startAt !== undefined && endAt !== undefined && endAt <= startAt ? [endNotAfterStart] : []
}

export const createEntryBody = shape(
  {
    type,
    startAt: startAt('2030-03-26T09:00:00+01:00'),
    endAt: endAt('2030-03-26T09:30:00+01:00'),
    chairId: optional(chairId),
    patientId: optional(patientId),
    title: optional(title),
    color: optional(color),
    serviceRef: optional(serviceRef),
    notes: optional(notes),
  },
  { rule: runsForward },
)

export const updateEntryBody = shape(
  {
    type: optional(type),
    startAt: optional(startAt('2030-03-26T14:00:00+01:00')),
    endAt: optional(endAt('2030-03-26T14:30:00+01:00')),
    chairId: optional(nullable(chairId)),
    patientId: optional(nullable(patientId)),
    title: optional(nullable(title)),
    color: optional(nullable(color)),
    serviceRef: optional(nullable(serviceRef)),
    notes: optional(nullable(notes)),
  },
  { rule: runsForward },
)
export type CreateEntry = Static<typeof createEntryBody>
export type UpdateEntry = Static<typeof updateEntryBody>

export const entryListQuery = query({
  from: queryInstant({ description: 'Inclusive.', examples: ['2030-03-26T00:00:00+01:00'] }),
  to: queryInstant({ description: 'Exclusive.', examples: ['2030-03-27T00:00:00+01:00'] }),
  chairId: optional(givenId('chair', 'Only this chair.')),
})

const answeredText = (example: string) => nullable(Type.String({ examples: [example] }))

export const entry = shape({
  id: answeredId('appointment'),
  practiceId: answeredId('practice'),
  chairId: nullable(answeredId('chair')),
  patientId: nullable(answeredId('patient')),
  type: oneOf(entryTypes),
  title: answeredText('Check-up'),
  startAt: answeredInstant(),
  endAt: answeredInstant({ examples: ['2030-03-26T08:30:00.000Z'] }),
  color: answeredText('#22c55e'),
  serviceRef: answeredText('01'),
  notes: answeredText('Brings X-rays.'),
  createdBy: answeredId('member'),
  metadata: unchecked<Record<string, unknown>>({ type: 'object' }),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const entryList = shape({ appointments: Type.Array(entry) })
