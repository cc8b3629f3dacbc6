import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exportTrail } from '../../src/backup/trail/export.ts'
import type { Practice } from '../../src/store/store.ts'
import { openStore } from '../store/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'

test('the file of an exported trail appears only when it is complete and the row about the export is written', async () => {
  await using s = await openStore()
  const folder = mkdtempSync(join(scratch, 'trail-'))
  const to = join(folder, 'trail.ndjson')
  const seen: string[][] = []
  const { read, write } = s.own.practice
  const watched = (fails: boolean): Practice => ({
    read,
    write(fn) {
      seen.push(readdirSync(folder))
      return fails ? Promise.reject(new Error('no room')) : write(fn)
    },
  })
  expect(await thrownBy(exportTrail(watched(true), to))).toThrow('no room')
  expect(readdirSync(folder)).toEqual([])
  expect(await exportTrail(watched(false), to)).toBe(1)
  expect(seen).toEqual([[], []])
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(await thrownBy(exportTrail(watched(false), to))).toThrow(/is there already: choose another name/)
})
