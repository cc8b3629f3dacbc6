/**
 * `bun run bench` measures the service and a bare program (`bare.ts`) over copies of the same file. Each runs in a
 * separate process, and this process makes the load. The files take about 1.5 GB in the temporary folder (`TMPDIR`). So
 * choose a folder on the kind of disk that you want to measure.
 *
 * `--quick` measures less of everything. So its figures vary more, and the figures of growth and memory look better
 * than they are. The names of parts measure only these parts, such as `bun run bench clinic`. `--against <commit>`
 * measures that commit and this tree alternately (`against.ts`). `--profile` prints instead how the service spends its
 * time (`profile.ts`).
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareWith } from './against.ts'
import { type Amounts, type Bench, type Measured, withBench } from './bench.ts'
import { measureCalendars } from './calendars.ts'
import { measureClinic } from './clinic.ts'
import { measureLife } from './life.ts'
import { machine } from './machine.ts'
import { measurePractices } from './practices.ts'
import { profile } from './profile.ts'
import { cellsOf, headings, table } from './report.ts'
import { measureSlowDisk } from './slow-disk.ts'
import { measureTrail } from './trail.ts'

const parts: Readonly<Record<string, (bench: Bench) => Promise<Measured>>> = {
  clinic: measureClinic,
  practices: measurePractices,
  calendars: measureCalendars,
  'slow-disk': measureSlowDisk,
  trail: measureTrail,
  life: measureLife,
}

const full: Amounts = {
  rounds: 7,
  seconds: 1,
  searches: 150,
  beside: 100,
  patients: 100_000,
  manyEntries: 1_000_000,
  calendarBookings: 2_000,
  practices: 1_000,
  bookings: 120_000,
  mixedRequests: 1_000_000,
}
const less: Amounts = {
  rounds: 3,
  seconds: 0.1,
  searches: 40,
  beside: 15,
  patients: 20_000,
  manyEntries: 50_000,
  calendarBookings: 400,
  practices: 10,
  bookings: 15_000,
  mixedRequests: 12_000,
}

const { quick, profiled, against, named } = readArguments(process.argv.slice(2))
const amounts = quick ? less : full
process.once('SIGINT', () => process.exit(130))

if (against !== undefined) {
  const isWorse = await compareWith(against, named, quick ? ['--quick'] : [])
  process.exit(isWorse ? 1 : 0)
} else if (profiled) console.log((await withBench(amounts, profile)).details)
else {
  const measured: Measured[] = []
  for (const name of named) measured.push(await withBench(amounts, parts[name]!))
  const lines = measured.flatMap(({ lines }) => lines).map(cellsOf)
  const details = measured.map(({ details }) => details).join('\n\n')
  const described = machine(join(tmpdir(), `chairside-sync-${process.pid}`))
  console.log(`\n${described}\n\n${table(headings, lines)}\n\n${details}`)
}

function readArguments(given: readonly string[]) {
  const flags = ['--quick', '--profile', '--against']
  const at = given.indexOf('--against')
  const against = at === -1 ? undefined : given[at + 1]
  const others = given.filter((_, i) => at === -1 || (i !== at && i !== at + 1))
  const unknown = others.find((argument) => !flags.includes(argument) && !(argument in parts))
  if (unknown !== undefined || (at !== -1 && against === undefined)) {
    const what = unknown === undefined ? '--against needs a commit' : `${unknown} is not known`
    console.error(`${what}. Write ${flags.join(', ')}, or parts: ${Object.keys(parts).join(', ')}.`)
    process.exit(1)
  }
  const named = others.filter((argument) => argument in parts)
  return {
    quick: others.includes('--quick'),
    profiled: others.includes('--profile'),
    against,
    named: named.length > 0 ? named : Object.keys(parts),
  }
}
