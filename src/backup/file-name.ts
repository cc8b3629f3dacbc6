import { statSync } from 'node:fs'

/**
 * A name that distinguishes this file from every other file that ever had its path: its inode number and the time of
 * its creation.
 */
export function fileName(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return `${ino}.${birthtimeNs}`
}
