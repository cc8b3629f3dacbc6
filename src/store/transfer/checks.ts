/** What a row must hold besides values of the right kind, so that the service can work with it. */
import { segmentOf } from '../../../db/audit-segment.ts'
import { closureIssues } from '../../domain/closures.ts'
import type { Closure } from '../../domain/open-times.ts'
import { longestLead, mostFurtherLeads } from '../../domain/reminders/lead.ts'
import { isCalendarDate, isClockTime, isTimeZone } from '../../domain/time.ts'
import { tokenScopes } from '../../domain/token-scopes.ts'
import { type WorkingHours, weekdays, workingHoursIssues } from '../../domain/working-hours.ts'
import { Unfit } from './fields.ts'

type Row = Readonly<Record<string, unknown>>
type Check = (row: Row) => void

/** @throws Unfit with the name of the field. */
function need(holds: boolean, field: string, what: string): void {
  if (!holds) throw new Unfit(`The field ${field} must be ${what}`)
}

export const checkPractice: Check = (row) => {
  need(isTimeZone(row.timezone as string), 'timezone', 'a time zone that this machine knows')
  need(isNullOr(row.workingHours, isWeek), 'workingHours', 'the open hours of each day of the week')
  needRange(row, 'slotMinutes', 1, 1440)
  needRange(row, 'reminderLeadMinutes', 0, longestLead)
  needRange(row, 'keepPatientsYears', 1, 100)
  needRange(row, 'keepEntriesYears', 1, 100)
}

export const checkChair: Check = ({ workingHours }) =>
  need(isNullOr(workingHours, isWeek), 'workingHours', 'the open hours of each day of the week')

export const checkClosure: Check = (row) => {
  for (const field of ['fromDate', 'throughDate'])
    need(isCalendarDate(row[field] as string), field, 'a calendar date')
  for (const field of ['startTime', 'endTime']) need(isNullOr(row[field], isTime), field, 'a time of day')
  need(isNullOr(row.chairIds, isTexts), 'chairIds', 'a list of texts')
  const [issue] = closureIssues(row as unknown as Closure)
  need(issue === undefined, issue?.path ?? '', 'one that fits the other fields')
}

export const checkPatient: Check = ({ metadata }) => need(isObject(metadata), 'metadata', 'an object')
export const checkEntry: Check = checkPatient

export const checkToken: Check = ({ scopes }) =>
  need(
    isListOf(scopes, (scope) => tokenScopes.includes(scope as never)),
    'scopes',
    'a list of scopes',
  )

export const checkPasskey: Check = ({ transports }) =>
  need(isListOf(transports, isText), 'transports', 'a list of texts')

export const checkReminderSettings: Check = (row) => {
  need(isNullOr(row.allowedCountries, isTexts), 'allowedCountries', 'a list of texts')
  need(isNullOr(row.moreLeadMinutes, isLeads), 'moreLeadMinutes', 'a list of at most two leads')
  need(isNullOr(row.sendFrom, isTime), 'sendFrom', 'a time such as 08:00')
  need(isNullOr(row.sendUntil, isTime), 'sendUntil', 'a time such as 20:00')
}

/** What was deleted is brought back by column, so its row must be an object of single values. */
export const checkArchiveRow: Check = ({ row }) => {
  need(isObject(parsed(row as string)), 'row', 'a row as JSON')
}

/** A row in another segment than its own would never be found. */
export const checkAuditPatient: Check = ({ segment, seq }) =>
  need(segment === segmentOf(seq as number), 'segment', 'that of seq')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const needRange = (row: Row, field: string, least: number, most: number): void =>
  need(
    isNullOr(row[field], (value) => (value as number) >= least && (value as number) <= most),
    field,
    `from ${least} to ${most}`,
  )

/** A field that is left out counts as null. */
const isNullOr = (value: unknown, holds: (value: unknown) => boolean): boolean =>
  value == null || holds(value)

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds)
const isTexts = (value: unknown): boolean => isListOf(value, isText)
const isTime = (value: unknown): boolean => isText(value) && (value === '24:00' || isClockTime(value))

const isLeads = (value: unknown): boolean =>
  isListOf(value, (lead) => Number.isSafeInteger(lead) && Math.abs(lead as number) <= longestLead) &&
  (value as unknown[]).length <= mostFurtherLeads

const isWeek = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === weekdays.length &&
  weekdays.every((day) =>
    isListOf(value[day], (hours) => isObject(hours) && isTime(hours.start) && isTime(hours.end)),
  ) &&
  workingHoursIssues(value as unknown as WorkingHours).length === 0
