import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus } from 'node:os'
import { milliseconds } from './report.ts'
import { median } from './statistics.ts'

/** Describes the machine. The time of a synced write determines how much a shared commit saves. */
export function machine(path: string): string {
  const cores = cpus()
  const processor = `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}`
  return `Bun ${Bun.version}, ${processor}; a synced write takes ${milliseconds(syncedWrite(path))}.`
}

function syncedWrite(path: string): number {
  const file = openSync(path, 'w')
  const took = Array.from({ length: 50 }, () => {
    const startedAt = performance.now()
    writeSync(file, new Uint8Array(4096))
    fsyncSync(file)
    return performance.now() - startedAt
  })
  closeSync(file)
  rmSync(path)
  return median(took)
}
