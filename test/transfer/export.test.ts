import { expect, spyOn, test } from 'bun:test'
import * as fs from 'node:fs'
import {
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { exportPractice } from '../../src/transfer/export.ts'
import { tarHeader } from '../../src/transfer/tar-header.ts'
import { tarFiles } from '../../src/transfer/tar-reader.ts'
import { TarWriter } from '../../src/transfer/tar-writer.ts'
import { openStore } from '../store/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'
import { elsewhere, exported, fillUp, newArchive, oddTexts, teller } from './practices.ts'

/** The output of the system's `tar` program. */
const tar = (...args: string[]): string => {
  const { stdout, stderr, exitCode } = Bun.spawnSync(['tar', ...args])
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}

test('§18 `practice export` writes one tar archive. Every row is a line of JSON with the names that the API uses.', async () => {
  await using s = await openStore()
  await fillUp(s)
  const { path } = await exported(s, s.own.practiceId)
  const names = tar('-tf', path).trim().split('\n')
  expect(names.at(-1)).toBe('manifest.json')
  const rows = (name: string) =>
    tar('-xOf', path, name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  for (const name of names.filter((name) => name.endsWith('.ndjson')))
    expect(rows(name).length).toBeGreaterThan(0)
  expect(rows('entries.ndjson').find(({ id }) => id === s.own.entryId)).toMatchObject({
    id: s.own.entryId,
    chairId: s.own.chairId,
    patientId: s.own.patientId,
    type: 'appointment',
    title: null,
    startAt: '2026-03-02T08:00:00.000Z',
    endAt: '2026-03-02T09:00:00.000Z',
    color: null,
    serviceRef: null,
    notes: null,
    metadata: {},
    createdBy: s.own.userId,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
  })
  expect(new Set(rows('notes.ndjson').map(({ body }) => body))).toEqual(
    new Set([...oddTexts.map((text) => `${text}.`), 'A note']),
  )
  expect(JSON.stringify(names)).not.toMatch(/sessions|links|retries/)
})

test('§18 `manifest.json` names the version, the practice, the keys of the trail, and the rows and the SHA-256 of each file.', async () => {
  await using s = await openStore()
  await fillUp(s)
  const { path } = await exported(s, s.own.practiceId)
  const manifest = JSON.parse(tar('-xOf', path, 'manifest.json'))
  expect(manifest).toMatchObject({
    format: 'chairside practice',
    formatVersion: 1,
    program: '1.2.3',
    practice: { id: s.own.practiceId, name: 'A practice' },
  })
  expect(manifest.trail).toEqual([
    { throughSeq: expect.any(Number), key: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ])
  for (const { name, rows, bytes, sha256 } of manifest.files) {
    const text = tar('-xOf', path, name)
    expect({ name, rows, bytes, sha256 }).toEqual({
      name,
      rows: text.split('\n').length - 1,
      bytes: Buffer.byteLength(text),
      sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    })
  }
})

test('§18 Only the owner of the archive file may read it, and an export overwrites no file.', async () => {
  await using s = await openStore()
  const { path } = await exported(s, s.own.practiceId)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await thrownBy(exported(s, s.own.practiceId, path))).toThrow(/is there already/)
  const other = newArchive()
  writeFileSync(other, 'mine')
  expect(await thrownBy(exported(s, s.own.practiceId, other))).toThrow(/is there already/)
  expect(await Bun.file(other).text()).toBe('mine')
  expect(await thrownBy(exported(s, s.own.practiceId, join(scratch, 'no such folder', 'x.tar')))).toThrow(
    /create it first/,
  )
})

test('an export that fails because the disk is full leaves no file behind', async () => {
  await using s = await openStore()
  const folder = join(scratch, 'full')
  mkdirSync(folder)
  const full = spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  try {
    expect(await thrownBy(exported(s, s.own.practiceId, join(folder, 'x.tar')))).toThrow(
      /the disk is full\. Free some space on it/,
    )
    expect(full).toHaveBeenCalled()
  } finally {
    full.mockRestore()
  }
  expect(readdirSync(folder)).toEqual([])
})

test('an export fails when its file appears during the export, and does not change that file', async () => {
  await using s = await openStore()
  const to = newArchive()
  const meanwhile = {
    ...teller(),
    now() {
      writeFileSync(to, 'another export')
      return 0
    },
  }
  expect(() => exportPractice(s.store.transfer, s.own.practiceId, to, '1', meanwhile)).toThrow(
    `the file ${to} is there already: choose another name`,
  )
  expect(readFileSync(to, 'utf8')).toBe('another export')
})

test('the file of an export appears in its folder only when it is complete', async () => {
  await using s = await openStore()
  const folder = mkdtempSync(join(scratch, 'export-'))
  const seen: string[][] = []
  const watching = {
    ...teller(),
    now() {
      seen.push(readdirSync(folder))
      return 0
    },
  }
  exportPractice(s.store.transfer, s.own.practiceId, join(folder, 'x.tar'), '1', watching)
  expect(seen[0]).toEqual([])
  expect(readdirSync(folder)).toEqual(['x.tar'])
})

test('on a disk that does not support unnamed files, an export has a temporary name until it is complete', async () => {
  await using s = await openStore()
  const folder = mkdtempSync(join(scratch, 'export-'))
  const { openSync } = fs
  const refusing = spyOn(fs, 'openSync').mockImplementation(((path: string, flags: number | string) => {
    if (path === folder && typeof flags === 'number')
      throw Object.assign(new Error('operation not supported'), { code: 'EOPNOTSUPP' })
    return openSync(path, flags, 0o600)
  }) as typeof openSync)
  const seen: string[][] = []
  const watching = (fails: boolean) => ({
    ...teller(),
    now() {
      seen.push(readdirSync(folder))
      if (fails) throw new Error('broken')
      return 0
    },
  })
  const toFolder = (name: string, fails: boolean) =>
    exportPractice(s.store.transfer, s.own.practiceId, join(folder, name), '1', watching(fails))
  try {
    expect(() => toFolder('broken.tar', true)).toThrow('broken')
    expect(readdirSync(folder)).toEqual([])
    toFolder('x.tar', false)
  } finally {
    refusing.mockRestore()
  }
  expect(seen[0]).toEqual([expect.stringMatching(/^broken\.tar\..*\.unfinished$/)])
  expect(readdirSync(folder)).toEqual(['x.tar'])
})

test('§18 An export holds one state of the practice, whatever is written meanwhile.', async () => {
  await using s = await openStore()
  const reader = elsewhere(s.path)
  const before = await exported(s, s.own.practiceId)
  const lines = reader.store.transfer.snapshot(s.own.practiceId, ({ tables }) => {
    const first = [...tables[0]!.lines()]
    s.database.run("update patients set first_name = 'Meanwhile'")
    s.database.run("update practices set name = 'Meanwhile'")
    return [...first, ...tables.flatMap((table) => [...table.lines()])].join('\n')
  })
  await reader.store.close()
  expect(lines).not.toContain('Meanwhile')
  const after = await exported(s, s.own.practiceId)
  expect(Buffer.compare(before.bytes, after.bytes)).not.toBe(0)
})

test('a row that cannot be exported stops the export, and the error names its table and field', async () => {
  await using s = await openStore()
  s.database.run(`update notes set body = x'ff'`)
  const to = newArchive()
  expect(await thrownBy(exported(s, s.own.practiceId, to))).toThrow(
    /the table notes holds a row that cannot be exported: body must be a text/,
  )
  expect(existsSync(to)).toBe(false)
  expect(existsSync(`${to}.unfinished`)).toBe(false)
})

test('an export reports its progress at most once a second', async () => {
  await using s = await openStore()
  const key = s.own.practice.read.practiceKey
  s.database.run(`
    insert into tags with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    select ${key}, 't' || i, i, i, null, 0, 0, 1, 0 from n`)
  const { said } = teller()
  let now = 0
  exportPractice(s.store.transfer, s.own.practiceId, newArchive(), '1', {
    now: () => (now += 400),
    say: (line) => void said.push(line),
  })
  expect(said.length).toBeGreaterThan(2)
  expect(said.length).toBeLessThanOrEqual(8)
  expect(said[0]).toMatch(/^\d+ of 200\d\d rows read$/)
})

test("the tar header of a file of nine gigabytes can be read by the system's tar program", async () => {
  const path = newArchive()
  const size = 9 * 2 ** 30
  const file = fs.openSync(path, 'w+')
  fs.writeSync(file, tarHeader('notes.ndjson', size))
  ftruncateSync(file, 512 + size + 1024)
  expect(tar('-tvf', path)).toContain(String(size))
  expect(tarFiles(file, 512 + size + 1024, ['notes.ndjson']).get('notes.ndjson')).toEqual({ at: 512, size })
  fs.closeSync(file)
  fs.rmSync(path)
})

test('an archive is the same when a file is written in many parts or in one part', () => {
  const archives = [['a'.repeat(3_000_000)], Array.from({ length: 3_000 }, () => 'a'.repeat(1_000))].map(
    (pieces) => {
      const path = newArchive()
      const file = fs.openSync(path, 'wx')
      const writer = new TarWriter(file)
      writer.add('x', pieces)
      writer.end()
      fs.closeSync(file)
      return fs.readFileSync(path)
    },
  )
  expect(Buffer.compare(archives[0]!, archives[1]!)).toBe(0)
})
