import { expect, test } from 'bun:test'
import { folderAt, foldersIn, inFolder, movedTo } from '../../src/backup/owner/folders.ts'

test('for each moment, a claim returns the folder that had the backup at that moment', () => {
  const folders = movedTo(movedTo(foldersIn({}), 'anew-1', 100), 'anew-2', 200)
  const at = [0, 100, 101, 200, 201, Number.POSITIVE_INFINITY].map((moment) => folderAt(folders, moment))
  expect(at).toEqual([null, null, 'anew-1', 'anew-1', 'anew-2', 'anew-2'])
})

test('a claim lists the last ten folders before the newest one', () => {
  let folders = foldersIn({})
  for (let n = 0; n < 15; n++) folders = movedTo(folders, `anew-${n}`, n)
  expect(folders.earlier.map(({ until }) => until)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test.each([
  ['s3://bucket', 's3://bucket/anew-1'],
  ['s3://bucket/clinic/', 's3://bucket/clinic/anew-1'],
  ['file:///with%20space/store', 'file:///with%20space/store/anew-1'],
  ['abs://account@container/path?endpoint=x', 'abs://account@container/path/anew-1?endpoint=x'],
])('at the address %s, a folder of the backup has the address %s', (url, expected) => {
  const replica = {
    program: '',
    databasePath: '',
    publicUrl: undefined,
    failover: false,
    environment: { REPLICA_URL: url },
  }
  expect(inFolder(replica, 'anew-1').environment.REPLICA_URL).toBe(expected)
  expect(inFolder(replica, null)).toBe(replica)
})
