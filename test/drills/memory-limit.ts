import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** A limit on the memory of processes, by a control group of Linux. */
export interface MemoryLimit extends Disposable {
  readonly hold: (pid: number) => void
}

/**
 * A control group with this many megabytes of memory. Undefined when this user may not make a control group. Linux
 * kills a process that needs more memory.
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
