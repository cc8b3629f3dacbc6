/** Creates records through the API, with defaults for the fields that a test leaves out. Each function answers the payload. */
import { success } from './answers.ts'
import type { Client } from './client.ts'

export type Fields = Record<string, unknown>

async function made(call: Client, path: string, body: Fields) {
  return success(await call('POST', `/api/v1${path}`, body), 201)
}

export const newPatient = (call: Client, fields: Fields = {}) =>
  made(call, '/patients', { firstName: 'Zoé', lastName: 'Müller', ...fields })

export const newNote = (call: Client, patientId: string, fields: Fields = {}) =>
  made(call, `/patients/${patientId}/notes`, { body: 'Sensitive to cold at 24.', ...fields })

export const newTag = (call: Client, name: string, fields: Fields = {}) =>
  made(call, '/tags', { name, ...fields })

/** Somebody on the waiting list. The patient must be among the fields. */
export const newWaiting = (call: Client, fields: Fields) =>
  made(call, '/waiting-list', { durationMinutes: 30, urgency: 'soon', ...fields })

/** A chair with a name that no other chair has. */
export const newChair = (call: Client, fields: Fields = {}) =>
  made(call, '/chairs', { name: `Room ${++rooms}`, ...fields })

let rooms = 0

/** Makes a closure, by default of the whole practice on Monday, 5 January 2026. */
export const newClosure = (call: Client, fields: Fields = {}) =>
  made(call, '/closures', { name: 'Closed', fromDate: '2026-01-05', throughDate: '2026-01-05', ...fields })

/** Writes a note on a day, by default on that Tuesday. */
export const newDayNote = (call: Client, fields: Fields = {}) =>
  made(call, '/day-notes', { date: '2026-03-10', text: 'Closes at four.', ...fields })

/** Makes an absence of a member, by default on the whole Tuesday on which `newEntry` books. */
export const newAbsence = (call: Client, practitionerId: string, fields: Fields = {}) =>
  made(call, '/absences', { practitionerId, fromDate: '2026-03-10', throughDate: '2026-03-10', ...fields })

export const newAppointmentType = (call: Client, fields: Fields = {}) =>
  made(call, '/appointment-types', { name: 'Check-up', durationMinutes: 30, ...fields })

/** Books an appointment, by default on Tuesday, 10 March 2026, 09:00–10:00 UTC. The answer is without its warnings. */
export async function newEntry(call: Client, fields: Fields = {}) {
  const { warnings: _, ...entry } = await made(call, '/appointments', entryBody(fields))
  return entry
}

export const entryBody = (fields: Fields = {}): Fields => ({
  type: 'appointment',
  startAt: '2026-03-10T09:00:00.000Z',
  endAt: '2026-03-10T10:00:00.000Z',
  ...fields,
})

/** The entries that start on that Tuesday before 23:00 UTC, on one chair or on all. */
export const entriesOfTuesday = async (call: Client, chairId?: string) => {
  const chair = chairId === undefined ? '' : `&chairId=${chairId}`
  const window = `from=${at('00:00')}&to=${at('23:00')}${chair}`
  return success(await call('GET', `/api/v1/appointments?${window}`)).appointments
}

/** A body whose fields all hold one text, in which JSON's escapes stand as they are. */
export const bodyWith = (fields: readonly string[], escaped: string): string =>
  `{${fields.map((field) => `"${field}":"${escaped}"`).join()}}`

/** An instant on that Tuesday. */
export const at = (time: string): string => `2026-03-10T${time}:00.000Z`

export const absentId = '0198a1b2-0000-7000-8000-00000000abcd'

/** Texts that are no canonical UUIDs, though many nearly are. */
export const malformedIds = [
  'x',
  '1',
  absentId.slice(1),
  `${absentId}0`,
  absentId.replaceAll('-', ''),
  `{${absentId}}`,
  `urn:uuid:${absentId}`,
  absentId.replace('0', 'g'),
]
