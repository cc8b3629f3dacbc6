/** A slow disk for a program: a small library (`slow-sync.c`) makes every sync slow, and counts the syncs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from './servers.ts'

/** How many syncs a program has made, and how many milliseconds they took. */
export interface Syncs {
  readonly calls: number
  readonly ms: number
}

export interface SlowDisk {
  /** The environment variables that give a program the slow disk. */
  readonly env: Env
  read(): Syncs
}

/** Compiles the library. Returns undefined when the machine lacks Linux or a C compiler (`cc`). */
export function compileSlowSync(target: string): string | undefined {
  const cc = Bun.which('cc')
  if (process.platform !== 'linux' || cc === null) return undefined
  const source = join(import.meta.dir, 'slow-sync.c')
  const { exitCode, stderr } = Bun.spawnSync([cc, '-shared', '-fPIC', '-O2', '-o', target, source, '-ldl'])
  if (exitCode !== 0) throw new Error(`the library for the slow disk cannot be compiled: ${stderr}`)
  return target
}

/** Makes a slow disk for one program. `counts` is the path of a new file for its numbers. */
export function slowDisk(library: string, counts: string, syncMs: number): SlowDisk {
  writeFileSync(counts, new Uint8Array(16))
  return {
    env: { LD_PRELOAD: library, SLOW_SYNC_US: String(syncMs * 1_000), SLOW_SYNC_COUNTS: counts },
    read() {
      const [calls = 0n, ns = 0n] = new BigUint64Array(Uint8Array.from(readFileSync(counts)).buffer)
      return { calls: Number(calls), ms: Number(ns) / 1e6 }
    },
  }
}
