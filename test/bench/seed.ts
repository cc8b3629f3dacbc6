/** Fills the files with the store's own statements, in one or two transactions. */

import type { Database } from 'bun:sqlite'
import { entryTypeCodes } from '../../db/codes.ts'
import { openDatabase } from '../../db/open.ts'
import { type StoredId, storedId } from '../../db/stored-id.ts'
import { random } from '../../src/demo/random.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { createChair } from '../../src/features/chairs/actions.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { createTag } from '../../src/features/tags/actions.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { toggleTag } from '../../src/store/patients/patient-tags.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { makeFirstName, makeLastName } from './names.ts'
import { calendar, chairId, clinic, day, entryId, hour, minute, patientId, swap, tagId } from './records.ts'

/** The measured practice, its owner, and the owner's token. */
export interface Seeded {
  readonly practiceId: string
  readonly userId: string
  readonly token: string
}

const seededAt = Date.parse('2026-01-05T08:00:00Z')
const times = { createdAt: seededAt, updatedAt: seededAt }

/** Fills a file with the large clinic (`records.ts`). */
export const seedClinic = (path: string, patients: number): Promise<Seeded> =>
  seed(path, async (store) => {
    const neighbours = await addPractice(store, 'The neighbours', 0)
    const { practice, ...seeded } = await addPractice(store, 'The clinic', clinic.chairs)
    const tags = Array.from({ length: clinic.tags }, (_, n) =>
      createTag(practice, { name: `Tag ${n}` }, seededAt, tagId(n)),
    )
    await Promise.all(tags)
    const dice = random(1)
    await neighbours.practice.write((tx) => {
      for (let n = 0; n < clinic.neighbours; n++) addPatient(tx, dice, patients + n)
    })
    await practice.write((tx) => {
      for (let n = 0; n < patients; n++) {
        addPatient(tx, dice, n)
        for (let tag = dice.below(20); tag < clinic.tags; tag += 5) toggleTag(tx, patientId(n), tagId(tag))
      }
      fillYear(tx, seeded.userId, patients)
      addSwap(tx, seeded.userId)
    })
    return seeded
  })

/** A practice with few patients and this number of chairs, which `fill` fills. */
export const seedPractice = (
  path: string,
  chairs: number,
  fill: (seeded: Seeded & { practice: Practice }, database: Database) => Promise<void>,
): Promise<Seeded> =>
  seed(path, async (store, database) => {
    const { practice, ...seeded } = await addPractice(store, 'The calendar', chairs)
    const dice = random(2)
    await practice.write((tx) => {
      for (let n = 0; n < calendar.patients; n++) addPatient(tx, dice, n)
    })
    await fill({ practice, ...seeded }, database)
    return seeded
  })

/** A practice with few patients and a calendar of `entries` entries (`records.ts`). */
export const seedCalendar = (path: string, entries: number): Promise<Seeded> =>
  seedPractice(path, calendar.chairs, async (seeded, database) =>
    withoutIndexes(database, 'entries', () => fillCalendar(database, seeded, entries)),
  )

export async function seed(
  path: string,
  fill: (store: Store, database: Database) => Promise<Seeded>,
): Promise<Seeded> {
  const database = openDatabase(path)
  const store = createStore(database)
  const seeded = await fill(store, database)
  database.run('pragma wal_checkpoint(truncate)')
  await store.close()
  return seeded
}

export async function addPractice(
  store: Store,
  name: string,
  chairs: number,
): Promise<Seeded & { practice: Practice }> {
  const practiceId = newId(seededAt)
  const owner = { id: newId(seededAt), name: 'Owner', email: `${Bun.hash(name).toString(36)}@bench.example` }
  const practice = store.practices.of(practiceId, byTest)
  await practice.write((tx) => {
    const settings = { timezone: clinic.timezone, pack: packTemplates.dental, workingHours: null }
    createPractice(tx, { name, ...settings, owner }, seededAt)
  })
  for (let n = 0; n < chairs; n++) await createChair(practice, { name: `Chair ${n}` }, seededAt, chairId(n))
  const { token } = await createToken(practice, owner.id, 'bench', 365, Date.now())
  return { practice, practiceId, userId: owner.id, token }
}

export function addPatient(tx: WriteScope, dice: ReturnType<typeof random>, n: number): void {
  insertPatient(tx, {
    id: patientId(n),
    firstName: makeFirstName(dice),
    lastName: makeLastName(dice),
    dob: dice.chance(0.9) ? new Date(-dice.below(16_000) * day).toISOString().slice(0, 10) : null,
    gender: dice.pick(['female', 'male', null]),
    email: dice.chance(0.8) ? `patient${n}@bench.example` : null,
    phoneMobile: dice.chance(0.7) ? `+49 1555 ${String(1_000_000 + dice.below(9_000_000))}` : null,
    address: `Lindenstraße ${1 + dice.below(120)}`,
    postcode: String(10_115 + dice.below(4_000)),
    town: 'Berlin',
    ownFields: null,
    country: 'Germany',
    status: dice.pick(['active', 'active', 'active', 'in_treatment', 'recall', 'archived']),
    statusChangedAt: dice.chance(0.5) ? seededAt : null,
    notifyByEmail: dice.chance(0.8),
    notifyBySms: dice.chance(0.4),
    mayBookOnline: true,
    recallConsent: false,
    preferredLanguage: null,
    metadata: {},
    ...times,
  })
}

/** Adds the two blocks that the benchmark swaps. */
function addSwap(tx: WriteScope, userId: string): void {
  for (const [i, id] of [swap.first, swap.second].entries()) {
    const startAt = swap.startAt + i * swap.minutes * minute
    insertEntry(tx, {
      id,
      type: 'unavailable',
      chairId: chairId(0),
      patientId: null,
      title: 'Closed',
      color: null,
      startAt,
      endAt: startAt + swap.minutes * minute,
      serviceRef: null,
      notes: null,
      metadata: {},
      practitionerId: null,
      seriesId: null,
      appointmentTypeId: null,
      createdBy: userId,
      ...times,
    })
  }
}

/** Fills days with appointments and gaps on every chair, and a reminder in the morning. */
function fillYear(tx: WriteScope, userId: string, patients: number): void {
  const dice = random(3)
  let n = 0
  const add = (type: 'appointment' | 'reminder', chair: number, startAt: number, minutes: number) =>
    insertEntry(tx, {
      id: entryId(n++),
      type,
      chairId: chairId(chair),
      patientId: patientId(dice.below(patients)),
      title: dice.pick(['Check-up', 'Cleaning', 'Filling', 'Consultation']),
      startAt,
      endAt: startAt + minutes * minute,
      color: '#22c55e',
      serviceRef: dice.pick(['01', '1040', '2080']),
      notes: dice.chance(0.2) ? 'Brings X-rays.' : null,
      metadata: {},
      practitionerId: null,
      seriesId: null,
      appointmentTypeId: null,
      createdBy: userId,
      ...times,
    })
  for (let d = 0; d < clinic.weeks * 7; d++) {
    if (d % 7 > 4) continue
    const opening = clinic.firstDay + d * day + 8 * hour
    add('reminder', 0, opening, 15)
    for (let chair = 0; chair < clinic.chairs; chair++)
      for (let half = 0; half < 16; half++)
        if (dice.chance(0.65)) add('appointment', chair, opening + half * 30 * minute, 30)
  }
}

/**
 * Inserts a million entries within seconds. One SQL statement generates the entries, and the indexes are built
 * afterwards.
 */
function fillCalendar(database: Database, { practiceId, userId }: Seeded, entries: number): void {
  const anyId = (sample: string, number: string) =>
    `unhex(replace('${sample.slice(0, 24)}', '-', '') || printf('%012x', ${number}))`
  database
    .query<unknown, [Record<string, StoredId | number>]>(`
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < $entries)
    insert into entries (practice_key, id, chair_id, patient_id, type, title, start_at, end_at, color, service_ref,
      metadata, created_by, created_at, updated_at)
    select (select key from practices where id = $practiceId), ${anyId(entryId(0), 'n')}, ${anyId(chairId(0), 'n % $chairs')},
      ${anyId(patientId(0), 'n % $patients')}, ${entryTypeCodes.appointment}, 'Check-up',
      $end - (1 + ($entries - 1 - n) / $chairs) * $step, $end - (1 + ($entries - 1 - n) / $chairs) * $step + $length,
      '#22c55e', '01', '{}', $userId, $seededAt, $seededAt
    from numbers`)
    .run({
      entries,
      practiceId: storedId(practiceId),
      userId: storedId(userId),
      seededAt,
      chairs: calendar.chairs,
      patients: calendar.patients,
      end: calendar.end,
      step: calendar.step,
      length: calendar.length,
    })
}

/** Drops a table's indexes and triggers, fills the table, and creates the same indexes and triggers again. */
function withoutIndexes(database: Database, table: string, fill: () => void): void {
  const made = database
    .query<{ type: string; name: string; sql: string }, [string]>(
      `select type, name, sql from sqlite_schema
       where tbl_name = ? and type in ('index', 'trigger') and sql is not null`,
    )
    .all(table)
  database.transaction(() => {
    for (const { type, name } of made) database.run(`drop ${type} "${name}"`)
    fill()
    for (const { sql } of made) database.run(sql)
  })()
}
