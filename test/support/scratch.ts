import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
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

/** The folder for the databases of this test run. */
export const scratch = mkdtempSync(join(folderOfScratch(), 'chairside-test-'))

export const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true })

process.on('exit', removeScratch)
