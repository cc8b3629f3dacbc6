/** What the changes tell leads a client to the true picture, whichever way the records changed. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import type { ChangeKind } from '../../src/domain/record-change.ts'
import { changesAfter, newestCursor } from '../../src/store/changes.ts'
import type { Scope } from '../../src/store/scope.ts'
import { watchedTables } from '../../src/store/touched.ts'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic, freshDatabasePath } from '../support/clinic.ts'
import { at, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { remindedVisit, reply } from '../support/visiting.ts'
import { driveEveryRoute } from './every-route.ts'

/** Where the records of each kind stand, and their versions. */
const tables: Readonly<Record<ChangeKind, string>> = {
  appointment: 'select id, version from entries',
  patient: 'select id, version from patients',
  note: 'select id, version from notes',
  cancellation: 'select id, version from cancellations',
  tag: 'select id, version from tags',
  chair: 'select id, version from chairs',
  practice: 'select id, version from practices where key = ?1 and 1',
  member: 'select id, version from users',
  progress: 'select id, version from progress',
  closure: 'select id, version from closures',
  waiting: 'select id, version from waiting_list',
  inboxMark: 'select id, null as version from inbox_marks',
  archive: 'select id, null as version from archive',
}

/** What a client believes who has followed every change from the first on. */
function believed(scope: Scope): string[] {
  const records = new Map<string, string>()
  for (let after = 0; ; ) {
    const page = changesAfter(scope, after, 1_000)
    for (const { kind, id, version, gone } of page)
      if (gone) records.delete(`${kind} ${id}`)
      else records.set(`${kind} ${id}`, `${kind} ${id} ${version}`)
    if (page.length < 1_000) return [...records.values()].sort()
    after = page.at(-1)!.seq
  }
}

/** What stands in the file. */
function standing({ path, practice }: Clinic): string[] {
  const database = openDatabase(path)
  const rows = Object.entries(tables).flatMap(([kind, text]) =>
    database
      .query<{ id: Uint8Array; version: number | null }, [number]>(
        text.includes('where') ? text : `${text} where practice_key = ?1`,
      )
      .all(practice.read.practiceKey)
      .map(({ id, version }) => `${kind} ${uuidOf(id)} ${version}`),
  )
  database.close()
  return rows.sort()
}

const uuidOf = (id: Uint8Array) =>
  Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

test('every table whose records a client can read is watched, or says why not', () => {
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
    sessions: 'Ways in are no records of the practice.',
    api_tokens: 'Ways in are no records of the practice.',
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

test('after every route, the changes lead to what stands in the file', async () => {
  await using c = await clinic({ signedIn: true })
  await driveEveryRoute(c)
  const all = standing(c)
  // Every kind plays a part in it.
  expect(new Set(all.map((line) => line.split(' ')[0])).size).toBeGreaterThanOrEqual(10)
  expect(believed(c.practice.read)).toEqual(all)
})

test('a merge tells every record that moved, and so does its undoing', async () => {
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
  expect(believed(c.practice.read)).toEqual(standing(c))
  success(await call('POST', `/api/v1/archive/${archiveId}/restore`))
  expect(told().slice(merged.length)).toContain(`note ${note.id} false ${from.id}`)
  expect(believed(c.practice.read)).toEqual(standing(c))
})

test('a deleted patient is gone, and their entries changed; both come back', async () => {
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
  expect(believed(c.practice.read)).toEqual(standing(c))
})

test('a message that was sent is a change of its appointment', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  const before = newestCursor(c.practice.read).seq
  await r.round()
  const told = changesAfter(c.practice.read, before, 100)
  // One for each channel. That a delivery begins is no news.
  expect(told.map(({ kind, id }) => `${kind} ${id}`)).toEqual([`appointment ${id}`, `appointment ${id}`])
})

test('the answer of a patient is a change of their appointment', async () => {
  await using c = await clinic()
  const visit = await remindedVisit(c)
  const before = newestCursor(c.practice.read).seq
  await reply(c, visit.mailed, 'confirmed')
  expect(changesAfter(c.practice.read, before, 100)).toMatchObject([
    { kind: 'appointment', id: visit.id, version: 2 },
  ])
})

test('entries that change places leave one change each', async () => {
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
