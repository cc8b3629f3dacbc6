/**
 * Prints how the service spends its time under bookings of 64 clients, and under reads of one patient. It names the
 * functions that use the most time themselves.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, bookingsRemover, type Measured } from './bench.ts'
import { type CpuProfile, profileTable } from './profile-table.ts'
import { clinic } from './records.ts'
import { perSecond } from './report.ts'
import { type Requests, requestsOf } from './requests.ts'
import { burst } from './rounds.ts'
import { seedClinic } from './seed.ts'
import { ourProgram, start } from './servers.ts'

const warmUpSeconds = 2
const seconds = 8

export async function profile(bench: Bench): Promise<Measured> {
  bench.progress(`seeding a clinic of ${bench.patients.toLocaleString('en')} patients`)
  const path = bench.path('clinic.db')
  const { token } = await seedClinic(path, bench.patients)
  const requests = requestsOf(token, { first: 0, count: bench.patients })

  const under = async (load: string, clients: number, asked: Requests): Promise<string> => {
    bench.progress(`profile under ${load}`)
    const folder = bench.path(load.replaceAll(' ', '-'))
    const { command, env } = ourProgram(path)
    const server = await start({ command: ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...command], env })
    let next = 0
    const contender = { port: server.port, requests: { ...asked, request: () => asked.request(next++) } }
    await burst(contender, { clients, seconds: warmUpSeconds })
    const from = Date.now()
    const made = await burst(contender, { clients, seconds })
    const until = Date.now()
    await server.stop()
    bookingsRemover(path)()
    const [name] = readdirSync(folder)
    const profile = JSON.parse(readFileSync(join(folder, name!), 'utf8')) as CpuProfile
    return `Under ${load}: ${perSecond(made.perSecond)} with the profiler, ${profileTable(profile, from, until)}`
  }
  const details = [
    await under('bookings, 64 clients', 64, requests.bookingOn(clinic.chairs)),
    await under('reads of one patient, 16 clients', 16, requests.patient),
  ].join('\n\n')
  return { lines: [], details }
}
