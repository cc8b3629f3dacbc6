import type { Issue } from '../../../domain/problem.ts'
import { longestLead, mostFurtherLeads } from '../../../domain/reminders/lead.ts'
import { standardFrom, standardUntil } from '../../../domain/reminders/send-window.ts'
import {
  answeredNumber,
  answeredText,
  formatted,
  integer,
  listOf,
  nullable,
  optional,
} from '../../../http/shape.ts'

const means = {
  more: `At most ${mostFurtherLeads} further leads: how many minutes before an appointment the patient gets another reminder. A lead that is equal to \`reminderLeadMinutes\` sends nothing. A \`reminderLeadMinutes\` of 0 switches all leads off.`,
  from: 'From which local time of day messages go out, `HH:MM`.',
  until: 'Until which local time of day messages go out, `HH:MM` or `24:00`.',
}
const atLeastAnHour = 'There is at least an hour between the two times.'

/** When reminders go out, in a request of an owner. */
export const givenTimes = {
  moreLeadMinutes: optional(
    nullable(
      listOf(
        integer(1, longestLead, 'A lead in minutes.', 10_080),
        `${means.more} Null means no further leads.`,
        {
          maxItems: mostFurtherLeads,
          examples: [[10_080]],
        },
      ),
    ),
  ),
  sendFrom: optional(
    nullable(
      formatted('clock-time', `${means.from} ${atLeastAnHour} Null means ${standardFrom}.`, standardFrom),
    ),
  ),
  sendUntil: optional(
    nullable(
      formatted(
        'closing-time',
        `${means.until} ${atLeastAnHour} Null means ${standardUntil}.`,
        standardUntil,
      ),
    ),
  ),
}

/** When reminders go out, in an answer. */
export const answeredTimes = {
  moreLeadMinutes: listOf(answeredNumber('A lead in minutes.', 10_080), `${means.more} Longest first.`),
  sendFrom: answeredText(means.from, standardFrom),
  sendUntil: answeredText(means.until, standardUntil),
}

/** No lead may occur twice. */
export function leadIssues({ moreLeadMinutes }: Readonly<Record<string, unknown>>): Issue[] {
  if (!Array.isArray(moreLeadMinutes)) return []
  return moreLeadMinutes.flatMap((lead, i) =>
    moreLeadMinutes.indexOf(lead) < i
      ? [{ path: `moreLeadMinutes.${i}`, message: 'is in the list already' }]
      : [],
  )
}
