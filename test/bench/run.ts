/**
 * `bun run bench` measures the service and a bare program (`bare.ts`) over copies of the same file. Each runs in a
 * process of its own, and this process makes the load. The files take about 1.5 GB in the temporary folder (`TMPDIR`),
 * so choose a folder on the kind of disk that you want to measure.
 *
 * `--quick` measures fewer rounds, so its figures vary more. Its long calendar has 100,000 entries, not a million.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBench } from './bench.ts'
import { measureCalendars } from './calendars.ts'
import { measureClinic } from './clinic.ts'
import { machine } from './machine.ts'
import { cellsOf, headings, table } from './report.ts'

const quick = process.argv.includes('--quick')
const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))

const { bench, stop } = createBench(
  folder,
  quick
    ? { rounds: 3, seconds: 0.4, manyEntries: 100_000, bookings: 15_000 }
    : { rounds: 7, seconds: 1, manyEntries: 1_000_000, bookings: 120_000 },
)
try {
  const clinic = await measureClinic(bench)
  const calendars = await measureCalendars(bench)
  const lines = [...clinic.lines, ...calendars].map(cellsOf)
  console.log(`\n${machine(bench.path('sync'))}\n\n${table(headings, lines)}\n\n${clinic.details}`)
} finally {
  await stop()
}
