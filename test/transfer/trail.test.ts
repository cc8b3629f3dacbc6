import { expect, test } from 'bun:test'
import { operatorAct } from '../../src/domain/act.ts'
import { Trail } from '../../src/store/audit/trail.ts'
import { verifyTrails } from '../../src/store/audit/verify.ts'
import { Connection } from '../../src/store/connection.ts'
import { importPractice } from '../../src/transfer/import.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore } from '../store/records.ts'
import { openTrailed } from '../store/trails.ts'
import { type Elsewhere, elsewhere, exported, fillUp, teller } from './practices.ts'

const byImport = operatorAct('practice import')
const byRemoval = operatorAct('practice remove')

/** What a verification of the trails says, with the heads that are known outside the file. */
function verified({ database }: Pick<Elsewhere, 'database'>, outside: ReturnType<typeof headsOf> = []) {
  const found = verifyTrails(new Connection(database, Trail.beside(database.filename)), {
    outside: (id) => outside.filter(({ practiceId }) => practiceId === id),
    outsideIds: outside.map(({ practiceId }) => practiceId),
  })
  return { findings: found.findings.map(({ what }) => what), notes: found.notes.map(({ what }) => what) }
}

const headsOf = ({ store }: Pick<Elsewhere, 'store'>) => store.auditTrail.heads()

const asTheyCame =
  /^the rows 1 to \d+ came with an import\. Another installation has chained them\. They are as they came$/

/** A practice with a trail, taken in by another installation, where the work went on. */
async function moved() {
  const s = await openStore()
  await fillUp(s)
  const { path } = await exported(s, s.own.practiceId)
  const there = elsewhere()
  await importPractice(there.store.transfer, path, byImport, async () => [], teller())
  const practice = there.store.practices.of(s.own.practiceId, byImport)
  await practice.write((tx) => tx.record({ kind: 'read', patientId: s.own.patientId }))
  return {
    ...{ s, there, path },
    async [Symbol.asyncDispose]() {
      await s[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
}

test('a trail that came with an import verifies, and goes on with the key of its new installation', async () => {
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

test.each(tamperings)('a trail that came with an import is found when %s', async (_, sql) => {
  await using m = await moved()
  m.there.database.run('drop trigger audit_unchanged')
  m.there.database.run(sql)
  expect(verified(m.there).findings).toContainEqual(
    expect.stringMatching(
      /came with an import, and are not as they came: one was changed, removed or added$/,
    ),
  )
})

test('a closing that this installation did not sign hides no row of an import', async () => {
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

test('rows of an import that were closed here after six years are no finding', async () => {
  await using m = await moved()
  const later = () => Date.now() + 7 * 365.25 * 86_400_000
  const store = openTrailed(m.there.path, Trail.beside(m.there.path, later))
  await store.auditTrail.closeOld(0)
  await store.close()
  const { findings, notes } = verified(m.there)
  expect(findings).toEqual([])
  expect(notes).toEqual([expect.stringMatching(/came with an import.* They cannot be checked here$/)])
})

test('a trail that was moved twice is told as it came, and keeps the names of all keys', async () => {
  await using m = await moved()
  const second = await exported(m.there, m.s.own.practiceId)
  await using third = elsewhere()
  await importPractice(third.store.transfer, second.path, byImport, async () => [], teller())
  expect(verified(third)).toEqual({ findings: [], notes: [expect.stringMatching(asTheyCame)] })
  const again = await exported(third, m.s.own.practiceId)
  expect(Buffer.compare(again.bytes, second.bytes)).toBe(0)
  const { trail } = JSON.parse(/\{\n {2}"format"[\s\S]*?\n\}\n/.exec(Buffer.from(again.bytes).toString())![0])
  expect(trail.map(({ key }: { key: string }) => key)).toEqual([
    m.s.store.auditTrail.keyId,
    m.there.store.auditTrail.keyId,
  ])
})

test('a trail that left with its practice is no finding, and one that vanished is', async () => {
  await using m = await moved()
  const heads = headsOf(m.there)
  await removePractice(m.there.store.transfer, m.s.own.practiceId, null, byRemoval, '1', teller())
  expect(verified(m.there, heads)).toEqual({ findings: [], notes: [] })
  await importPractice(m.there.store.transfer, m.path, byImport, async () => [], teller())
  const [installation] = headsOf(m.there)
  expect(verified(m.there, [installation!])).toEqual({
    findings: [],
    notes: [expect.stringMatching(asTheyCame)],
  })
  for (const table of ['audit', 'audit_patients', 'audit_closings']) {
    m.there.database.run(`drop trigger ${table}_kept`)
    m.there.database.run(`delete from ${table} where practice_key = 1`)
  }
  m.there.database.run('delete from audit_values where practice_key = 1')
  expect(verified(m.there, heads).findings).toHaveLength(1)
})
