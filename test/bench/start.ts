/** Measures the time from the start of a process to its first answer. */
import { freePort } from '../support/free-port.ts'
import type { Bench } from './bench.ts'
import { patientId } from './records.ts'
import type { Line } from './report.ts'
import type { Seeded } from './seed.ts'
import { bareProgram, ourProgram, type Program, spawn } from './servers.ts'
import { median } from './statistics.ts'

const aim = 150
const longestMs = 60_000

/** Starts both programs in turn over the same file, which is in the memory of the operating system. */
export async function measureStart(
  bench: Bench,
  { path, seeded }: { readonly path: string; readonly seeded: Seeded },
): Promise<Line> {
  const figure = `start to first answer, ${bench.manyEntries.toLocaleString('en')} entries`
  bench.progress(figure)
  const took = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= bench.rounds; round++) {
    const env = { PORT: await freePort() }
    const ours = await firstAnswer(ourProgram(path, env), env.PORT, seeded.token)
    const bare = await firstAnswer(bareProgram(path, seeded, env), env.PORT, seeded.token)
    if (round === 0) continue
    took.ours.push(ours)
    took.bare.push(bare)
  }
  const more = took.ours.map((ms, round) => ms - took.bare[round]!)
  const whole = (ms: number) => `${Math.round(ms)} ms`
  return {
    figure,
    ours: whole(median(took.ours)),
    bare: whole(median(took.bare)),
    ratio: `+${whole(median(more))} (${whole(Math.min(...more))}–${whole(Math.max(...more))})`,
    aim: `≤ ${aim} ms more`,
    met: median(more) <= aim,
  }
}

/** Milliseconds until the program answers a request for a patient. The program is stopped then. */
async function firstAnswer(program: Program, port: string, token: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(program)
  // Whatever the program prints must not make it wait.
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
