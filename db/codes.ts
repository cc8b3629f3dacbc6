/**
 * The numbers that the database file contains instead of names from short lists. SQLite stores 0 and 1 without an extra
 * byte. Files contain the numbers, so a number never gets another meaning.
 */
import type { ActorKind, CredentialKind } from '../src/domain/act.ts'
import type { ArchiveKind } from '../src/domain/archive.ts'
import type { AuditKind, RecordKind } from '../src/domain/audit.ts'
import type { Role } from '../src/domain/caller.ts'
import type { Canceller } from '../src/domain/cancellation.ts'
import type { EntryType } from '../src/domain/entry.ts'
import type {
  DuplicateDecision,
  FileProblem,
  ImportKind,
  ImportState,
  RowOutcome,
  RowReason,
} from '../src/domain/import/kinds.ts'
import type { Encoding, Separator } from '../src/domain/import/text.ts'
import type { CallResult, InboxKind } from '../src/domain/inbox.ts'
import type { MoveStage } from '../src/domain/move.ts'
import type { BookingState } from '../src/domain/online-booking.ts'
import type { RecallKind } from '../src/domain/recall.ts'
import type { ChangeKind } from '../src/domain/record-change.ts'
import type { NoticeChannel, NoticeKind, NoticeState } from '../src/domain/reminders/notice.ts'
import type { Urgency } from '../src/domain/waiting-list.ts'
import type { WebhookStop } from '../src/domain/webhook.ts'

/** The number of each name in a list. */
export type Codes<Name extends string> = Readonly<Record<Name, number>>

export const entryTypeCodes: Codes<EntryType> = { appointment: 0, unavailable: 1, reminder: 2 }
export const channelCodes: Codes<NoticeChannel> = { email: 0, sms: 1 }
export const kindCodes: Codes<NoticeKind> = { reminder: 0, booked: 1, moved: 2, cancelled: 3, recall: 4 }
/**
 * The states of live notices are first, so that one comparison finds live notices in the index by entry
 * (`notice-sql.ts`).
 */
export const stateCodes: Codes<NoticeState> = {
  scheduled: 0,
  running: 1,
  sent: 2,
  skipped: 3,
  cancelled: 4,
  dead: 5,
  uncertain: 6,
}

export const actorCodes: Codes<ActorKind> = { member: 0, patient: 1, service: 2, operator: 3, stranger: 4 }
export const roleCodes: Codes<Role> = { owner: 0, assistant: 1 }
export const credentialCodes: Codes<CredentialKind> = { session: 0, token: 1, passkey: 2, link: 3, code: 4 }
export const auditKindCodes: Codes<AuditKind> = {
  write: 0,
  read: 1,
  access: 2,
  refusal: 3,
  message: 4,
  settings: 5,
  export: 6,
  erasure: 7,
}
export const recordCodes: Codes<RecordKind> = {
  patient: 0,
  note: 1,
  appointment: 2,
  tag: 3,
  chair: 4,
  practice: 5,
  member: 6,
  passkey: 7,
  session: 8,
  token: 9,
  link: 10,
  reminder: 11,
  archive: 12,
  reminderSettings: 13,
  signingKey: 14,
  trail: 15,
  progress: 16,
  closure: 17,
  waiting: 18,
  inboxMark: 19,
  appointmentType: 20,
  absence: 21,
  webhook: 22,
  calendarFeed: 23,
  recall: 24,
  inboxCall: 25,
  dayNote: 26,
  import: 27,
}
export const archiveCodes: Codes<ArchiveKind> = {
  patient: 0,
  note: 1,
  appointment: 2,
  tagLink: 3,
  tag: 4,
  chair: 5,
  closure: 6,
  waiting: 7,
  merge: 8,
  absence: 9,
  dayNote: 10,
}

/** A time that a visitor only holds has the number 0, which SQLite stores without an extra byte. */
export const bookingCodes: Codes<BookingState> = { held: 0, requested: 1, booked: 2, closed: 3 }
export const recallCodes: Codes<RecallKind> = { message: 0, unanswered: 1, later: 2, declined: 3 }
export const cancellerCodes: Codes<Canceller> = { patient: 0, practice: 1 }
/** The numbers are in the order in which patients are called. */
export const urgencyCodes: Codes<Urgency> = { urgent: 0, soon: 1, whenever: 2 }
export const inboxCodes: Codes<InboxKind> = {
  cancelRequested: 0,
  unanswered: 1,
  failed: 2,
  uncertain: 3,
  noteNext: 4,
  fitsGap: 5,
  onlineRequest: 6,
  onlinePatient: 7,
  onlineFlood: 8,
  displaced: 9,
  webhookStopped: 10,
}
export const webhookStopCodes: Codes<WebhookStop> = { gone: 0, failing: 1 }

export const importKindCodes: Codes<ImportKind> = { patients: 0, appointments: 1, notes: 2 }
export const importStateCodes: Codes<ImportState> = {
  reading: 0,
  ready: 1,
  checking: 2,
  checked: 3,
  committing: 4,
  committed: 5,
  undoing: 6,
  undone: 7,
  unreadable: 8,
  expired: 9,
}
export const fileProblemCodes: Codes<FileProblem> = {
  not_a_table: 0,
  no_rows: 1,
  too_many_rows: 2,
  too_many_columns: 3,
  row_too_long: 4,
  file_gone: 5,
  open_quote: 6,
  no_text: 7,
}
export const encodingCodes: Codes<Encoding> = { 'utf-8': 0, 'utf-16le': 1, 'utf-16be': 2, 'windows-1252': 3 }
export const separatorCodes: Codes<Separator> = { comma: 0, semicolon: 1, tab: 2, pipe: 3 }
export const decisionCodes: Codes<DuplicateDecision> = { create: 0, update: 1, skip: 2 }
/** The most frequent outcomes have the numbers 0 and 1, which SQLite stores without an extra byte. */
export const outcomeCodes: Codes<RowOutcome> = {
  create: 0,
  created: 1,
  update: 2,
  updated: 3,
  unchanged: 4,
  duplicate: 5,
  overlap: 6,
  refused: 7,
  skipped: 8,
  undone: 9,
  kept: 10,
  failed: 11,
}
export const rowReasonCodes: Codes<RowReason> = {
  name_missing: 0,
  value_missing: 1,
  invalid_value: 2,
  unreadable_date: 3,
  no_such_time: 4,
  unknown_value: 5,
  wrong_cells: 6,
  repeated_id: 7,
  patient_missing: 8,
  patient_not_found: 9,
  patient_ambiguous: 10,
  chair_taken: 11,
  practitioner_busy: 12,
  same_name_and_dob: 13,
  same_contact: 14,
  deleted_since: 15,
  cancelled: 16,
  left_out: 17,
  touched: 18,
  has_records: 19,
  gone: 20,
  fault: 21,
  merged: 22,
  unreadable_text: 23,
  known_elsewhere: 24,
}

export const callCodes: Codes<CallResult> = { no_answer: 0, message_left: 1, reached: 2 }

/** The most frequent kinds have the numbers 0 and 1, which SQLite stores without an extra byte. */
export const changeCodes: Codes<ChangeKind> = {
  appointment: 0,
  patient: 1,
  note: 2,
  cancellation: 3,
  tag: 4,
  chair: 5,
  practice: 6,
  member: 7,
  progress: 8,
  closure: 9,
  waiting: 10,
  inboxMark: 11,
  archive: 12,
  appointmentType: 13,
  absence: 14,
  recall: 15,
  inboxCall: 16,
  dayNote: 17,
}

/** The number of a name. @throws when the list does not have the name: SQLite would store the name as text. */
export function codeOf<Name extends string>(codes: Codes<Name>, name: Name): number {
  const code = codes[name]
  if (code === undefined) throw new TypeError(`"${name}" has no number. Give it one in db/codes.ts.`)
  return code
}

/** The names in the order of their numbers. */
export const namesOf = <Name extends string>(codes: Codes<Name>): readonly Name[] => {
  const names: Name[] = []
  for (const name in codes) names[codes[name]] = name
  return names
}

export const moveStageCodes: Codes<MoveStage> = {
  copies: 0,
  drains: 1,
  frozen: 2,
  left: 3,
  arrives: 4,
  came: 5,
}
