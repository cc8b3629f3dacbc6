import { readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended may keep its number for a moment, until its parent has asked how. */
export function runs(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
