import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How much room memory must have for scratch folders, in bytes. */
const enoughRoom = 4 * 2 ** 30

/**
 * A folder in memory where there is room: a disk would sync each write, although nobody needs it after a crash. The drills
 * in full and the bench measure the disk, so they stay on it.
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

/** Removes what the tests of one file made. */
export function emptyScratch(): void {
  for (const name of readdirSync(scratch))
    if (join(scratch, name) !== kept) rmSync(join(scratch, name), { recursive: true, force: true })
}

// The test runner ends without an `exit` event, and anybody may kill it. So a process of its own removes the folder. Its input
// ends with this process.
const remover = Bun.spawn(['sh', '-c', 'cat; rm -rf "$0"', scratch], {
  detached: true,
  stdin: 'pipe',
  stdout: 'ignore',
  stderr: 'ignore',
})
remover.unref()
