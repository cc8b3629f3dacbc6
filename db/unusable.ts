import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMachineTrouble } from './trouble.ts'

/** Thrown when the database or its lock cannot be used. The message names the file and the reason, in one line. */
export class DatabaseUnusable extends Error {
  /** `what` is the file in words, such as `the database`. */
  constructor(what: string, path: string, cause: unknown) {
    super(`${what} ${path} cannot be used: ${reason(path, cause)}`, { cause })
  }
}

/** A disk with less free room than this counts as full, in bytes. SQLite needs some room for the index of its log. */
const nothing = 1 << 20

/**
 * The reason in plain words. For a full or read-only disk, SQLite only reports "disk I/O error" or "unable to open
 * database file".
 */
function reason(path: string, cause: unknown): string {
  if (isReadOnly(dirname(path)))
    return 'its disk can only be read: look for errors of the disk, and mount it for writing'
  const { code, message } = cause as NodeJS.ErrnoException
  if ((code === 'ENOSPC' || isMachineTrouble(cause)) && free(dirname(path)) < nothing)
    return 'its disk is full: free a few megabytes on it and start again'
  return message
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}

function free(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // The folder is not there, or the disk does not answer.
    return Number.POSITIVE_INFINITY
  }
}
