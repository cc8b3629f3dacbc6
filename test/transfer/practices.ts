import { spyOn } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { absences } from '../../db/schema/absences.ts'
import { closures } from '../../db/schema/closures.ts'
import { dayNotes } from '../../db/schema/day-notes.ts'
import { inboxCalls, inboxMarks, waitingList } from '../../db/schema/front-desk.ts'
import { merges } from '../../db/schema/merges.ts'
import { linkKeys } from '../../db/schema/notices.ts'
import { practiceAliases } from '../../db/schema/practice.ts'
import { recallContacts } from '../../db/schema/recalls.ts'
import { cancellations, progress } from '../../db/schema/visits.ts'
import { operatorAct } from '../../src/domain/act.ts'
import { newId } from '../../src/domain/id.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertOnlineBooking } from '../../src/store/calendar/online-bookings.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { insertLink } from '../../src/store/imports/external-ids.ts'
import { insertNote, insertRevision } from '../../src/store/patients/notes.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { insertAppointmentType } from '../../src/store/practice/appointment-types.ts'
import { createStore } from '../../src/store/store.ts'
import { exportPractice } from '../../src/transfer/export.ts'
import { importPractice } from '../../src/transfer/import.ts'
import type { Teller } from '../../src/transfer/progress.ts'
import {
  appointmentTypeRow,
  entryRow,
  hour,
  type Opened,
  onlineRow,
  patientRow,
  type Records,
  removeDatabase,
  times,
} from '../store/records.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { scratch } from '../support/scratch.ts'

export const act = operatorAct('test')

/** A reporter of progress with a stopped clock, and a list of its lines. */
export const teller = (): Teller & { readonly said: string[] } => {
  const said: string[] = []
  return { now: () => monday, say: (line) => said.push(line), said }
}

let archives = 0
/** A path for a new archive. */
export const newArchive = (): string => join(scratch, `archive-${archives++}.tar`)

/** Another installation, with its own key. With the path of an existing file, another process over this file. */
export function elsewhere(path = freshDatabasePath()) {
  const database = openDatabase(path)
  const store = createStore(database)
  return {
    path,
    database,
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
      removeDatabase(path)
    },
  }
}

export type Elsewhere = ReturnType<typeof elsewhere>

export async function exported({ store }: Pick<Opened, 'store'>, practiceId: string, to = newArchive()) {
  exportPractice(store.transfer, practiceId, to, '1.2.3', teller())
  return { path: to, bytes: await Bun.file(to).bytes() }
}

/** A check that accepts any host for a practice. */
export const requireHost = () => {}

export const imported = ({ store }: Pick<Opened, 'store'>, from: string, keepsAccess = true) =>
  importPractice(store.transfer, from, { keepsAccess, requireHost }, act, async () => [], teller())

/** Texts that often cause errors in programs. */
export const oddTexts = [
  '',
  ' ',
  'Zoë 👩‍⚕️ Müller',
  'two\nlines\r\nand a\ttab',
  '"quoted" \\ and \\n',
  "'; drop table patients; --",
  '\u2028\u2029\ufeff\u0001\u007f',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ ـ',
  '{"a":1}',
  'x'.repeat(70_000),
]
/** Ids that no version of the service creates, but that old files may have. */
export const oddIds = ['', '7', 'patient Nr. 7', 'ÄÖÜ', "it's", '0F000000-0000-7000-8000-000000000000', '🦷']

/** Gives the first practice rows in every table, with odd ids and texts, deletions, and an audit trail with values. */
export async function fillUp({ database, own }: Opened, entries = 50): Promise<void> {
  const { practice, userId, patientId, chairId } = own
  const key = practice.read.practiceKey
  await practice.write((tx) => {
    for (const [i, text] of oddTexts.entries()) {
      const id = oddIds[i] ?? newId(monday)
      const metadata = { 10: text, 2: [1.5, null, { [text]: text }], b: -1e300 }
      const ownFields = { insurer: `${text.slice(0, 190)}x` }
      const [name, address] = [`${text.slice(0, 190)}x`, text.slice(0, 1_000)]
      insertPatient(tx, patientRow(id, name, name, { address, metadata, ownFields, dob: '1980-02-29' }))
      const noteId = oddIds[i] ?? newId(monday)
      const written = { title: name, body: `${text}.`, isNext: i % 2 === 0 }
      insertNote(tx, {
        id: noteId,
        patientId: id,
        ...written,
        createdBy: userId,
        updatedBy: userId,
        ...times,
      })
      insertRevision(tx, { noteId, version: 1, ...written, savedAt: monday, savedBy: userId })
      const before = patientRow(id, text, text)
      const record = { kind: 'patient', id } as const
      tx.record({ kind: 'write', record, patientId: id, before, after: { ...before, address: `${text}!` } })
    }
    insertOnlineBooking(tx, onlineRow(own, { appointmentTypeId: newId(monday) }))
    for (const [i, recordId] of oddIds.entries())
      insertLink(tx, {
        kind: 'patients',
        source: 'Cliniko',
        externalId: `${oddTexts[i]}.`,
        recordId,
        importId: recordId,
      })
    tx.insert(practiceAliases, { host: 'before.example', endsAt: monday + hour })
    tx.insert(linkKeys, {
      id: newId(monday),
      key: Buffer.alloc(32, 7),
      createdAt: monday,
      replacedAt: monday,
      neededUntil: monday,
    })
    tx.record({ kind: 'read', patients: [patientId, ...oddIds], detail: { finds: 8, filter: 'status' } })
    for (let i = 0; i < entries; i++) {
      const at = monday + (i + 10) * hour
      const title = `${oddTexts[i % 9]!}.`
      insertEntry(tx, entryRow({ userId, chairId }, { startAt: at, endAt: at + hour, title, patientId }))
    }
  })
  await practice.write((tx) => fillDesk(tx, own, userId))
  const archiveId = inSql('an archived note')
  for (const sql of [
    `insert into past_reminders (practice_key, entry_id, id, patient_id, channel, kind, slot, start_at, due_at, state, reason, attempts, sent_at, last_error, created_at, updated_at)
     values (${key}, ${inSql(own.entryId)}, ${inSql('old')}, ${inSql('')}, 1, 0, 0, 0, -62167219200001, 2, null, 1, 9, null, 0, 0)`,
    `insert into reminder_replans (practice_key, start_at, entry_id) values (${key}, 5, ${inSql(own.entryId)})`,
    `insert into archive values (${key}, ${archiveId}, 1, ${inSql('7')}, ${inSql('')}, 5, null, 253402300800000)`,
    `insert into archive_rows values (${key}, ${archiveId}, 5497558138880, 'notes', '${archivedNote(own)}')`,
    `insert into erasures values (${key}, ${inSql('erased')}, 5)`,
    `insert into audit_closings values (${key}, 3, 5, 3, 1, 2, x'${'ab'.repeat(16)}', x'${'cd'.repeat(16)}')`,
    `delete from audit where practice_key = ${key} and seq <= 3`,
    `delete from audit_values where practice_key = ${key} and seq <= 3`,
    `delete from audit_patients where practice_key = ${key} and seq <= 3`,
    `update practices set slot_minutes = 20, working_hours = '{"mon":[{"start":"09:00","end":"24:00"}],"tue":[],"wed":[],"thu":[],"fri":[],"sat":[],"sun":[]}' where key = ${key}`,
  ])
    database.run(sql)
}

/** A note of a patient with an odd id, in the form of the archive. */
const archivedNote = ({ userId }: Records): string => {
  const by = userId.replaceAll('-', '').toUpperCase()
  const written = { title: '\u{1f9b7}', body: 'x', is_next: 1, created_by: by, updated_by: by }
  return JSON.stringify({ id: '-7', patient_id: '-', ...written, created_at: 0, updated_at: 0, version: 3 })
}

/** Adds records of the front desk, with every field set. */
function fillDesk(tx: WriteScope, { patientId, chairId, entryId }: Records, userId: string): void {
  const [id, text] = [newId(monday), oddTexts[3]!]
  const days = { fromDate: '2026-12-24', throughDate: '2027-01-01', startTime: '08:00', endTime: '24:00' }
  const made = { createdBy: userId, ...times }
  const more = { id, patientId, seriesId: id, appointmentTypeId: id, practitionerId: userId, title: text }
  const { type: _, ...appointment } = entryRow({ userId, chairId }, more)
  const steps = { arrivedAt: null, arrivedBy: null, inChairAt: null, inChairBy: null }
  const ends = { doneAt: null, doneBy: null, noShowAt: null, noShowBy: null, note: text }
  const step = { confirmedAt: monday, confirmedBy: userId }
  tx.insert(progress, { id: entryId, ...step, ...steps, ...ends, ...times })
  const wish = { wishOf: 'patient' as const, reason: text, note: text, shortNotice: true }
  tx.insert(cancellations, { ...appointment, cancelledAt: monday, cancelledBy: userId, ...wish })
  insertAppointmentType(tx, appointmentTypeRow({ userId, chairId }, { id, name: text }))
  tx.insert(closures, { id, name: text, ...days, yearly: true, chairIds: [chairId], ...times })
  tx.insert(absences, { id, practitionerId: userId, reason: text, ...days, weekdays: ['mon'], ...times })
  const suits = { chairIds: [chairId], weekdays: ['mon' as const], urgency: 'soon' as const, note: text }
  const wanted = { durationMinutes: 30, appointmentTypeId: id }
  tx.insert(waitingList, { id, patientId, ...wanted, ...days, ...suits, ...made })
  const recall = { kind: 'later' as const, askAgainOn: '2026-06-01', note: text }
  tx.insert(recallContacts, { id, patientId, ...recall, createdBy: userId, createdAt: monday })
  const seen = { kind: 'fitsGap' as const, recordId: id, about: monday, seenAt: monday, seenBy: userId }
  tx.insert(inboxMarks, { id, ...seen })
  tx.insert(dayNotes, { id, date: '2026-12-24', text, ...made })
  const called = { result: 'reached' as const, againAt: monday, calledAt: monday, calledBy: userId }
  tx.insert(inboxCalls, { id, kind: 'noteNext', recordId: id, about: monday, ...called })
  tx.insert(merges, { patientId: oddIds[2]!, keptId: patientId, mergedAt: monday })
}

/** Makes transactions end after a few rows, so that a small practice takes many transactions. */
export function slowly() {
  let now = 0
  const clock = spyOn(performance, 'now').mockImplementation(() => now++)
  return { [Symbol.dispose]: () => clock.mockRestore() }
}
