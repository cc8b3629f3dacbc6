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
  more: `How long before an appointment its patient is reminded once more, in minutes. These are leads besides the practice’s own \`reminderLeadMinutes\`, at most ${mostFurtherLeads}. One that equals it sends nothing, and a \`reminderLeadMinutes\` of 0 switches all off.`,
  from: 'From which local time of day messages go out, `HH:MM`.',
  until: 'Until which local time of day messages go out, `HH:MM` or `24:00`.',
}
const atLeastAnHour = 'The window has at least an hour.'

/** When reminders go out, in a request of an owner. */
export const givenTimes = {
  moreLeadMinutes: optional(
    nullable(
      listOf(integer(1, longestLead, 'A lead in minutes.', 10_080), `${means.more} Null stands for none.`, {
        maxItems: mostFurtherLeads,
        examples: [[10_080]],
      }),
    ),
  ),
  sendFrom: optional(
    nullable(
      formatted(
        'clock-time',
        `${means.from} ${atLeastAnHour} Null stands for ${standardFrom}.`,
        standardFrom,
      ),
    ),
  ),
  sendUntil: optional(
    nullable(
      formatted(
        'closing-time',
        `${means.until} ${atLeastAnHour} Null stands for ${standardUntil}.`,
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
