import { expect, test } from 'bun:test'
import { folderAt, foldersIn, inFolder, movedTo } from '../../src/backup/owner/folders.ts'

test('each moment has the folder that held the stream then', () => {
  const folders = movedTo(movedTo(foldersIn({}), 'anew-1', 100), 'anew-2', 200)
  const at = [0, 100, 101, 200, 201, Number.POSITIVE_INFINITY].map((moment) => folderAt(folders, moment))
  expect(at).toEqual([null, null, 'anew-1', 'anew-1', 'anew-2', 'anew-2'])
})

test('the ten folders before the newest are remembered', () => {
  let folders = foldersIn({})
  for (let n = 0; n < 15; n++) folders = movedTo(folders, `anew-${n}`, n)
  expect(folders.earlier.map(({ until }) => until)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test.each([
  ['s3://bucket', 's3://bucket/anew-1'],
  ['s3://bucket/clinic/', 's3://bucket/clinic/anew-1'],
  ['file:///with%20space/store', 'file:///with%20space/store/anew-1'],
  ['abs://account@container/path?endpoint=x', 'abs://account@container/path/anew-1?endpoint=x'],
])('the address %s leads to the folder as %s', (url, expected) => {
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
