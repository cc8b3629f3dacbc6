import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a small file so that other processes never see a part of it, also after a power cut. Only this user may read
 * it. The file is on disk when this returns.
 */
export function writeWholeFile(path: string, text: string): void {
  const unfinished = `${path}.${crypto.randomUUID()}`
  try {
    const file = openSync(unfinished, 'wx', 0o600)
    try {
      // `writeSync` may write only a part when the disk is nearly full, and it reports no error.
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
    sync(dirname(path))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Waits until a file or a folder is written to the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
