import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder for the databases of this test run. */
export const scratch = mkdtempSync(join(tmpdir(), 'chairside-test-'))

export const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true })

process.on('exit', removeScratch)
