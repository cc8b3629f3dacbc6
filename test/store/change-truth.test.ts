/** A client that follows the changes has the true state of all records, by whichever way they changed. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { type ChangeKind, changeKinds } from '../../src/domain/record-change.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { changesAfter, newestCursor } from '../../src/store/changes/changes.ts'
import { watchedTables } from '../../src/store/changes/touched.ts'
import type { Scope } from '../../src/store/engine/scope.ts'
import { erasePatient } from '../../src/store/person/erasure.ts'
import { success } from '../support/answers.ts'
import { deleteAt, restored } from '../support/archive.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic, freshDatabasePath, monday } from '../support/clinic.ts'
import { at, newEntry, newNote, newPatient, newTag, newWaiting } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { remindedVisit, reply } from '../support/visiting.ts'
import { cancelled, noted, progressAt, progressPath, undone } from '../support/visits.ts'
import { driveEveryRoute } from './every-route.ts'

/** The table of each kind of record. */
const tables: Readonly<Record<ChangeKind, string>> = {
  appointment: 'entries',
  patient: 'patients',
  note: 'notes',
  cancellation: 'cancellations',
  tag: 'tags',
  chair: 'chairs',
  practice: 'practices',
  member: 'users',
  progress: 'progress',
  closure: 'closures',
  absence: 'absences',
  waiting: 'waiting_list',
  inboxMark: 'inbox_marks',
  inboxCall: 'inbox_calls',
  dayNote: 'day_notes',
  archive: 'archive',
  appointmentType: 'appointment_types',
  recall: 'recall_contacts',
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Ask = (path: string) => Promise<any>
interface Believed {
  readonly kind: ChangeKind
  readonly id: string
  readonly version: number | null
  readonly patientId: string | null
}

/** Reads one record of each kind by the API. Undefined when the API does not find the record. */
const asked: Readonly<Record<ChangeKind, (ask: Ask, told: Believed) => Promise<{ version?: number }>>> = {
  appointment: (ask, { id }) => ask(`appointments/${id}`),
  patient: (ask, { id }) => ask(`patients/${id}`),
  note: async (ask, { id, patientId }) => withId((await ask(`patients/${patientId}/notes`)).notes, id),
  cancellation: (ask, { id }) => ask(`appointments/${id}/cancellation`),
  tag: (ask, { id }) => ask(`tags/${id}`),
  chair: (ask, { id }) => ask(`chairs/${id}`),
  practice: (ask) => ask('practice'),
  member: (ask, { id }) => ask(`members/${id}`),
  progress: (ask, { id }) => ask(`appointments/${id}/progress`),
  closure: (ask, { id }) => ask(`closures/${id}`),
  absence: (ask, { id }) => ask(`absences/${id}`),
  waiting: (ask, { id }) => ask(`waiting-list/${id}`),
  // The API shows marks and calls only with their item of the inbox, which may not be in the inbox any more.
  inboxMark: async () => ({}),
  inboxCall: async () => ({}),
  dayNote: (ask, { id }) => ask(`day-notes/${id}`),
  archive: async (ask, { id }) => withId((await ask('archive?limit=200')).items, id),
  appointmentType: (ask, { id }) => ask(`appointment-types/${id}`),
  // The API shows a contact only with its patient, who may not be due any more.
  recall: async () => ({}),
}
const withId = (records: { id: string; version?: number }[], id: string) =>
  records.find((one) => one.id === id)!

/** The records that a client knows when it has followed every change from the first on. */
function believed(scope: Scope): Believed[] {
  const records = new Map<string, Believed>()
  for (let after = 0; ; ) {
    const page = changesAfter(scope, after, 1_000)
    for (const change of page)
      if (change.gone) records.delete(`${change.kind} ${change.id}`)
      else records.set(`${change.kind} ${change.id}`, change)
    if (page.length < 1_000) return [...records.values()]
    after = page.at(-1)!.seq
  }
}

/**
 * Expects that a client that has followed the changes knows every record in the file, with the version that the API
 * returns. Returns the kinds of records that the function requested from the API.
 */
async function expectTruth(c: Clinic, call = c.owner.call): Promise<Set<ChangeKind>> {
  const all = believed(c.practice.read)
  const named = all.map(({ kind, id }) => `${kind} ${id}`)
  expect(named.sort()).toEqual(standing(c))
  const kinds = new Set<ChangeKind>()
  for (const told of all) {
    const { kind, id, version } = told
    // A cancelled appointment keeps its steps, but the API does not show them until the appointment is restored.
    if (kind === 'progress' && named.includes(`cancellation ${id}`)) continue
    const answer = await asked[kind](async (path) => success(await call('GET', `/api/v1/${path}`)), told)
    expect({ kind, id, version: answer.version ?? null }).toEqual({ kind, id, version })
    kinds.add(kind)
  }
  return kinds
}

/** The kind and the id of every record in the file. */
function standing({ path, practice }: Clinic): string[] {
  const database = openDatabase(path)
  const rows = Object.entries(tables).flatMap(([kind, table]) =>
    database
      .query<{ id: Uint8Array }, [number]>(
        `select id from ${table} where ${table === 'practices' ? 'key' : 'practice_key'} = ?1`,
      )
      .all(practice.read.practiceKey)
      .map(({ id }) => `${kind} ${uuidOf(id)}`),
  )
  database.close()
  return rows.sort()
}

const uuidOf = (id: Uint8Array) =>
  Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

test('§28.1 Every database table whose records a client can read leaves changes, or a test says why not.', () => {
  const others: Readonly<Record<string, string>> = {
    note_revisions: 'A new revision comes with a change of its note.',
    patient_tags: 'A patient whose tags change gets another version.',
    pack_statuses: 'The pack is part of the practice, which gets another version.',
    reminder_settings: 'They are part of the practice, which gets another version.',
    past_reminders: 'A message is retired, and its appointment shows it as before.',
    reminder_replans: 'It is a position.',
    archive_rows: 'They belong to an item of the archive.',
    merges: 'It says whose the trail of a merged patient is.',
    erasures: 'The erased person is told as gone.',
    online_bookings: 'What becomes of it is seen at its entry.',
    online_codes: 'They count how many codes went out.',
    imports: 'Only owners see them, and the settings ask again and again.',
    import_progress: 'It moves with every step.',
    import_rows: 'Only owners see them, and the settings ask again and again.',
    external_ids: 'Nobody sees them.',
    webhooks: 'Only owners see them, and the desk shows none.',
    webhook_places: 'It moves with every delivery.',
    webhook_deliveries: 'It grows with every delivery.',
    sessions: 'Ways in are no records of the practice.',
    api_tokens: 'Ways in are no records of the practice.',
    calendar_feeds: 'Ways in are no records of the practice.',
    passkeys: 'Ways in are no records of the practice.',
    enrolment_links: 'Ways in are no records of the practice.',
    retries: 'Answers are kept for one caller.',
    patient_words: 'The search index is made of the names.',
    audit: 'The trail grows with every act, and has a list of its own.',
    audit_patients: 'It belongs to the trail.',
    audit_values: 'It belongs to the trail.',
    audit_closings: 'It belongs to the trail.',
    audit_origins: 'It belongs to the trail.',
    changes: 'They are the changes.',
    change_epochs: 'They belong to the changes.',
    removed_practices: 'It is of the installation.',
    moving_practices: 'It is of the installation.',
    elsewhere_practices: 'It is of the installation.',
    cell_moves: 'It is of the installation.',
    practice_aliases: 'The operator sets it, and no answer shows it.',
    link_keys: 'No answer shows a key.',
    last_visits: 'Triggers make it of the entries, which are watched.',
    signing_keys: 'It is of the installation.',
    installation: 'It is of the installation.',
    __drizzle_migrations: 'It is of the installation.',
  }
  using database = openDatabase(freshDatabasePath())
  const names = database
    .query<{ name: string }, []>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
  expect(names.sort()).toEqual([...new Set([...watchedTables, ...Object.keys(others)])].sort())
})

test('§28.1 After calls of every route, a client that follows the changes has the same records as the database.', async () => {
  await using c = await clinic({ signedIn: true })
  await driveEveryRoute(c)
  // `driveEveryRoute` ends the session of the owner, and leaves no record of some kinds.
  const { token } = await createToken(c.practice, c.owner.userId, 'after', 30, c.clock.now)
  const call = c.as(token)
  const { id: patientId } = await newPatient(call)
  const [stands, leaves] = [await newEntry(call, { patientId }), await newEntry(call, { patientId })]
  c.clock.now = Date.parse(stands.startAt)
  await noted(call, stands.id, 'confirmed', 'arrived')
  await noted(call, leaves.id, 'confirmed')
  await cancelled(call, leaves.id)
  await newWaiting(call, { patientId })
  const kinds = await expectTruth(c, call)
  expect([...kinds].sort()).toEqual([...changeKinds].sort())
})

test('the change of each step of a visit has the version that the API returns, from the first step on', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id, patientId } = await booked(c)
  const told = () => believed(c.practice.read).find(({ kind }) => kind === 'progress')?.version
  expect(told()).toBe(undefined)
  c.clock.now = nine
  const first = await progressAt(call, id)
  const versions = [first.version]
  const seen = (version: number) => {
    expect(told()).toBe(version)
    // The version must be new. A client that already has this version of the record would ignore the change.
    expect(versions).not.toContain(version)
    versions.push(version)
  }
  seen((await noted(call, id, 'confirmed')).version)
  seen((await noted(call, id, 'arrived')).version)
  seen(success(await call('DELETE', progressPath(id))).version)
  await cancelled(call, id)
  await undone(call, id)
  const deleted = await deleteAt(call, `/appointments/${id}`)
  expect(told()).toBe(undefined)
  await restored(call, deleted.id)
  seen((await progressAt(call, id)).version)
  await c.practice.write((tx) => erasePatient(tx, patientId, monday))
  seen((await progressAt(call, id)).version)
  expect(await progressAt(call, id)).toMatchObject({ state: 'expected', steps: [] })
  seen((await noted(call, id, 'done')).version)
  await expectTruth(c)
})

test('a merge of patients adds a change for each record that moved, and so does the undo', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [kept, from] = [await newPatient(call), await newPatient(call)]
  const tag = await newTag(call, 'Recall')
  const note = await newNote(call, from.id)
  const entry = await newEntry(call, { patientId: from.id })
  success(await call('POST', `/api/v1/patients/${from.id}/tags/${tag.id}`))
  const before = newestCursor(c.practice.read).seq
  const { archiveId } = success(await call('POST', `/api/v1/patients/${kept.id}/merge`, { from: from.id }))
  const told = () =>
    changesAfter(c.practice.read, before, 1_000).map(({ kind, id, gone, patientId }) =>
      [kind, id, gone, patientId].join(' '),
    )
  const merged = told()
  expect(merged).toContain(`patient ${kept.id} false `)
  expect(merged).toContain(`patient ${from.id} true `)
  expect(merged).toContain(`note ${note.id} false ${kept.id}`)
  expect(merged).toContain(`appointment ${entry.id} false `)
  await expectTruth(c)
  success(await call('POST', `/api/v1/archive/${archiveId}/restore`))
  expect(told().slice(merged.length)).toContain(`note ${note.id} false ${from.id}`)
  await expectTruth(c)
})

test('the deletion of a patient, and its restore, add changes for the patient, the notes and the entries', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const note = await newNote(call, patientId)
  const entry = await newEntry(call, { patientId })
  const before = newestCursor(c.practice.read).seq
  success(await call('DELETE', `/api/v1/patients/${patientId}`))
  const told = changesAfter(c.practice.read, before, 100).map(({ kind, id, version, gone }) =>
    [kind, id, version, gone].join(' '),
  )
  expect(told).toContain(`patient ${patientId}  true`)
  expect(told).toContain(`note ${note.id}  true`)
  expect(told).toContain(`appointment ${entry.id} 2 false`)
  const { items } = success(await call('GET', '/api/v1/archive?kind=patient'))
  success(await call('POST', `/api/v1/archive/${items[0].id}/restore`))
  await expectTruth(c)
})

test('§28.1 When a message is sent, the list of changes has a change of its appointment.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  const before = newestCursor(c.practice.read).seq
  await r.round()
  const told = changesAfter(c.practice.read, before, 100)
  // There is one change for each channel. The beginning of a delivery is not a change.
  expect(told.map(({ kind, id }) => `${kind} ${id}`)).toEqual([`appointment ${id}`, `appointment ${id}`])
})

test('§28.1 When a patient answers a message, the list of changes has a change of the appointment.', async () => {
  await using c = await clinic()
  const visit = await remindedVisit(c)
  const before = newestCursor(c.practice.read).seq
  await reply(c, visit.mailed, 'confirmed')
  expect(changesAfter(c.practice.read, before, 100)).toMatchObject([
    { kind: 'appointment', id: visit.id, version: 2 },
  ])
})

test('two entries that exchange their times add one change each', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const chair = success(await call('POST', '/api/v1/chairs', { name: 'One' }), 201)
  const hours = [
    { startAt: at('09:00'), endAt: at('10:00') },
    { startAt: at('10:00'), endAt: at('11:00') },
  ]
  const entries = [
    await newEntry(call, { chairId: chair.id, ...hours[0] }),
    await newEntry(call, { chairId: chair.id, ...hours[1] }),
  ]
  const before = newestCursor(c.practice.read).seq
  const moves = [
    { id: entries[0]!.id, ...hours[1] },
    { id: entries[1]!.id, ...hours[0] },
  ]
  success(await call('POST', '/api/v1/appointments/moves', { moves }))
  expect(changesAfter(c.practice.read, before, 100).map(({ id, version }) => [id, version])).toEqual([
    [entries[0]!.id, 2],
    [entries[1]!.id, 2],
  ])
})
