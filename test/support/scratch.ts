import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How much room memory must have for scratch folders, in bytes. */
const enoughRoom = 4 * 2 ** 30

/**
 * The parent folder for scratch files: in memory when memory has enough room. A disk would sync each write, although
 * nobody needs the files after a crash. The full drills and the bench measure the disk, so their files are on the disk.
 */
function folderOfScratch(): string {
  const memory = '/dev/shm'
  if (process.env.NODE_ENV !== 'test') return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughRoom ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** The folder of this process for the databases of tests. It is emptied after each file of tests. */
export const scratch = mkdtempSync(join(folderOfScratch(), 'chairside-test-'))

/** The folder for files that tests of several files copy. It stays until the process ends. */
export const kept = join(scratch, 'kept')
mkdirSync(kept)

/** Removes the files that the tests of one file made. */
export function emptyScratch(): void {
  for (const name of readdirSync(scratch))
    if (join(scratch, name) !== kept) rmSync(join(scratch, name), { recursive: true, force: true })
}

// The test runner ends without an `exit` event, and anybody may kill it. So another process removes the folder. The
// input of that process ends when this process ends.
const remover = Bun.spawn(['sh', '-c', 'cat; rm -rf "$0"', scratch], {
  detached: true,
  stdin: 'pipe',
  stdout: 'ignore',
  stderr: 'ignore',
})
remover.unref()
