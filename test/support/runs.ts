import { readFileSync } from 'node:fs'

/**
 * Whether a process runs. An ended process keeps its number until its parent has read its exit code. Such a process
 * does not count.
 */
export function runs(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
