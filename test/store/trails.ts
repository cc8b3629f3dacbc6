/** Files with an audit trail, for tests that tamper with them. */

import { Database } from 'bun:sqlite'
import { openDatabase } from '../../db/open.ts'
import type { AuditEntry } from '../../src/domain/audit.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import type { Head } from '../../src/store/engine/chain/chain.ts'
import { Trail } from '../../src/store/engine/chain/trail.ts'
import { ReadConnection } from '../../src/store/engine/connection.ts'
import { insertPractice } from '../../src/store/practice/practice.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { type VerifiedTrails, verifyTrails } from '../../src/store/verify/verify.ts'
import { byTest } from '../support/by-test.ts'
import { freshDatabasePath, monday, trailKey } from '../support/clinic.ts'

export const hour = 3_600_000
export const patientIds = Array.from({ length: 6 }, () => newId(monday))

export const trailWith = (key: Uint8Array = trailKey, now: () => number = () => monday) =>
  new Trail(() => key, now)

export const openTrailed = (path: string, trail: Trail): Store =>
  createStore(openDatabase(path), undefined, undefined, trail)

/** Adds a practice. Returns its id. */
export async function addPractice(store: Store, id = newId(monday)): Promise<string> {
  const practice = {
    name: 'A practice',
    timezone: 'UTC',
    ...unsetSettings,
    createdAt: monday,
    updatedAt: monday,
  }
  await store.practices.of(id, byTest).write((tx) => insertPractice(tx, practice, packTemplates.dental))
  return id
}

/** Entries of every form, for rows of the trail. */
export const entries: readonly AuditEntry[] = [
  {
    kind: 'write',
    record: { kind: 'patient', id: patientIds[0]! },
    patientId: patientIds[0]!,
    after: { a: 1 },
  },
  {
    kind: 'write',
    record: { kind: 'patient', id: patientIds[0]! },
    patientId: patientIds[0]!,
    before: { phone: null, tags: ['é'] },
    after: { phone: '030', tags: [] },
  },
  { kind: 'read', patients: patientIds, times: 3, detail: { finds: 6 } },
  { kind: 'read', record: { kind: 'patient', id: 'old-17' }, patientId: 'old-17' },
  { kind: 'refusal', times: 40, detail: { reason: 'rate_limited' } },
  {
    kind: 'write',
    record: { kind: 'patient', id: patientIds[1]! },
    patientId: patientIds[1]!,
    before: { name: 'A' },
    after: { name: 'B' },
  },
]

export const record = (store: Store, practiceId: string, recorded: readonly AuditEntry[]) =>
  store.practices.of(practiceId, byTest).write((tx) => {
    for (const entry of recorded) tx.record(entry)
  })

/** A file that no connection has open, with two practices. Each practice has twelve rows in its trail. */
export async function trailed(): Promise<{ path: string; practiceId: string; otherId: string }> {
  const path = freshDatabasePath()
  const store = openTrailed(path, trailWith())
  const [practiceId, otherId] = [await addPractice(store), await addPractice(store)]
  for (const id of [practiceId, otherId]) {
    await record(store, id, entries)
    await record(store, id, entries)
  }
  await store.close()
  return { path, practiceId, otherId }
}

/** Changes a file as an attacker who has the file but not the key. The triggers are dropped first. */
export function tamper(path: string, ...statements: string[]): void {
  const database = new Database(path)
  try {
    const triggers = database
      .query<{ name: string }, []>(
        "select name from sqlite_master where type = 'trigger' and name like 'audit%'",
      )
      .all()
    for (const { name } of triggers) database.run(`drop trigger ${name}`)
    for (const statement of statements) database.run(statement)
  } finally {
    database.close()
  }
}

/** Verifies a file, as the command does. `outside` are the heads of trails that are known from outside the file. */
export function verify(
  path: string,
  { trail = trailWith(), outside }: { trail?: Trail; outside?: ReadonlyMap<string | null, Head> } = {},
): VerifiedTrails {
  const connection = new ReadConnection(new Database(path, { readonly: true, strict: true }), trail)
  try {
    return verifyTrails(connection, {
      outside: (id) => [outside?.get(id)].filter((head) => head !== undefined),
      outsideIds: [...(outside?.keys() ?? [])],
    })
  } finally {
    connection.close()
  }
}

export const headsOf = ({ heads }: VerifiedTrails): Map<string | null, Head> =>
  new Map(heads.map(({ practiceId, seq, mac }) => [practiceId, { seq, mac }]))

/** Findings as short texts: the number of the row, and the finding. */
export const told = ({ findings }: VerifiedTrails): string[] =>
  findings.map(({ seq, what }) => `${seq}: ${what}`)
