import { statSync } from 'node:fs'

/**
 * A name that distinguishes this file from every other file that ever had its path. It consists of the inode number
 * and the time of creation.
 */
export function fileName(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return `${ino}.${birthtimeNs}`
}
