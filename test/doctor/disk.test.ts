import { expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { loadConfig } from '../../src/config.ts'
import { diskSpace, permissions } from '../../src/doctor/disk.ts'
import { smallDisk } from '../drills/disk-full.ts'
import { scratch } from '../support/scratch.ts'

/** An installation with a database and a file of settings in a separate folder. */
function installed(folder = mkdtempSync(join(scratch, 'doctor-'))) {
  const databasePath = join(folder, 'clinic.db')
  openDatabase(databasePath).close()
  chmodSync(databasePath, 0o600)
  const settings = join(folder, 'chairside.env')
  writeFileSync(settings, '', { mode: 0o600 })
  const config = loadConfig({ databasePath }, {})
  return { databasePath, settings, site: { config, now: Date.now } }
}

test('files that only the service can read are ok', () => {
  const { site, settings } = installed()
  expect(permissions(site, [settings, '/no/such/file'])).toMatchObject({ state: 'ok' })
})

test('a database or settings that others can read are red, with the command to type', () => {
  for (const name of ['databasePath', 'settings'] as const) {
    const { site, settings, ...paths } = installed()
    const path = name === 'settings' ? settings : paths.databasePath
    chmodSync(path, 0o640)
    const todo = `Type: chmod go= -- '${path}'`
    expect(permissions(site, [settings])).toMatchObject({ state: 'red', todo })
  }
})

test.skipIf(process.getuid!() !== 0)('a file of another user beside the database is red', () => {
  const { site, databasePath } = installed()
  writeFileSync(`${databasePath}-wal`, '', { mode: 0o600 })
  chownSync(`${databasePath}-wal`, 12_345, 12_345)
  expect(permissions(site, [])).toMatchObject({ state: 'red', todo: expect.stringContaining('chown') })
})

test('a disk with enough space is ok, and a disk without space for a copy of the database is a warning', () => {
  const { site, databasePath } = installed()
  expect(diskSpace(site)).toMatchObject({ state: 'ok' })
  // A sparse file looks large and takes no space on the disk.
  truncateSync(databasePath, 2 ** 43)
  expect(diskSpace(site)).toMatchObject({ state: 'warn' })
})

const disk = smallDisk(24 << 20)
test.skipIf(disk === undefined)('a disk on which writes would be refused is red', () => {
  using small = disk!
  expect(diskSpace(installed(small.path).site)).toMatchObject({ state: 'red' })
})

test('a missing database is red', () => {
  const config = loadConfig({ databasePath: join(scratch, 'no-such.db') }, {})
  expect(diskSpace({ config, now: Date.now })).toMatchObject({ state: 'red' })
})
