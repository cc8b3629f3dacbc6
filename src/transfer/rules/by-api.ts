/** The rules of the API for the fields that its requests and the rows of an archive have in common. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Problem } from '../../domain/problem.ts'
import { createAbsenceBody } from '../../features/absences/schema.ts'
import { updateTypeBody } from '../../features/appointment-types/schema.ts'
import { cancellingFields } from '../../features/calendar/cancellations/schema.ts'
import { updateEntryBody } from '../../features/calendar/entry-schema.ts'
import { noteStepBody } from '../../features/calendar/progress/schema.ts'
import { updateChairBody } from '../../features/chairs/schema.ts'
import { createClosureBody } from '../../features/closures/schema.ts'
import { createDayNoteBody } from '../../features/day-notes/schema.ts'
import { updateMemberBody } from '../../features/members/schema.ts'
import { updateNoteBody } from '../../features/notes/schema.ts'
import { renamePasskeyBody } from '../../features/passkeys/schema.ts'
import { updatePatientBody } from '../../features/patients/schema.ts'
import { createContactBody } from '../../features/recalls/schema.ts'
import { updateSettingsBody } from '../../features/reminders/schema/settings.ts'
import { pack, updatePracticeBody } from '../../features/shared/practice-schema.ts'
import { updateTagBody } from '../../features/tags/schema.ts'
import { createTokenBody } from '../../features/tokens/schema.ts'
import { updateWaitingBody } from '../../features/waiting-list/schema.ts'
import { reader } from '../../http/reader.ts'
import { shape } from '../../http/shape.ts'
import { Unfit } from '../../store/transfer/fields.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'

/** @throws Unfit that names the first field that the API would refuse. */
type Rule = (row: ExportedRow) => void

/**
 * Checks the fields that a row and a body of the API have in common. The fields in `left` have another form in the
 * file, so they are not checked. A null is checked only if the body allows null for its field. The rules of the file
 * itself define which fields may be null.
 */
function asBody<S extends TObject>(body: S, left: readonly string[] = []): Rule {
  const read = reader(body)
  const fields = Object.entries<TSchema>(body.properties).filter(([name]) => !left.includes(name))
  return (row) => {
    const given = fields.filter(([name, { anyOf }]) => row[name] != null || (row[name] === null && anyOf))
    try {
      read(Object.fromEntries(given.map(([name]) => [name, row[name]])) as Static<S>)
    } catch (error) {
      if (!(error instanceof Problem) || error.details === undefined) throw error
      const { path, message } = error.details[0]!
      throw new Unfit(path === '' ? `The row ${message}` : `The field ${path} ${message}`)
    }
  }
}

/**
 * The fields with ids. Ids in old files need not be UUIDs. The database itself refuses ids of records that do not
 * exist.
 */
const ids = ['chairId', 'patientId', 'practitionerId', 'appointmentTypeId']
const { type: _, ...ofAppointment } = updateEntryBody.properties
const { by: __, ...whyCancelled } = cancellingFields
const member = asBody(updateMemberBody)
const memberWithoutName = asBody(updateMemberBody, ['name'])

export const rulesOfApi: Readonly<Record<string, Rule>> = {
  practices: asBody(updatePracticeBody, ['pack']),
  // When nobody gave a name, the e-mail address is in its place. It may be longer than a name.
  users: (row) => (row.name === row.email ? memberWithoutName : member)(row),
  passkeys: asBody(renamePasskeyBody),
  api_tokens: asBody(createTokenBody),
  chairs: asBody(updateChairBody),
  tags: asBody(updateTagBody),
  patients: asBody(updatePatientBody, ['ownFields']),
  notes: asBody(updateNoteBody),
  note_revisions: asBody(updateNoteBody),
  entries: asBody(updateEntryBody, ids),
  progress: asBody(shape({ note: noteStepBody.properties.note })),
  cancellations: asBody(shape({ ...ofAppointment, ...whyCancelled }), ids),
  closures: asBody(createClosureBody),
  absences: asBody(createAbsenceBody),
  day_notes: asBody(createDayNoteBody),
  appointment_types: asBody(updateTypeBody),
  waiting_list: asBody(updateWaitingBody),
  recall_contacts: asBody(createContactBody),
  reminder_settings: asBody(updateSettingsBody, ['moreLeadMinutes']),
}

/** The pack of a practice with its statuses in order. */
export const ruleOfPack: Rule = asBody(pack)
