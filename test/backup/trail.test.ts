/** The key and the heads of the audit trail, which are outside the database. */
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { auditKeyFile, readAuditKey } from '../../db/audit-key.ts'
import { confirmRestores, countUnconfirmed } from '../../src/backup/trail/confirm.ts'
import { headsFile, headsOfBefore, setHeadsAside } from '../../src/backup/trail/files.ts'
import { keepHeads } from '../../src/backup/trail/heads.ts'
import { keepTrail, type TrailKeeper } from '../../src/backup/trail/keeper.ts'
import { auditKeyOf, type KeyPlace, keepKeyCopy, requireAuditKey } from '../../src/backup/trail/key.ts'
import { trailOf } from '../../src/backup/trail/open.ts'
import { verifyTrail } from '../../src/backup/trail/verify.ts'
import { auditConfirmRestore } from '../../src/cli/audit.ts'
import { loadConfig } from '../../src/config.ts'
import { auditTrail } from '../../src/doctor/audit.ts'
import { TrailKey } from '../../src/store/engine/chain/chain.ts'
import { Trail } from '../../src/store/engine/chain/trail.ts'
import type { Store } from '../../src/store/store.ts'
import { inFile } from '../store/in-file.ts'
import { addPractice, entries, openTrailed, record, tamper } from '../store/trails.ts'
import { rowsOf } from '../support/audit.ts'
import { monday } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'

const silent = () => undefined
const log = pino({ level: 'silent' })

/** A place for a database: with an object store, or without one. */
function newPlace({ streamed = true, key }: { streamed?: boolean; key?: string } = {}) {
  const settings = folderReplica()
  mkdirSync(dirname(settings.DATABASE_PATH!), { recursive: true })
  const env = {
    ...(streamed ? settings : { DATABASE_PATH: settings.DATABASE_PATH! }),
    ...(key && { AUDIT_KEY: key }),
  }
  const config = loadConfig({ databasePath: '' }, env)
  const store = settings.REPLICA_URL!.replace('file://', '')
  return { config, path: settings.DATABASE_PATH!, store }
}

/** Opens the database at a place as a server does, runs `work`, and closes the database in order. */
async function serve(
  place: KeyPlace,
  work: (store: Store, keeper: TrailKeeper) => Promise<void>,
  now: () => number = () => monday,
): Promise<void> {
  const secret = await auditKeyOf(place, silent)
  const store = openTrailed(place.databasePath, new Trail(() => secret, now))
  const keeper = await keepTrail({ place, trail: store.auditTrail, secret, now, log })
  try {
    await work(store, keeper)
  } finally {
    await keeper.stop()
    await store.close()
  }
}

const places = (report: { findings: readonly { seq: number | null; what: string }[] }) =>
  report.findings.map(({ seq }) => seq)

/** A place whose database has one practice and six rows in its trail. */
async function filled(options?: { streamed?: boolean; key?: string }) {
  const place = newPlace(options)
  let practiceId = ''
  await serve(place.config, async (store) => {
    practiceId = await addPractice(store)
    await record(store, practiceId, entries)
  })
  return { ...place, practiceId }
}

const more = (place: KeyPlace, practiceId: string) =>
  serve(place, (store) => record(store, practiceId, entries))

const cut = (path: string, after: number) =>
  tamper(
    path,
    ...['audit', 'audit_values', 'audit_patients'].map(
      (table) => `delete from ${table} where seq > ${after}`,
    ),
  )

test('§14.3 A server that stops in order writes the heads of all trails to a file beside the database. Only the owner of the file can read it.', async () => {
  const { path, config, store, practiceId } = await filled()
  const { heads } = JSON.parse(readFileSync(headsFile(path), 'utf8'))
  expect(heads).toEqual({ [practiceId]: { seq: 6, mac: expect.stringMatching(/^[0-9a-f]{32}$/) } })
  for (const file of [headsFile(path), auditKeyFile(path)]) expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(store, 'trail.json'), 'utf8')).toBe(readFileSync(headsFile(path), 'utf8'))
  expect(await verifyTrail(config, { say: silent })).toMatchObject({
    trails: 1,
    rows: 6,
    found: 0,
    notes: [],
  })
})

test('a verification finds that rows at the end of a trail were removed, also after the next start', async () => {
  const { path, config, practiceId } = await filled({ streamed: false })
  cut(path, 4)
  expect(places(await verifyTrail(config, { say: silent }))).toEqual([5])
  await more(config, practiceId)
  const { findings } = await verifyTrail(config, { say: silent })
  expect(findings).toMatchObject([
    {
      seq: 6,
      what: 'it is another row than the one that is known outside the file: the trail was replaced',
    },
  ])
})

test('when the heads beside the database are older or missing, the heads in the object store count', async () => {
  const { path, config, practiceId } = await filled()
  const older = readFileSync(headsFile(path), 'utf8')
  await more(config, practiceId)
  cut(path, 6)
  writeFileSync(headsFile(path), older)
  expect(places(await verifyTrail(config, { say: silent }))).toEqual([7])
  rmSync(headsFile(path))
  expect(places(await verifyTrail(config, { say: silent }))).toEqual([7])
  await serve(config, async () => {})
  expect(places(await verifyTrail(config, { say: silent }))).toEqual([7])
})

test.each([
  ['other heads', (text: string) => text.replace('"seq":6', '"seq":4')],
  ['broken JSON', (text: string) => text.slice(0, -9)],
  ['another JSON value', () => '[]'],
  [
    'an invented return to an earlier state',
    (text: string) => text.replace('"wentBack":[]', '"wentBack":[{"at":1,"heads":{}}]'),
  ],
])(
  '§14.3 When somebody has changed the heads outside the database, a verification finds this, and the server does not overwrite them. %s',
  async (_, change) => {
    const { path, config, practiceId } = await filled({ streamed: false })
    const changed = change(readFileSync(headsFile(path), 'utf8'))
    writeFileSync(headsFile(path), changed)
    await more(config, practiceId)
    expect(readFileSync(headsFile(path), 'utf8')).toBe(changed)
    const { findings } = await verifyTrail(config, { say: silent })
    expect(findings).toMatchObject([{ practiceId: null, what: expect.stringContaining('were changed') }])
  },
)

test.each([true, false])(
  '§14.3 A return to an earlier state is a finding until an operator confirms it by `audit confirm-restore`. %p',
  async (streamed) => {
    const { path, config, practiceId } = await filled({ streamed })
    // `swapIn` does this before it replaces the database by the older file.
    setHeadsAside(path)
    cut(path, 4)
    const during = await verifyTrail(config, { say: silent })
    expect(during.found).toBe(streamed ? 1 : 0)
    await more(config, practiceId)
    expect(existsSync(headsOfBefore(path))).toBe(false)
    const what = `the database was taken back or restored by ${new Date(monday).toISOString()}. The trail had 6 rows before, and the last of them are not in it`
    const unconfirmed = await verifyTrail(config, { say: silent })
    expect(unconfirmed).toMatchObject({ found: 1, notes: [] })
    expect(unconfirmed.findings).toEqual([
      { practiceId, seq: 6, what: `${what}. If that was on purpose, say so by \`audit confirm-restore\`` },
    ])
    const key = new TrailKey(await requireAuditKey(config, silent))
    expect(await countUnconfirmed(config, key, silent)).toBe(1)
    const confirm = (values: { yes?: boolean }, ask?: () => Promise<string>) =>
      auditConfirmRestore.run(values as never, { config, now: () => monday, say: silent, ask })
    expect(await thrownBy(confirm({}))).toThrow('add --yes')
    expect(await thrownBy(confirm({}, async () => 'n'))).toThrow('nothing was changed')
    expect(await countUnconfirmed(config, key, silent)).toBe(1)
    expect(await confirm({ yes: true })).toEqual({ confirmed: 1 })
    expect(await confirm({})).toEqual({ confirmed: 0 })
    expect(rowsOf(path).filter(({ action }) => action === 'audit confirm-restore')).toHaveLength(1)
    const { findings, notes } = await verifyTrail(config, { say: silent })
    expect(findings).toEqual([])
    expect(notes).toEqual([{ practiceId, seq: 6, what }])
    // The confirmation stays after another start.
    await serve(config, async () => {})
    expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0 })
    cut(path, 9)
    expect(places(await verifyTrail(config, { say: silent }))).toEqual([10])
  },
)

test('§14.3 No file beside the database can confirm a return to an earlier state.', async () => {
  const { path, config } = await filled({ streamed: false })
  cut(path, 4)
  writeFileSync(headsOfBefore(path), '')
  await serve(config, async () => {})
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 1, notes: [] })
  const forged = readFileSync(headsFile(path), 'utf8').replace(
    '"wentBack":[{',
    '"wentBack":[{"confirmedAt":1,',
  )
  writeFileSync(headsFile(path), forged)
  const { findings } = await verifyTrail(config, { say: silent })
  expect(findings[0]!.what).toContain('the heads outside the database were changed')
  const key = new TrailKey(await requireAuditKey(config, silent))
  expect(await thrownBy(confirmRestores(config, key, monday, silent))).toThrow('nothing is confirmed')
})

test('after a restore that loses no row of the trail, a verification adds no note', async () => {
  const { path, config } = await filled()
  // As after a lost disk, the heads come from the object store.
  rmSync(headsFile(path))
  setHeadsAside(path)
  await serve(config, async () => {})
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0, notes: [] })
  expect(JSON.parse(readFileSync(headsFile(path), 'utf8')).wentBack).toEqual([])
})

test('after a restore, the server adds one row about the restore to the trail of the installation', async () => {
  const { path, config } = await filled()
  const restores = () => rowsOf(path).filter(({ action }) => action === 'restore')
  expect(restores()).toEqual([])
  setHeadsAside(path)
  for (let start = 0; start < 2; start++) await serve(config, async () => {})
  expect(restores()).toMatchObject([{ trail: 0, actor: 'service', kind: 'export' }])
})

test('§14.4 Without `AUDIT_KEY`, the object store has a copy of the key. A start after a lost disk gets the key back from there.', async () => {
  const { path, config, store, practiceId } = await filled()
  const key = readAuditKey(path)!
  expect(readFileSync(join(store, 'audit-key'), 'utf8').trim()).toBe(Buffer.from(key).toString('hex'))
  rmSync(auditKeyFile(path))
  expect(await requireAuditKey(config, silent)).toEqual(key)
  expect(existsSync(auditKeyFile(path))).toBe(false)
  await more(config, practiceId)
  expect(readAuditKey(path)).toEqual(key)
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0, notes: [], rows: 12 })
})

test('§14.4 A copy of another key in the object store is never replaced.', async () => {
  const { config, store } = await filled()
  const told: string[] = []
  await keepKeyCopy(config, new Uint8Array(32), (line) => told.push(line))
  expect(told).toEqual([expect.stringContaining('another key')])
  expect(readFileSync(join(store, 'audit-key'), 'utf8')).not.toContain('0000000000')
})

test('§14.4 When the key is in `AUDIT_KEY`, the server writes no key file and no copy of the key.', async () => {
  const { path, config, store } = await filled({ key: 'ab'.repeat(32) })
  expect(existsSync(auditKeyFile(path))).toBe(false)
  expect(existsSync(join(store, 'audit-key'))).toBe(false)
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0, rows: 6 })
})

test('§14.4 After the loss of the key, a new part of the chain begins, and a verification names the rows before it.', async () => {
  const { path, config, practiceId } = await filled({ streamed: false })
  rmSync(auditKeyFile(path))
  expect(await thrownBy(verifyTrail(config, { say: silent }))).toThrow(
    'the key of the audit trail is missing',
  )
  await more(config, practiceId)
  const { findings, notes, rows } = await verifyTrail(config, { say: silent })
  expect({ findings, rows }).toEqual({ findings: [], rows: 13 })
  expect(notes).toMatchObject([{ practiceId, seq: 7, what: expect.stringContaining('The rows 1 to 6') }])
  await more(config, practiceId)
  expect((await verifyTrail(config, { say: silent })).rows).toBe(19)
})

test('when somebody without the key has rewritten the trail, a verification still finds this after the next start', async () => {
  const { path, config, practiceId } = await filled({ streamed: false })
  tamper(path, 'update audit set times = times + 1, mac = randomblob(16)')
  await more(config, practiceId)
  const { findings, notes } = await verifyTrail(config, { say: silent })
  expect(places({ findings })).toContain(1)
  // No row says that the key was lost.
  expect(notes).toEqual([])
})

test('§14.4 A command that has another key than the server is refused.', async () => {
  const { path, config } = await filled({ streamed: false })
  const other = { ...config, auditKey: new Uint8Array(32) }
  const refusal = 'give this command the same AUDIT_KEY'
  expect(await thrownBy(trailOf(other, silent))).toThrow(refusal)
  expect(await thrownBy(verifyTrail(other, { say: silent }))).toThrow(refusal)
  writeFileSync(auditKeyFile(path), 'no key')
  expect(await thrownBy(verifyTrail(config, { say: silent }))).toThrow('64 hexadecimal digits')
})

test('when several processes make the key at the same time, all of them have the same key', async () => {
  const folder = mkdtempSync(join(scratch, 'keys-'))
  const place = { databasePath: join(folder, 'clinic.db'), auditKey: undefined, replica: undefined }
  const program = `import { writeAuditKey } from '${join(import.meta.dir, '../../db/audit-key.ts')}'
    console.log(Buffer.from(writeAuditKey('${place.databasePath}')).toString('hex'))`
  const keys = await Promise.all(
    [1, 2, 3].map(() => new Response(Bun.spawn([process.execPath, '-e', program]).stdout).text()),
  )
  expect(new Set(keys.map((text) => text.trim()))).toEqual(
    new Set([Buffer.from(readAuditKey(place.databasePath)!).toString('hex')]),
  )
})

test('when the object store does not answer, the heads are still written beside the database', async () => {
  const { config, store, path } = newPlace()
  rmSync(store, { recursive: true, force: true })
  writeFileSync(store, 'in the way')
  await serve(config, async (opened) => void (await addPractice(opened)))
  expect(existsSync(headsFile(path))).toBe(true)
})

test('a running server closes the old rows of a trail without a command', async () => {
  const { config, path } = await filled({ streamed: false })
  const later = Date.parse('2032-03-02T08:00:01.000Z')
  const closed = () => inFile(path, 'select through_seq from audit_closings')
  const untilClosed = async () => void (await until('the closing', () => closed().length > 0))
  await serve(config, untilClosed, () => later)
  expect(closed()).toEqual([{ through_seq: 6 }])
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0, rows: 0 })
})

test('the digest in the report on the heads changes exactly when the trails change', async () => {
  const { config, path, practiceId } = await filled({ streamed: false })
  const secret = readAuditKey(path)!
  const store = openTrailed(
    path,
    new Trail(
      () => secret,
      () => monday,
    ),
  )
  const keep = () => keepHeads(config, store.auditTrail, new TrailKey(secret), { now: monday, say: silent })
  const first = await keep()
  expect(first).toEqual({ trails: 1, trailDigest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await keep()).toEqual(first)
  await record(store, practiceId, entries)
  expect((await keep()).trailDigest).not.toBe(first.trailDigest)
  await store.close()
})

test('§14.3 A server verifies the whole trail at night, and `doctor` reports the findings.', async () => {
  const { config, path } = await filled({ streamed: false, key: 'ab'.repeat(32) })
  const site = { config, now: () => monday }
  await serve(config, (_, keeper) => keeper.verify())
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ lastNight: { at: monday, found: 0 } })
  tamper(path, 'update audit set times = 99 where seq in (2, 5)')
  await serve(config, (_, keeper) => keeper.verify())
  // The tampering is undone now, but the verification at night had found it.
  tamper(path, 'update audit set times = 1 where seq = 2', 'update audit set times = 40 where seq = 5')
  expect(await verifyTrail(config, { say: silent })).toMatchObject({ found: 0, lastNight: { found: 2 } })
  expect(await auditTrail(site)).toMatchObject({ state: 'red', found: expect.stringContaining('2 places') })
})

test('`doctor` reports a whole trail as good, rows that cannot be checked as a warning, and tampering as red', async () => {
  const { config, path, practiceId } = await filled({ streamed: false })
  const site = { config, now: () => monday }
  expect(await auditTrail(site)).toMatchObject({
    state: 'ok',
    found: expect.stringContaining(auditKeyFile(path)),
  })
  const heads = readFileSync(headsFile(path))
  rmSync(headsFile(path))
  expect(await auditTrail(site)).toMatchObject({ state: 'warn', found: expect.stringContaining('cut off') })
  writeFileSync(headsFile(path), heads)
  tamper(path, 'update audit set times = 99 where seq = 5')
  expect(await auditTrail(site)).toMatchObject({ state: 'red', found: expect.stringContaining('row 5') })
  tamper(path, 'update audit set times = 40 where seq = 5')
  rmSync(auditKeyFile(path))
  expect(await auditTrail(site)).toMatchObject({ state: 'red', found: expect.stringContaining('missing') })
  await more(config, practiceId)
  expect(await auditTrail(site)).toMatchObject({ state: 'warn' })
})
