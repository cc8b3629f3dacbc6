import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { requireGoodVersion } from '../../src/backup/litestream.ts'
import { loadConfig } from '../../src/config.ts'
import { warningsAbout } from '../../src/start/warnings.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'
import { streaming } from './streaming.ts'

test('a start removes the files of interrupted verifications and restores, and keeps files that were set aside on purpose', async () => {
  const settings = folderReplica()
  const path = settings.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  const left = ['verifying', 'verifying-wal', 'verifying.restoring', 'restored', 'looking', 'going-back']
  const kept = ['lost-20261121T093000Z', 'store-20261121T093000Z', 'before-0003', 'bak']
  for (const suffix of [...left, ...kept]) writeFileSync(`${path}.${suffix}`, '')
  await using _ = await streaming(settings)
  const there = (suffix: string) => existsSync(`${path}.${suffix}`)
  expect(left.filter(there)).toEqual([])
  expect(kept.filter(there)).toEqual(kept)
})

const versions: [string, boolean][] = [
  ['v0.3.13', false],
  ['0.5.16', false],
  ['0.5.17', true],
  ['0.5.18', true],
  ['0.6.0', true],
  ['1.0.0', true],
  ['(development build)', false],
]

test.each(versions)(
  '§12.1 A version of Litestream below 0.5.17 is refused, unless `LITESTREAM_OLD=yes` allows it for made-up data. %s, %p',
  async (version, taken) => {
    const { LITESTREAM_OLD: _, ...settings } = folderReplica()
    const LITESTREAM_BIN = `${dirname(dirname(settings.DATABASE_PATH!))}/program`
    writeFileSync(LITESTREAM_BIN, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
    const judged = (more: object) => {
      const environment = { ...settings, ...more, LITESTREAM_BIN, PATH: process.env.PATH }
      return requireGoodVersion(loadConfig({ databasePath: '' }, environment).replica!)
    }
    if (taken) await judged({})
    else expect(await thrownBy(judged({}))).toThrow('can damage a database: install 0.5.18')
    await judged({ LITESTREAM_OLD: 'yes' })
  },
)

test('§12.1 At each start, the server warns when `FIRST_BOOT=yes`, `DISK_WINS=yes` or `STORE_WINS=yes` is still set.', () => {
  const warnings = (more: object) =>
    warningsAbout(loadConfig({ databasePath: '' }, { ...folderReplica(), ...more }), { demo: true }).join()
  expect(warnings({})).toBe('')
  expect(warnings({ FIRST_BOOT: 'yes' })).toContain('FIRST_BOOT=yes is still set')
  expect(warnings({ DISK_WINS: 'yes' })).toContain('DISK_WINS=yes is set, which is meant for one start')
})
