import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { operatorAct } from '../../src/domain/act.ts'
import { Trail } from '../../src/store/engine/chain/trail.ts'
import { ReadConnection } from '../../src/store/engine/connection.ts'
import { verifyTrails } from '../../src/store/verify/verify.ts'
import { importPractice } from '../../src/transfer/import.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore } from '../store/records.ts'
import { addPractice, openTrailed } from '../store/trails.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { added, edited, filesIn, written } from './archives.ts'
import { type Elsewhere, elsewhere, exported, fillUp, requireHost, teller } from './practices.ts'

const byImport = operatorAct('practice import')
const byRemoval = operatorAct('practice remove')

/** The results of a verification of the audit trails. `outside` are the heads that are known outside the file. */
function verified({ database }: Pick<Elsewhere, 'database'>, outside: ReturnType<typeof headsOf> = []) {
  const found = verifyTrails(new ReadConnection(database, Trail.beside(database.filename)), {
    outside: (id) => outside.filter(({ practiceId }) => practiceId === id),
    outsideIds: outside.map(({ practiceId }) => practiceId),
  })
  return { findings: found.findings.map(({ what }) => what), notes: found.notes.map(({ what }) => what) }
}

const headsOf = ({ store }: Pick<Elsewhere, 'store'>) => store.auditTrail.heads()

const asTheyCame =
  /^the rows 1 to \d+ came with an import\. Another installation has chained them\. They are as they came$/

/** A practice with an audit trail that was imported by another installation, and has a new row there. */
async function moved() {
  const s = await openStore()
  await fillUp(s)
  const { path } = await exported(s, s.own.practiceId)
  const there = elsewhere()
  await importPractice(
    there.store.transfer,
    path,
    { keepsAccess: true, requireHost },
    byImport,
    async () => [],
    teller(),
  )
  const practice = there.store.practices.of(s.own.practiceId, byImport)
  await practice.write((tx) => tx.record({ kind: 'read', patientId: s.own.patientId }))
  return {
    s,
    there,
    path,
    async [Symbol.asyncDispose]() {
      await s[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
}

test('§18 The audit trail moves with its practice, and goes on with the key of its new installation.', async () => {
  await using m = await moved()
  const { findings, notes } = verified(m.there, headsOf(m.there))
  expect(findings).toEqual([])
  expect(notes).toEqual([expect.stringMatching(asTheyCame)])
})

const tamperings: [what: string, sql: string][] = [
  ['a row was changed', "update audit set address = 'x' where practice_key = 1 and seq = 6"],
  ['a time was changed', 'update audit set at = at + 1 where practice_key = 1 and seq = 6'],
  [
    'a row got a value that no export can tell',
    "update audit set actor = 'x' where practice_key = 1 and seq = 6",
  ],
]

test.each(tamperings)('a verification finds it when, in an imported audit trail, %s', async (_, sql) => {
  await using m = await moved()
  m.there.database.run('drop trigger audit_unchanged')
  m.there.database.run(sql)
  expect(verified(m.there).findings).toContainEqual(
    expect.stringMatching(
      /came with an import, and are not as they came: one was changed, removed or added$/,
    ),
  )
})

test('a closing that this installation did not sign cannot hide missing rows of an imported audit trail', async () => {
  await using m = await moved()
  const { database } = m.there
  const { through } = database
    .query<{ through: number }, []>('select through_seq as through from audit_origins')
    .get()!
  database.run(
    `insert into audit_closings (practice_key, through_seq, closed_at, rows, first_at, last_at, last_mac, mac)
     select 1, seq, 1, seq, 1, 1, mac, x'00' from audit where practice_key = 1 and seq = ${through}`,
  )
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    database.run(`delete from ${table} where practice_key = 1 and seq <= ${through}`)
  expect(verified(m.there, headsOf(m.there)).findings).toContainEqual(
    expect.stringMatching(/came with an import, and are not as they came/),
  )
})

test('rows of an imported audit trail that were closed here after six years cause no finding', async () => {
  await using m = await moved()
  const later = () => Date.now() + 7 * 365.25 * 86_400_000
  const store = openTrailed(m.there.path, Trail.beside(m.there.path, later))
  await store.auditTrail.closeOld(0)
  await store.close()
  const { findings, notes } = verified(m.there)
  expect(findings).toEqual([])
  expect(notes).toEqual([expect.stringMatching(/came with an import.* They cannot be checked here$/)])
})

test('an audit trail that was moved twice has no findings, and its export names the keys of both earlier installations', async () => {
  await using m = await moved()
  const second = await exported(m.there, m.s.own.practiceId)
  await using third = elsewhere()
  await importPractice(
    third.store.transfer,
    second.path,
    { keepsAccess: true, requireHost },
    byImport,
    async () => [],
    teller(),
  )
  expect(verified(third)).toEqual({ findings: [], notes: [expect.stringMatching(asTheyCame)] })
  const again = await exported(third, m.s.own.practiceId)
  expect(Buffer.compare(again.bytes, second.bytes)).toBe(0)
  const { trail } = JSON.parse(/\{\n {2}"format"[\s\S]*?\n\}\n/.exec(Buffer.from(again.bytes).toString())![0])
  expect(trail.map(({ key }: { key: string }) => key)).toEqual([
    m.s.store.auditTrail.keyId,
    m.there.store.auditTrail.keyId,
  ])
})

test('an audit trail that left with its practice causes no finding, and an audit trail that disappeared causes a finding', async () => {
  await using m = await moved()
  const heads = headsOf(m.there)
  const { path } = await exported(m.there, m.s.own.practiceId)
  await removePractice(m.there.store.transfer, m.s.own.practiceId, null, byRemoval, '1', teller())
  expect(verified(m.there, heads)).toEqual({ findings: [], notes: [] })
  await importPractice(
    m.there.store.transfer,
    path,
    { keepsAccess: true, requireHost },
    byImport,
    async () => [],
    teller(),
  )
  const [installation] = headsOf(m.there)
  expect(verified(m.there, [installation!])).toEqual({
    findings: [],
    notes: [
      expect.stringMatching(/Another installation has chained the rows 1 to \d+\. They are as they came$/),
    ],
  })
  for (const table of ['audit', 'audit_patients', 'audit_closings']) {
    m.there.database.run(`drop trigger ${table}_kept`)
    m.there.database.run(`delete from ${table} where practice_key = 1`)
  }
  m.there.database.run('delete from audit_values where practice_key = 1')
  expect(verified(m.there, heads).findings).toHaveLength(1)
})

/** A practice with an audit trail of ten rows, after its export and its removal. */
async function departed() {
  const s = await openStore()
  for (let i = 0; i < 9; i++)
    await s.own.practice.write((tx) => tx.record({ kind: 'read', patientId: s.own.patientId }))
  const { practiceId } = s.own
  const { path } = await exported(s, practiceId)
  await removePractice(s.store.transfer, practiceId, path, byRemoval, '1', teller())
  const takeIn = (archive: string, to: Pick<Elsewhere, 'store'> = s) =>
    importPractice(
      to.store.transfer,
      archive,
      { keepsAccess: true, requireHost },
      byImport,
      async () => [],
      teller(),
    )
  return { s, practiceId, path, takeIn }
}

test('§18 When a practice comes back with the audit trail with which it left, the trail is checked with the key of this installation.', async () => {
  const { s, path, takeIn } = await departed()
  await using _ = s
  await takeIn(path)
  await s.own.practice.write((tx) => tx.record({ kind: 'read', patientId: s.own.patientId }))
  expect(verified(s, headsOf(s))).toEqual({ findings: [], notes: [] })
})

type Files = ReturnType<typeof filesIn>

const lastSeq = 10
const rowAt = (seq: number) => (row: Record<string, unknown>) => row.seq === seq
const changed = (seq: number, change: Record<string, unknown> = { address: 'x' }) =>
  edited('audit.ndjson', change, rowAt(seq))
const inTrail = (files: Files, change: { throughSeq: number } | { key: string }) => {
  const manifest = JSON.parse(files.get('manifest.json')!)
  Object.assign(manifest.trail[0], change)
  files.set('manifest.json', JSON.stringify(manifest))
}
/** Removes the rows of the audit trail for which `keep` is false, with their values and patients. */
const kept = (files: Files, keep: (seq: number) => boolean) => {
  for (const name of ['audit', 'audit_values', 'audit_patients'].map((table) => `${table}.ndjson`)) {
    const lines = files
      .get(name)!
      .split('\n')
      .filter((line) => line !== '' && keep(JSON.parse(line).seq))
    files.set(name, lines.map((line) => `${line}\n`).join(''))
  }
}
const cutTo = (seq: number) => (files: Files) => {
  kept(files, (one) => one <= seq)
  inTrail(files, { throughSeq: seq })
}
const mac = 'ab'.repeat(16)
const madeElsewhere = (files: Files) => inTrail(files, { key: '0'.repeat(16) })

const forgeries: [what: string, forge: (files: Files) => void, finding: RegExp][] = [
  ['a row was changed', changed(5), /does not fit the chain/],
  ['the first row was changed', changed(1), /does not fit the chain/],
  ['the last row was changed', changed(lastSeq), /does not fit the chain/],
  ['the last row is another one', changed(lastSeq, { mac }), /than the last one that the trail had when/],
  [
    'every row was changed',
    (files) => {
      for (let seq = 1; seq <= lastSeq; seq++) changed(seq)(files)
    },
    /does not fit/,
  ],
  ['a row was removed', (files) => kept(files, (seq) => seq !== 5), /the row is missing/],
  ['its beginning was removed', (files) => kept(files, (seq) => seq > 3), /the rows 1 to 3 are missing/],
  ['its end was cut off', cutTo(8), /row 10 was the last one when the practice was removed here/],
  ['all of it was cut off', cutTo(1), /row 10 was the last one when the practice was removed here/],
  [
    'a row was changed and the manifest names another key',
    (files) => {
      changed(5)(files)
      madeElsewhere(files)
    },
    /does not fit the chain/,
  ],
  [
    'a closing hides its beginning',
    (files) => {
      kept(files, (seq) => seq > 3)
      const at = '2026-03-02T08:00:00.000Z'
      const closing = { throughSeq: 3, closedAt: at, rows: 3, firstAt: at, lastAt: at, lastMac: mac, mac }
      added('audit_closings.ndjson', JSON.stringify(closing))(files)
    },
    /the closing does not fit the key/,
  ],
]

test.each(forgeries)(
  'when an audit trail comes back to its installation, a verification finds that %s',
  async (_, forge, finding) => {
    const { s, path, takeIn } = await departed()
    await using _s = s
    const files = filesIn(path)
    forge(files)
    await takeIn(written(files))
    expect(verified(s, headsOf(s)).findings).toContainEqual(expect.stringMatching(finding))
    // The finding remains after six years, when the rows about the removal and the import are closed.
    const later = () => Date.now() + 7 * 365.25 * 86_400_000
    await using beside = elsewhere(s.path)
    const store = openTrailed(s.path, Trail.beside(s.path, later))
    await store.auditTrail.closeOld(0)
    await store.close()
    expect(verified(beside).findings).not.toEqual([])
  },
)

test('the verification of an audit trail that comes back names the rows that another installation added in between', async () => {
  const { s, practiceId, path, takeIn } = await departed()
  await using _ = s
  await using there = elsewhere()
  await takeIn(path, there)
  const practice = there.store.practices.of(practiceId, byImport)
  for (let i = 0; i < 3; i++) await practice.write((tx) => tx.record({ kind: 'read' }))
  const { path: back } = await exported(there, practiceId)
  await takeIn(back)
  await s.own.practice.write((tx) => tx.record({ kind: 'read' }))
  const inBetween = /Another installation has chained the rows 11 to 13\. They are as they came$/
  expect(verified(s, headsOf(s))).toEqual({ findings: [], notes: [expect.stringMatching(inBetween)] })
  // The practice is removed once more. The file knows both parts of the audit trail that were written here.
  const again = await exported(s, practiceId)
  await removePractice(s.store.transfer, practiceId, again.path, byRemoval, '1', teller())
  const files = filesIn(again.path)
  changed(4)(files)
  await takeIn(written(files))
  expect(verified(s, headsOf(s)).findings).toEqual([expect.stringMatching(/does not fit the chain/)])
})

test('a new file with the same key checks an imported audit trail only when the practice has the same number', async () => {
  const { s, path } = await departed()
  await using _ = s
  /** A new file with this number of other practices. The imported practice gets the next number. */
  const file = async (neighbours: number) => {
    const path = freshDatabasePath()
    const store = openTrailed(path, Trail.beside(s.path))
    for (let i = 0; i < neighbours; i++) await addPractice(store)
    const database = openDatabase(path)
    const verify = () =>
      verifyTrails(new ReadConnection(database, Trail.beside(s.path)), {}).findings.map(({ what }) => what)
    return { store, database, verify, [Symbol.asyncDispose]: () => store.close() }
  }
  const takeIn = (archive: string, { store }: Pick<Elsewhere, 'store'>) =>
    importPractice(
      store.transfer,
      archive,
      { keepsAccess: true, requireHost },
      byImport,
      async () => [],
      teller(),
    )
  const files = filesIn(path)
  changed(5)(files)
  await using same = await file(0)
  await takeIn(written(files), same)
  expect(same.verify()).toEqual([expect.stringMatching(/does not fit the chain/)])
  await using other = await file(3)
  await takeIn(path, other)
  expect(other.verify()).toEqual([])
})
