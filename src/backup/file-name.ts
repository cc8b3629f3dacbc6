import { statSync } from 'node:fs'

/** Distinguishes a file from every other one that was ever in its place: its number on the disk, and when it was made. */
export function fileName(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return `${ino}.${birthtimeNs}`
}
