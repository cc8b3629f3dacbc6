import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { packIssues } from '../../domain/pack.ts'
import type { Issue } from '../../domain/problem.ts'
import { type Weekday, weekdays, workingHoursIssues } from '../../domain/working-hours.ts'
import {
  answeredId,
  answeredInstant,
  filledText,
  formatted,
  integer,
  nullable,
  optional,
  shape,
} from '../../http/shape.ts'

const openHours = Type.Array(
  shape({
    start: formatted('clock-time', { examples: ['09:00'] }),
    end: formatted('closing-time', { examples: ['13:00'] }),
  }),
  { maxItems: 48, description: 'Sorted, not overlapping; empty for a closed day.' },
)

export const workingHours = shape(
  Object.fromEntries(weekdays.map((day) => [day, openHours])) as Record<Weekday, typeof openHours>,
)

const status = shape({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$', examples: ['recall'] }),
  label: filledText(200, { examples: ['Recall due'] }),
})

export const pack = shape({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$', examples: ['dental'] }),
  name: filledText(200, { examples: ['Dental practice'] }),
  statuses: Type.Array(status, {
    minItems: 1,
    maxItems: 50,
    description: 'The statuses a patient can have.',
  }),
  defaultStatus: Type.String({
    description: 'What a new patient gets; one of `statuses`.',
    examples: ['new'],
  }),
})

/** What holds between the fields: hours that run forward, statuses that differ, a default among them. */
export function practiceIssues(body: Readonly<Record<string, unknown>>): Issue[] {
  return [
    ...(Value.Check(workingHours, body.workingHours) ? workingHoursIssues(body.workingHours) : []),
    ...(Value.Check(pack, body.pack) ? packIssues(body.pack) : []),
  ]
}

const lead = 'How long before an appointment its patient is reminded. 0: no reminders.'

export const updatePracticeBody = shape(
  {
    name: optional(filledText(200, { examples: ['Zahnarztpraxis am Lindenplatz'] })),
    timezone: optional(formatted('time-zone', { examples: ['Europe/Berlin'] })),
    pack: optional(pack),
    workingHours: optional(nullable(workingHours)),
    slotMinutes: optional(nullable(integer(1, 1440, { examples: [15] }))),
    reminderLeadMinutes: optional(nullable(integer(0, 525_600, { description: lead, examples: [1440] }))),
  },
  { rule: practiceIssues },
)
export type UpdatePractice = Static<typeof updatePracticeBody>

export const practice = shape({
  id: answeredId('practice'),
  name: Type.String({ examples: ['Zahnarztpraxis am Lindenplatz'] }),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
  pack,
  workingHours,
  slotMinutes: Type.Integer({ examples: [15] }),
  reminderLeadMinutes: Type.Integer({ description: lead, examples: [1440] }),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})
