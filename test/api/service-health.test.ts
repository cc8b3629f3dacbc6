/** The state of the server and its backup that owners see. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupState } from '../../src/health/backup-state.ts'
import { problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { scratch } from '../support/scratch.ts'
import { type WatchedClinic, watchedClinic } from '../support/well.ts'

const path = '/api/v1/service/health'
const minute = 60_000
const hour = 60 * minute

// Sparse files look large. So they get folders of their own, which are removed after the tests.
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const ask = async (c: WatchedClinic) => success(await c.owner.call('GET', path))
const kindsOf = ({ findings }: { findings: { kind: string }[] }) => findings.map(({ kind }) => kind)
const backupIs = (c: WatchedClinic, changes: Partial<BackupState>) => {
  c.state.backup = { ...c.state.backup!, ...changes }
}

test('with a verified backup that contains every change, the health of the server is `good`', async () => {
  await using c = await watchedClinic()
  expect(await ask(c)).toEqual({
    level: 'good',
    findings: [],
    backup: { verifiedAt: '2026-03-02T07:00:00.000Z', lagSeconds: 0 },
    freeMegabytes: null,
  })
})

test('§36 Only the owners of a practice that moves to another server see that it moves.', async () => {
  await using c = await watchedClinic()
  const { practiceId } = c.owner
  const move = { practiceId, move: crypto.randomUUID(), cell: 'b', generation: 2 }
  await c.store.cellMoves.begin(move, monday)
  const shown = {
    level: 'attention',
    findings: [{ kind: 'practice_moves', level: 'attention', passes: true }],
  }
  expect(await ask(c)).toMatchObject(shown)
  await c.store.cellMoves.freeze(practiceId, monday)
  expect(await ask(c)).toMatchObject(shown)
  expect(success(await c.stranger.call('GET', path))).toMatchObject({ level: 'good', findings: [] })
  await c.store.cellMoves.forget(practiceId)
  expect(kindsOf(await ask(c))).toEqual([])
})

test('without a backup, the health of the server is `attention` with the finding `no_backup`', async () => {
  await using c = await clinic()
  expect(success(await c.owner.call('GET', path))).toEqual({
    level: 'attention',
    findings: [{ kind: 'no_backup', level: 'attention', passes: false }],
    backup: null,
    freeMegabytes: null,
  })
})

test('a backup that was never verified counts as new, and as not verified after 50 hours', async () => {
  await using c = await watchedClinic()
  backupIs(c, { verifiedAt: null, lagMs: null })
  const first = await ask(c)
  expect(first).toMatchObject({
    level: 'attention',
    backup: { verifiedAt: null, lagSeconds: null },
  })
  expect(kindsOf(first)).toEqual(['backup_new'])
  backupIs(c, { lagMs: 0 })
  c.clock.now += 50 * hour - minute
  expect(kindsOf(await ask(c))).toEqual(['backup_new'])
  c.clock.now += 1
  expect(kindsOf(await ask(c))).toEqual(['backup_not_verified'])
  backupIs(c, { verifiedAt: c.clock.now })
  expect(await ask(c)).toMatchObject({ level: 'good' })
  c.clock.now += 50 * hour + 1
  expect(kindsOf(await ask(c))).toEqual(['backup_not_verified'])
})

test('§13 A problem in the backup is red. Only the person who runs the server sees its details.', async () => {
  await using c = await watchedClinic()
  backupIs(c, { fault: 'the backup lacks rows of patients: s3://clinic-bucket/chairside.db' })
  const found = await ask(c)
  expect(found).toMatchObject({ level: 'trouble' })
  expect(kindsOf(found)).toEqual(['backup_failed'])
  expect(found.backup.verifiedAt).toBe('2026-03-02T07:00:00.000Z')
  expect(JSON.stringify(found)).not.toMatch(/bucket|rows|chairside\.db/)
})

test('a backup that could not be verified because of a full disk is `attention` and not a failed backup', async () => {
  await using c = await watchedClinic()
  backupIs(c, { fault: 'there is no room to restore the backup', unchecked: true })
  const found = await ask(c)
  expect(found.level).toBe('attention')
  expect(kindsOf(found)).toEqual(['backup_not_verified'])
})

test('another machine that writes to the backup is `trouble` with the finding `foreign_writer`', async () => {
  await using c = await watchedClinic()
  backupIs(c, { fault: 'another machine has continued the backup', foreign: true })
  const found = await ask(c)
  expect(found.level).toBe('trouble')
  expect(kindsOf(found)).toEqual(['foreign_writer'])
})

test('§13 A backup that lags for more than two minutes is reported as behind, and after a quarter of an hour as stopped.', async () => {
  await using c = await watchedClinic()
  backupIs(c, { lagMs: 1_400 })
  expect(await ask(c)).toMatchObject({ level: 'good', backup: { lagSeconds: 2 } })
  backupIs(c, { lagMs: 2 * minute })
  expect((await ask(c)).level).toBe('good')
  backupIs(c, { lagMs: 4 * minute })
  const behind = await ask(c)
  expect(behind).toMatchObject({
    level: 'attention',
    findings: [{ passes: true }],
    backup: { lagSeconds: 240 },
  })
  backupIs(c, { lagMs: 15 * minute })
  expect(kindsOf(await ask(c))).toEqual(['backup_behind'])
  backupIs(c, { lagMs: 3 * hour })
  const stopped = await ask(c)
  expect(stopped).toMatchObject({ level: 'trouble', backup: { lagSeconds: 3 * 3_600 } })
  expect(kindsOf(stopped)).toEqual(['backup_stopped'])
})

test('a backup without a complete copy counts as behind since the start of the server', async () => {
  await using c = await watchedClinic()
  backupIs(c, { lagMs: null, storedAt: null })
  c.clock.now = monday + minute + 1
  expect(await ask(c)).toMatchObject({ findings: [{ kind: 'backup_behind' }], backup: { lagSeconds: null } })
  c.clock.now = monday + 14 * minute + 1
  expect(kindsOf(await ask(c))).toEqual(['backup_stopped'])
})

test('the answer contains the free megabytes only while the disk is full or nearly full', async () => {
  await using c = await watchedClinic()
  const folder = mkdtempSync(join(scratch, 'room-'))
  folders.push(folder)
  const databasePath = join(folder, 'clinic.db')
  writeFileSync(databasePath, '')
  c.state.databasePath = databasePath
  expect((await ask(c)).freeMegabytes).toBeNull()
  // A verification now needs more room than the disk has. The sparse file itself takes no room.
  truncateSync(databasePath, 2 ** 43)
  const low = await ask(c)
  expect(low.level).toBe('attention')
  expect(kindsOf(low)).toEqual(['disk_low'])
  expect(low.freeMegabytes).toBeGreaterThan(0)
  // Writes need as much room as the write-ahead log already takes.
  writeFileSync(`${databasePath}-wal`, '')
  truncateSync(`${databasePath}-wal`, 2 ** 43)
  const full = await ask(c)
  expect(full.level).toBe('trouble')
  expect(kindsOf(full)).toEqual(['disk_full'])
  expect(full.freeMegabytes).toBeGreaterThan(0)
})

test('when the disk does not answer, the failing writes lead to the finding `not_saving`', async () => {
  await using c = await watchedClinic()
  c.state.databasePath = '/no/such/folder/clinic.db'
  c.state.writable = false
  expect(kindsOf(await ask(c))).toEqual(['not_saving'])
})

test('a part of the server that has stopped working is reported as `standing_still`', async () => {
  await using c = await watchedClinic()
  c.beats.beat('reminders by sms', minute)
  expect((await ask(c)).level).toBe('good')
  c.clock.now += minute + 1
  expect(kindsOf(await ask(c))).toEqual(['standing_still'])
})

test('the worst finding is first, and `passes` shows whether a finding ends by itself', async () => {
  await using c = await watchedClinic()
  c.state.writable = false
  backupIs(c, { fault: 'damaged', lagMs: 4 * minute })
  const found = await ask(c)
  expect(found.level).toBe('trouble')
  expect(kindsOf(found)).toEqual(['not_saving', 'backup_failed', 'backup_behind'])
  expect(found.findings).toMatchObject([
    { level: 'trouble', passes: false },
    { level: 'trouble', passes: false },
    { level: 'attention', passes: true },
  ])
})

test('§13 `GET /api/v1/service/health` shows owners the state of the server and of its backup. A token needs the scope `read`.', async () => {
  await using c = await watchedClinic()
  problem(await c.assistant.call('GET', path), 403, 'forbidden')
  problem(await c.anonymous('GET', path), 401, 'missing_authorization')
  // Practices that share the server get the same answer.
  expect(success(await c.stranger.call('GET', path))).toEqual(await ask(c))
})

test('a request for the health does not make a session last longer, because the page sends it automatically', async () => {
  const sessionTimes = { idleMs: 10 * minute, longestMs: 24 * hour }
  await using c = await watchedClinic({ signedIn: true, sessionTimes })
  for (let i = 0; i < 9; i++) {
    c.clock.now += minute
    expect((await c.owner.call('GET', path)).status).toBe(200)
    // The service records the use of a session in the background, before this write.
    await c.practice.write(() => undefined)
  }
  c.clock.now += minute
  problem(await c.owner.call('GET', path), 401, 'invalid_authorization')
})

test('when the background jobs skip a practice, owners see this finding but not the name of the practice', async () => {
  await using c = await watchedClinic()
  c.state.leavesAlone = true
  const { level, findings } = await ask(c)
  expect(level).toBe('attention')
  expect(findings).toEqual([{ kind: 'upkeep_failing', level: 'attention', passes: false }])
  expect(JSON.stringify(findings)).not.toContain(c.owner.practiceId)
})
