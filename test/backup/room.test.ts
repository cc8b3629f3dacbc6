import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskOf, storeOf } from '../../src/backup/owner/found.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { mayMount, smallDisk } from '../drills/disk-full.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'
import { copied, streaming } from './streaming.ts'

const noRoom = 'there is no room to restore the backup'

test.skipIf(!mayMount())(
  'a verification first removes the files of a killed verification, and too little room does not count as a problem of the backup',
  async () => {
    using disk = smallDisk(100 << 20)
    const path = join(disk!.path, 'clinic.db')
    await using one = await streaming({ ...folderReplica(), DATABASE_PATH: path })
    await copied(one)
    const { installation } = one.store
    const verify = () => verifyBackup(one.replica, installation, Date.now)
    using padding = new Database(path)
    padding.run('create table padding as select zeroblob(8000000) as bytes')
    padding.run('pragma wal_checkpoint')
    const fill = (file: string) => {
      const { bavail, bsize } = statfsSync(disk!.path)
      writeFileSync(file, Buffer.alloc(bavail * bsize - 1.5 * statSync(path).size))
    }

    for (const left of [`${path}.verifying`, `${path}.verifying.restoring`]) {
      fill(left)
      expect(await verify()).toBeObject()
      expect(existsSync(left)).toBe(false)
    }

    fill(join(disk!.path, 'filler'))
    expect(await thrownBy(verify())).toThrow(noRoom)
    expect(one.watch.state()).toMatchObject({ unchecked: true, foreign: false })
    // The problem that an earlier verification found stays reported.
    await installation.keepVerification(Date.now(), 'the backup lacks rows of notes')
    expect(await thrownBy(verify())).toThrow(noRoom)
    expect(one.watch.state()).toMatchObject({ unchecked: false, fault: 'the backup lacks rows of notes' })
    rmSync(join(disk!.path, 'filler'))
    await verify()
    expect(one.watch.state()).toMatchObject({ unchecked: false, fault: null })
  },
)

test('a start does not restore an unclaimed backup when the disk has too little room', async () => {
  await using one = await streaming()
  await copied(one)
  const disk = diskOf(one.replica)
  expect((await storeOf(one.replica, null, disk)).backup).toEqual(disk!.ownership)
  const large = `${one.path}.large`
  writeFileSync(large, '')
  // A sparse file takes no room.
  truncateSync(large, 2 ** 43)
  const environment = { ...one.replica.environment, DATABASE_PATH: large }
  const replica = { ...one.replica, databasePath: large, environment }
  expect(await thrownBy(storeOf(replica, null, disk))).toThrow(`${noRoom} to see who wrote it last`)
  rmSync(large)
})
