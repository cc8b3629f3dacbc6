import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** A limit on the memory of one process, by a control group of Linux. */
export interface MemoryLimit extends Disposable {
  readonly hold: (pid: number) => void
}

/**
 * A group with this many megabytes of memory, or undefined where this user may not make one. A process that wants more is
 * killed.
 */
export function memoryLimit(megabytes: number): MemoryLimit | undefined {
  const group = `/sys/fs/cgroup/memory/chairside-drill-${process.pid}`
  try {
    mkdirSync(group)
    writeFileSync(`${group}/memory.limit_in_bytes`, String(megabytes << 20))
  } catch {
    return undefined
  }
  return {
    hold: (pid) => writeFileSync(`${group}/cgroup.procs`, String(pid)),
    [Symbol.dispose]: () => rmdirSync(group),
  }
}
