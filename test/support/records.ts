/**
 * Creates records through the API, with defaults for the fields that a test leaves out. Each function returns the
 * payload.
 */
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

/** Adds a patient to the waiting list. `fields` must contain the patient's id. */
export const newWaiting = (call: Client, fields: Fields) =>
  made(call, '/waiting-list', { durationMinutes: 30, urgency: 'soon', ...fields })

/** Makes a chair with a name that no other chair has. */
export const newChair = (call: Client, fields: Fields = {}) =>
  made(call, '/chairs', { name: `Room ${++rooms}`, ...fields })

let rooms = 0

/** Makes a closure, by default of the whole practice on Monday, 5 January 2026. */
export const newClosure = (call: Client, fields: Fields = {}) =>
  made(call, '/closures', { name: 'Closed', fromDate: '2026-01-05', throughDate: '2026-01-05', ...fields })

/** Writes a day note, by default for Tuesday, 10 March 2026. */
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

/** The entries that start on Tuesday, 10 March 2026, before 23:00 UTC, on one chair or on all chairs. */
export const entriesOfTuesday = async (call: Client, chairId?: string) => {
  const chair = chairId === undefined ? '' : `&chairId=${chairId}`
  const window = `from=${at('00:00')}&to=${at('23:00')}${chair}`
  return success(await call('GET', `/api/v1/appointments?${window}`)).appointments
}

/** A JSON body whose fields all have the same text. Escape sequences in `escaped` stay unchanged. */
export const bodyWith = (fields: readonly string[], escaped: string): string =>
  `{${fields.map((field) => `"${field}":"${escaped}"`).join()}}`

/** An instant on Tuesday, 10 March 2026, in UTC. */
export const at = (time: string): string => `2026-03-10T${time}:00.000Z`

export const absentId = '0198a1b2-0000-7000-8000-00000000abcd'

/** Texts that are not canonical UUIDs. Many of them are similar to a UUID. */
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
