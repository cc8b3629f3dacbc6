/** A merge of patients loses nothing, and its undo restores the previous state (RULES §25). */
import { expect, test } from 'bun:test'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { writeAnew } from '../../db/rewrite.ts'
import { waitingList } from '../../db/schema/front-desk.ts'
import { pastReminders } from '../../db/schema/notices.ts'
import { recallContacts } from '../../db/schema/recalls.ts'
import { cancellations } from '../../db/schema/visits.ts'
import { newId } from '../../src/domain/id.ts'
import { archiveEntry, archiveNote, archiveTag, archiveTagLink } from '../../src/store/archive/archive.ts'
import { findArchived, listArchived } from '../../src/store/archive/archive-list.ts'
import { removeArchived, restoreTag } from '../../src/store/archive/archive-restore.ts'
import { sources } from '../../src/store/archive/archived-rows.ts'
import { insertEntry, removeEntry } from '../../src/store/calendar/entries.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { insertNote, insertRevision, removeNote } from '../../src/store/patients/notes.ts'
import { toggleTag, untagEverywhere } from '../../src/store/patients/patient-tags.ts'
import {
  findPatient,
  insertPatient,
  type NewPatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { insertTag, removeTag } from '../../src/store/patients/tags.ts'
import { eraseAgain, erasePatient, findPerson, isErased } from '../../src/store/person/erasure.ts'
import { listMerged } from '../../src/store/person/merged.ts'
import { mergePatients, unmergePatients } from '../../src/store/person/merging.ts'
import { movedPlaces, movers, staysBehind } from '../../src/store/person/moved-rows.ts'
import { listTrailOf } from '../../src/store/person/person.ts'
import { monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import {
  contactRow,
  entryRow,
  hour,
  noticeRow,
  type Opened,
  openStore,
  patientRow,
  times,
  waitingRow,
} from './records.ts'

const modules = [...new Bun.Glob('*.ts').scanSync('db/schema')].map(
  (file) => import(`../../db/schema/${file}`),
)
const tables: SQLiteTable[] = (await Promise.all(modules))
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))

test('§25 A merge moves the rows of every table that names a patient, or a test says why not.', () => {
  const namesPatient = (table: SQLiteTable) => {
    const { columns, foreignKeys } = getTableConfig(table)
    return (
      // `patient_name` is the name of an appointment type for patients. It does not refer to a patient.
      columns.some(({ name }) => name !== 'patient_name' && /^patient|kept_id/.test(name)) ||
      foreignKeys.some((key) => getTableName(key.reference().foreignTable) === 'patients')
    )
  }
  const naming = tables.filter(namesPatient).map(getTableName)
  expect(naming.length).toBeGreaterThan(10)
  // The table `archive_rows` has a column with rows of other tables, which can name patients.
  const decided = [...Object.keys(movers), ...Object.keys(staysBehind)]
  expect([...naming, 'archive_rows', 'patients'].filter((name) => !decided.includes(name))).toEqual([])
  expect(decided.filter((name) => !tables.some((table) => getTableName(table) === name))).toEqual([])
  expect(decided.length).toBe(new Set(decided).size)
})

test('each kind of moved record has its own number in the archive, and these numbers never change', () => {
  // Database files contain these numbers and names.
  expect(Object.entries(movedPlaces).map(([name, place]) => `${place} ${name}`)).toEqual([
    '13 moved_notes',
    '14 moved_entries',
    '15 moved_cancellations',
    '16 moved_waiting_list',
    '17 moved_reminder_jobs',
    '18 moved_past_reminders',
    '19 moved_archive',
    '20 moved_links',
    '21 moved_tags',
    '22 merge_filled',
    '23 moved_deleted_tags',
    '24 moved_online_bookings',
    '25 moved_recall_contacts',
  ])
  const taken: number[] = Object.values(sources).map(({ place }) => place)
  expect(Object.values(movedPlaces).filter((place) => taken.includes(place))).toEqual([])
})

/** How many records of each kind a patient has. */
interface Life {
  readonly notes: number
  readonly entries: number
  readonly cancelled: number
  readonly waiting: number
  readonly tags: readonly number[]
  readonly deletedTags: readonly number[]
  readonly deletedNotes: number
  readonly deletedEntries: number
  readonly fields: Partial<NewPatient>
}

let slot = 0

/** Makes a patient with the records of a `Life`. The tags belong to the practice. */
function live(
  tx: WriteScope,
  s: Opened,
  patientId: string,
  life: Life,
  tagIds: readonly string[],
  text: () => string,
): void {
  const { userId } = s.own
  const by = { createdBy: userId, updatedBy: userId, ...times }
  const note = () => {
    const id = newId(monday)
    insertNote(tx, { id, patientId, title: text(), body: text(), isNext: true, ...by })
    insertRevision(tx, {
      noteId: id,
      version: 1,
      title: null,
      body: text(),
      isNext: false,
      savedAt: monday,
      savedBy: userId,
    })
    return id
  }
  const entry = () => {
    const startAt = monday + ++slot * hour
    const id = newId(monday)
    const metadata = { patientAnswer: { answer: 'confirmed', at: text() } }
    insertEntry(
      tx,
      entryRow(s.own, {
        id,
        chairId: null,
        patientId,
        startAt,
        endAt: startAt + hour,
        title: text(),
        metadata,
      }),
    )
    insertNotice(tx, noticeRow({ entryId: id, patientId, startAt, state: 'scheduled', reason: null }))
    const { nextAttemptAt, lease, leaseUntil, uncertainAt, failingSince, countedOn, ...past } = noticeRow({
      entryId: id,
      patientId,
      slot: 1,
    })
    tx.insert(pastReminders, past)
    return id
  }
  for (let i = 0; i < life.notes; i++) note()
  for (let i = 0; i < life.entries; i++) entry()
  for (let i = 0; i < life.cancelled; i++) {
    const startAt = monday + ++slot * hour
    const { type: _, ...row } = entryRow(s.own, { patientId, startAt, endAt: startAt + hour, title: text() })
    const why = {
      cancelledAt: monday,
      cancelledBy: userId,
      wishOf: 'patient',
      reason: text(),
      note: null,
      shortNotice: false,
    } as const
    tx.insert(cancellations, { ...row, ...why })
  }
  for (let i = 0; i < life.waiting; i++) {
    tx.insert(waitingList, waitingRow({ userId, patientId }, { note: text() }))
    tx.insert(recallContacts, contactRow({ userId, patientId }, { note: text() }))
  }
  for (const tag of life.tags) toggleTag(tx, patientId, tagIds[tag]!)
  for (let i = 0; i < life.deletedNotes; i++) {
    const id = note()
    archiveNote(tx, { id, patientId }, monday)
    removeNote(tx, id)
  }
  for (let i = 0; i < life.deletedEntries; i++) {
    const id = entry()
    archiveEntry(tx, { id, patientId }, monday)
    removeEntry(tx, id)
  }
  for (const tag of life.deletedTags)
    if (!life.tags.includes(tag)) {
      toggleTag(tx, patientId, tagIds[tag]!)
      archiveTagLink(tx, patientId, tagIds[tag]!, monday)
      toggleTag(tx, patientId, tagIds[tag]!)
    }
}

const few = fc.nat(3)
const field = <T>(...values: T[]) => fc.constantFrom(null, ...values)
const life: fc.Arbitrary<Life> = fc.record({
  notes: few,
  entries: few,
  cancelled: few,
  waiting: few,
  tags: fc.subarray([0, 1, 2, 3]),
  deletedTags: fc.subarray([0, 1, 2]),
  deletedNotes: fc.nat(2),
  deletedEntries: fc.nat(2),
  fields: fc.record({
    dob: field('1987-04-23', '1990-01-01'),
    gender: field('female', ''),
    email: field('a@example.org', 'b@example.org'),
    phoneMobile: field('0151 1234567', '+49 30 123'),
    address: field('Street 1', 'Street 2'),
    postcode: field('10969'),
    town: field('Berlin', 'Potsdam'),
    country: field('Germany', 'Austria'),
    preferredLanguage: field('de', 'en'),
    notifyByEmail: fc.boolean(),
    notifyBySms: fc.boolean(),
    mayBookOnline: fc.boolean(),
    metadata: fc.constantFrom({}, { imported: 1 }),
    ownFields: field({ insurer: 'AOK' }, { insurer: 'TK', number: 'A1' }),
  }),
})

/** Every row of the practice, by table, without columns that change with every write, such as the version. */
function rowsOf(s: Opened, same: (text: string) => string = (text) => text): Record<string, string[]> {
  const names = [...Object.keys(movers), 'patients', 'note_revisions', 'merges', 'patient_words', 'tags']
  return Object.fromEntries(
    names.map((name) => {
      const order = name === 'patient_tags' ? ' order by row_id' : ''
      const rows = s.database
        .query<Record<string, unknown>, []>(`select * from ${name}${order}`)
        .all()
        .map(({ row_id: _, version: __, patient_row_id: ___, position: ____, ...row }) => {
          for (const key in row)
            if (row[key] instanceof Uint8Array)
              row[key] = Buffer.from(row[key] as Uint8Array)
                .toString('hex')
                .toUpperCase()
          return same(JSON.stringify(row))
        })
      // The order of a patient's tags matters. The order of the patients does not.
      return [
        name,
        name === 'patient_tags'
          ? rows.sort((a, b) => a.slice(0, 70).localeCompare(b.slice(0, 70)))
          : rows.sort(),
      ]
    }),
  )
}

/** Makes two patients with the records of a `Life` each, and a tag that was deleted while both had it. */
async function twoLives(s: Opened, first: Life, second: Life, text: () => string = () => 'x') {
  const [keptId, fromId] = [newId(monday), newId(monday)]
  await s.own.practice.write((tx) => {
    const tagIds = [0, 1, 2, 3, 4].map(() => newId(monday))
    for (const id of tagIds) insertTag(tx, { id, name: id, color: null, alert: false, ...times })
    for (const [id, { fields }] of [
      [keptId, first],
      [fromId, second],
    ] as const)
      insertPatient(tx, patientRow(id, text(), text(), fields))
    live(tx, s, keptId, first, tagIds, text)
    live(tx, s, fromId, second, tagIds, text)
    const gone = tagIds[4]!
    if (first.notes > 1) toggleTag(tx, keptId, gone)
    toggleTag(tx, fromId, gone)
    archiveTag(tx, gone, monday)
    untagEverywhere(tx, gone)
    removeTag(tx, gone)
  })
  return { keptId, fromId }
}

const merge = (s: Opened, keptId: string, fromId: string) =>
  s.own.practice.write((tx) => mergePatients(tx, findPatient(tx, keptId)!, findPatient(tx, fromId)!, monday))
const undo = (s: Opened, archiveId: string) =>
  s.own.practice.write((tx) => {
    const result = unmergePatients(tx, findArchived(tx, archiveId)!, 'new', monday)
    removeArchived(tx, archiveId)
    return result
  })

const hex = (id: string) => id.replaceAll('-', '').toUpperCase()

test('§25 A merge loses nothing, and undoing it brings back every row.', async () => {
  await fc.assert(
    fc.asyncProperty(life, life, async (first, second) => {
      await using s = await openStore()
      const { keptId, fromId } = await twoLives(s, first, second)
      const before = rowsOf(s)
      const { archiveId } = await merge(s, keptId, fromId)
      const after = rowsOf(s)
      const asKept = (rows: string[]) => rows.map((row) => row.replaceAll(hex(fromId), hex(keptId))).sort()
      for (const name of [
        'notes',
        'note_revisions',
        'entries',
        'cancellations',
        'waiting_list',
        'recall_contacts',
        'reminder_jobs',
        'past_reminders',
      ])
        expect({ name, rows: after[name] }).toEqual({ name, rows: asKept(before[name]!) })
      const items = after.archive!.filter((row) => !row.includes(hex(archiveId)))
      expect(items).toEqual(asKept(before.archive!))
      expect(new Set(after.patient_tags!.filter((row) => row.includes(hex(keptId))))).toEqual(
        new Set(asKept(before.patient_tags!).filter((row) => row.includes(hex(keptId)))),
      )
      expect(findPatient(s.own.practice.read, fromId)).toBe(null)
      expect(after.notes!.join() + after.entries!.join() + after.reminder_jobs!.join()).not.toContain(
        hex(fromId),
      )

      const undone = await undo(s, archiveId)
      expect(undone).toEqual({
        links: 0,
        lacking: { notes: 0, appointments: 0, waitingList: 0, deleted: 0 },
        changed: [],
      })
      expect(rowsOf(s)).toEqual(before)
    }),
    { numRuns: 40 },
  )
})

const busy: Life = {
  notes: 3,
  entries: 3,
  cancelled: 2,
  waiting: 1,
  tags: [0, 1],
  deletedTags: [2],
  deletedNotes: 1,
  deletedEntries: 1,
  fields: {},
}

test('§25 When a merged patient was merged again, the two merges can be undone in any order.', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    await using s = await openStore()
    const { keptId: b, fromId: c } = await twoLives(s, busy, busy)
    const { keptId: a } = await twoLives(s, busy, busy)
    const before = rowsOf(s)
    const items = [(await merge(s, b, c)).archiveId, (await merge(s, a, b)).archiveId]
    expect(listMerged(s.own.practice.read, a).sort()).toEqual([b, c].sort())
    for (const i of order) expect(await undo(s, items[i]!)).toEqual(nothingLacks)
    expect(rowsOf(s)).toEqual(before)
    expect(listMerged(s.own.practice.read, a)).toEqual([])
  }
})

const nothingLacks = {
  links: 0,
  lacking: { notes: 0, appointments: 0, waitingList: 0, deleted: 0 },
  changed: [],
}

interface Act {
  /** The number of the merge to undo, among the merges that are not undone yet. Null when this act is a merge. */
  readonly undone: number | null
  readonly from: number
  readonly kept: number
}
/**
 * Merges and undos of four patients in any order. Each act chooses among the possible merges and undos. At the end, all
 * merges are undone.
 */
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({ undone: fc.option(fc.nat(5), { freq: 2 }), from: fc.nat(11), kept: fc.nat(11) }),
  { minLength: 2, maxLength: 10 },
)
/** Four patients. The tags 0 to 3 exist. The tags 4 and 5 were deleted while some patients had them. */
const four = fc.array(fc.tuple(life, fc.subarray([4, 5])), { minLength: 4, maxLength: 4 })

/** Makes four patients with the records of a `Life` each, and their tags. */
async function fourLives(s: Opened, lives: readonly (readonly [Life, readonly number[]])[]) {
  const all = lives.map(() => newId(monday))
  const tagIds = [0, 1, 2, 3, 4, 5].map(() => newId(monday))
  await s.own.practice.write((tx) => {
    for (const id of tagIds) insertTag(tx, { id, name: id, color: null, alert: false, ...times })
    for (const [i, [life, gone]] of lives.entries()) {
      insertPatient(tx, patientRow(all[i]!, 'x', 'x', life.fields))
      live(tx, s, all[i]!, life, tagIds, () => 'x')
      for (const tag of gone) toggleTag(tx, all[i]!, tagIds[tag]!)
    }
  })
  for (const id of tagIds.slice(4)) await deleteTag(s, id)
  return { all, tagIds }
}

/** Carries out merges and undos, and then undoes all remaining merges. `check` is called after each act. */
async function mergeAndUndo(s: Opened, all: readonly string[], acts: readonly Act[], check: () => unknown) {
  const left = [...all]
  const standing: { readonly archiveId: string; readonly fromId: string }[] = []
  const undoOne = async (i: number) => {
    const [{ archiveId, fromId }] = standing.splice(i % standing.length, 1) as [(typeof standing)[number]]
    // A tag that is deleted at this moment cannot be restored yet.
    expect({ ...(await undo(s, archiveId)), links: 0 }).toEqual(nothingLacks)
    left.push(fromId)
    await check()
  }
  for (const { undone, from, kept } of acts) {
    if (undone !== null && standing.length > 0) await undoOne(undone)
    else if (left.length > 1) {
      const [fromId] = left.splice(from % left.length, 1) as [string]
      const { archiveId } = await merge(s, left[kept % left.length]!, fromId)
      standing.push({ archiveId, fromId })
      await check()
    }
  }
  for (const { undone } of acts) if (standing.length > 0) await undoOne(undone ?? 0)
  while (standing.length > 0) await undoOne(0)
}

test('after merges of patients and all their undos in any order, records, tags and fields are as before', async () => {
  await fc.assert(
    fc.asyncProperty(four, acts, async (lives, acts) => {
      await using s = await openStore()
      const { all, tagIds } = await fourLives(s, lives)
      const before = rowsOf(s)
      const own = new Map(all.map((id, i) => [id, lives[i]![0].tags.map((tag) => tagIds[tag]!)]))
      await mergeAndUndo(s, all, acts, () => {
        // Meanwhile each patient has their own tags, and the tags of all patients who were merged into them.
        for (const id of all) {
          const patient = findPatient(s.own.practice.read, id)
          if (patient === null) continue
          const group = [id, ...listMerged(s.own.practice.read, id)]
          const tags = new Set(group.flatMap((one) => own.get(one)!))
          expect([...patient.tagIds].sort()).toEqual([...tags].sort())
        }
      })
      expect(rowsOf(s)).toEqual(before)
      for (const id of all) expect(listMerged(s.own.practice.read, id)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a tag that is deleted and restored between merges and undos belongs to the same patients as before', async () => {
  const [standing, deleted] = [3, 4]
  await fc.assert(
    fc.asyncProperty(four, acts, fc.nat(8), fc.nat(8), async (lives, acts, first, second) => {
      await using s = await openStore()
      const { all, tagIds } = await fourLives(s, lives)
      let acted = 0
      const turn = async () => {
        if (acted === first) await bringTagBack(s, tagIds[deleted]!)
        if (acted === first) await deleteTag(s, tagIds[standing]!)
        if (acted === first + 1 + second) await bringTagBack(s, tagIds[standing]!)
        acted++
      }
      await mergeAndUndo(s, all, acts, turn)
      while (acted <= first + 1 + second) await turn()
      for (const tag of [standing, deleted])
        expect(
          all.filter((id) => findPatient(s.own.practice.read, id)!.tagIds.includes(tagIds[tag]!)),
        ).toEqual(all.filter((_, i) => [...lives[i]![0].tags, ...lives[i]![1]].includes(tag)))
    }),
    { numRuns: 80 },
  )
})

const deleteTag = (s: Opened, tagId: string) =>
  s.own.practice.write((tx) => {
    archiveTag(tx, tagId, monday)
    untagEverywhere(tx, tagId)
    removeTag(tx, tagId)
  })

/** Restores a deleted tag. */
function bringTagBack(s: Opened, tagId: string): Promise<void> {
  const [item] = listArchived(s.own.practice.read, { kind: 'tag' }, null, 100).filter(
    ({ recordId }) => recordId === tagId,
  )
  return s.own.practice.write((tx) => {
    restoreTag(tx, item!.id, tagId, tagId)
    removeArchived(tx, item!.id)
  })
}

test('a merge by an older version, which moved the link of a deleted tag, can be undone', async () => {
  await using s = await openStore()
  const { keptId, fromId } = await twoLives(s, quiet, quiet)
  const before = rowsOf(s)
  const { archiveId } = await merge(s, keptId, fromId)
  const inItems = (ids: string) => `hex(archive_id) ${ids} '${hex(archiveId)}'`
  s.database.run(`INSERT INTO archive_rows SELECT practice_key, archive_id, position, 'moved_links', json_object('id',
    (SELECT hex(archive_id) FROM archive_rows WHERE source = 'patient_tags' AND ${inItems('<>')} LIMIT 1))
    FROM archive_rows WHERE source = 'moved_deleted_tags' ON CONFLICT DO UPDATE SET source = 'moved_links', row = excluded.row`)
  s.database.run(
    `DELETE FROM archive_rows WHERE source = 'patient_tags' AND row ->> '$.patient_id' = '${hex(fromId)}'`,
  )
  expect(await undo(s, archiveId)).toEqual(nothingLacks)
  expect(rowsOf(s)).toEqual(before)
})

const quiet: Life = {
  notes: 0,
  entries: 0,
  cancelled: 0,
  waiting: 0,
  tags: [],
  deletedTags: [],
  deletedNotes: 0,
  deletedEntries: 0,
  fields: {},
}

/** Merges a patient with these fields into a second patient, the second into a third, and the third into a fourth. */
async function chain(s: Opened, fields: Partial<NewPatient>, second: Partial<NewPatient> = {}) {
  const { keptId: b, fromId: x } = await twoLives(s, { ...quiet, fields: second }, { ...quiet, fields })
  const { keptId: z, fromId: a } = await twoLives(s, quiet, quiet)
  const before = rowsOf(s)
  const items = [
    (await merge(s, b, x)).archiveId,
    (await merge(s, a, b)).archiveId,
    (await merge(s, z, a)).archiveId,
  ] as const
  return { z, before, items }
}

test('when a field was filled by a chain of merges, the undo of the first merge empties the field', async () => {
  await using s = await openStore()
  const metadata = { imported: 1 }
  const given = { email: 'a@example.org', notifyByEmail: false, dob: '1987-04-23', metadata }
  const { z, before, items } = await chain(s, given)
  const now = () => findPatient(s.own.practice.read, z)!
  expect(now()).toMatchObject(given)
  expect((await undo(s, items[0])).changed).toEqual([])
  expect(now()).toMatchObject({ email: null, notifyByEmail: true, dob: null, metadata: {} })
  // Meanwhile a member enters another address of the patient.
  await s.own.practice.write((tx) => updatePatient(tx, findPatient(tx, z)!, { email: 'new@example.org' }))
  for (const item of [items[2], items[1]]) expect((await undo(s, item)).changed).toEqual([])
  expect(now().email).toBe('new@example.org')
  await s.own.practice.write((tx) => updatePatient(tx, findPatient(tx, z)!, { email: null }))
  expect(rowsOf(s)).toEqual(before)
})

test('a consent that was filled together with an address is reset together with the address', async () => {
  await using s = await openStore()
  const refused = { notifyByEmail: false }
  const { z, before, items } = await chain(s, { email: 'a@example.org', ...refused }, refused)
  const now = () => findPatient(s.own.practice.read, z)!
  expect(now()).toMatchObject({ email: 'a@example.org', notifyByEmail: false })
  expect((await undo(s, items[0])).changed).toEqual([])
  expect(now()).toMatchObject({ email: null, notifyByEmail: true })
  for (const item of [items[1], items[2]]) expect((await undo(s, item)).changed).toEqual([])
  expect(rowsOf(s)).toEqual(before)
})

test('a field that a member changed after the merges stays, and only the undo of the first merge names it', async () => {
  await using s = await openStore()
  const { z, items } = await chain(s, { email: 'a@example.org', gender: 'female' })
  const now = () => findPatient(s.own.practice.read, z)!
  await s.own.practice.write((tx) => updatePatient(tx, findPatient(tx, z)!, { email: 'new@example.org' }))
  expect((await undo(s, items[0])).changed).toEqual(['email'])
  expect(now()).toMatchObject({ email: 'new@example.org', gender: null })
  for (const item of [items[1], items[2]]) expect((await undo(s, item)).changed).toEqual([])
  expect(now()).toMatchObject({ email: 'new@example.org', gender: null })
})

test('a merge and its undo move 10,000 notes with a few statements', async () => {
  await using s = await openStore()
  const { keptId, fromId } = await twoLives(s, busy, busy)
  const { userId } = s.own
  await s.own.practice.write((tx) => {
    const by = { createdBy: userId, updatedBy: userId, ...times }
    for (let i = 0; i < 10_000; i++)
      insertNote(tx, {
        id: newId(monday),
        patientId: fromId,
        title: null,
        body: 'A note',
        isNext: false,
        ...by,
      })
  })
  let statements = 0
  const counting = (fn: (tx: WriteScope) => { archiveId: string } | undefined) =>
    s.own.practice.write((tx) => {
      const run = tx.run.bind(tx)
      tx.run = (...args) => {
        statements++
        return run(...args)
      }
      return fn(tx)
    })
  const merged = await counting((tx) => {
    const result = mergePatients(tx, findPatient(tx, keptId)!, findPatient(tx, fromId)!, monday)
    expect(result.moved.notes).toBe(10_003)
    return result
  })
  expect(statements).toBeLessThan(60)
  statements = 0
  await counting((tx) => void unmergePatients(tx, findArchived(tx, merged!.archiveId)!, 'new', monday))
  expect(statements).toBeLessThan(60)
})

test('after the erasure of a person, no byte of patients who were merged into them is left, and all count as erased', async () => {
  await using s = await openStore()
  const texts = { email: `${mark(8)}@example.org`, address: mark(300) }
  const { keptId: b, fromId: c } = await twoLives(
    s,
    { ...busy, fields: texts },
    { ...busy, fields: texts },
    () => mark(40),
  )
  const { keptId: a, fromId: d } = await twoLives(s, { ...busy, fields: texts }, busy, () => mark(40))
  await s.own.practice.write((tx) => {
    for (const id of [a, b, c])
      tx.record({
        kind: 'write',
        record: { kind: 'patient', id },
        patientId: id,
        before: { x: mark(20) },
        after: { x: mark(20) },
      })
  })
  await merge(s, b, c)
  await merge(s, a, b)
  expect(marksIn(s.path, `${s.path}-wal`)).toBeGreaterThan(1_000)
  await s.own.practice.write((tx) => erasePatient(tx, a, monday + 1))
  for (const id of [a, b, c]) expect(isErased(s.own.practice.read, id)).toBe(true)
  expect(findPerson(s.own.practice.read, a)).toBe(null)
  await s.own.practice.write((tx) => erasePatient(tx, d, monday + 1))
  expect(writeAnew(s.database, s.path)).toBe(true)
  expect(marksIn(s.path, `${s.path}-wal`)).toBe(0)
})

test('§25 When a merged person is erased again after a return to an earlier state, they are first separated from the kept patient.', async () => {
  await using s = await openStore()
  const { keptId, fromId } = await twoLives(s, busy, busy)
  const before = rowsOf(s)
  await merge(s, keptId, fromId)
  await s.own.practice.write((tx) => eraseAgain(tx, fromId, monday))
  expect(findPatient(s.own.practice.read, fromId)).toBe(null)
  const of = (rows: Record<string, string[]>) =>
    ['notes', 'entries', 'cancellations', 'waiting_list'].map((name) =>
      rows[name]!.filter((row) => row.includes(hex(keptId))),
    )
  expect(of(rowsOf(s))).toEqual(of(before))
  expect(JSON.stringify(rowsOf(s))).not.toContain(`PATIENT_ID":"${hex(fromId)}`)
  expect(isErased(s.own.practice.read, keptId)).toBe(false)
})

test('§25 The export of the kept patient lists who saw the merged record, until the merge is undone.', async () => {
  await using s = await openStore()
  const { keptId, fromId } = await twoLives(s, busy, busy)
  await s.own.practice.write((tx) => tx.record({ kind: 'read', patients: [fromId], detail: { found: 1 } }))
  const kinds = () => [...listTrailOf(s.own.practice.read, keptId)].flat().map(({ kind }) => kind)
  expect(kinds()).toEqual([])
  const { archiveId } = await merge(s, keptId, fromId)
  expect(kinds()).toEqual(['read'])
  await undo(s, archiveId)
  expect(kinds()).toEqual([])
})
