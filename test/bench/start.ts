/** Measures the time from the start of a process to its first answer. */
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import type { Bench } from './bench.ts'
import { patientId } from './records.ts'
import type { Line } from './report.ts'
import type { Seeded } from './seed.ts'
import { bareProgram, ourProgram, type Program, spawn } from './servers.ts'
import { median } from './statistics.ts'

const aim = 150
const longestMs = 60_000

/**
 * Starts the service from the source, its executable and the bare program, one after the other, with the same file. The
 * file is in the cache of the operating system.
 */
export async function measureStart(
  bench: Bench,
  { path, seeded }: { readonly path: string; readonly seeded: Seeded },
): Promise<Line[]> {
  const figure = `start to first answer, ${bench.manyEntries.toLocaleString('en')} entries`
  bench.progress(figure)
  const executable = `${path}.executable`
  const built = Bun.spawnSync([
    process.execPath,
    join(import.meta.dir, '../../src/executable/build.ts'),
    '',
    executable,
  ])
  if (!built.success) throw new Error(`there is no executable: ${built.stderr.toString()}`)
  const took = { source: [] as number[], executable: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= bench.rounds; round++) {
    const env = { PORT: await freePort() }
    const first = (program: Program) => firstAnswer(program, env.PORT, seeded.token)
    const source = await first(ourProgram(path, env))
    const alone = await first({ ...ourProgram(path, env), executable, command: [] })
    const bare = await first(bareProgram(path, seeded, env))
    if (round === 0) continue
    took.source.push(source)
    took.executable.push(alone)
    took.bare.push(bare)
  }
  const whole = (ms: number) => `${Math.round(ms)} ms`
  const line = (of: string, ours: readonly number[]): Line => {
    const more = ours.map((ms, round) => ms - took.bare[round]!)
    return {
      figure: `${figure}, ${of}`,
      ours: whole(median(ours)),
      bare: whole(median(took.bare)),
      ratio: `+${whole(median(more))} (${whole(Math.min(...more))}–${whole(Math.max(...more))})`,
      aim: `≤ ${aim} ms more`,
      met: median(more) <= aim,
    }
  }
  return [line('source', took.source), line('executable', took.executable)]
}

/** Milliseconds until the program answers a request for a patient. Then the program is stopped. */
async function firstAnswer(program: Program, port: string, token: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(program)
  // The output is read, so that the program never has to wait when it prints.
  const printed = new Response(child.stdout).text()
  try {
    while (!(await answers(port, token))) {
      if (child.exitCode !== null || performance.now() - startedAt > longestMs)
        throw new Error(`the program does not answer: ${(await printed).slice(0, 2_000)}`)
      await Bun.sleep(1)
    }
    return performance.now() - startedAt
  } finally {
    child.kill()
    await child.exited
  }
}

async function answers(port: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const url = `http://127.0.0.1:${port}/api/v1/patients/${patientId(0)}`
  const response = await fetch(url, { headers }).catch(() => undefined)
  await response?.bytes()
  return response?.status === 200
}
