/**
 * `bun run bench`: the service beside a bare program (`bare.ts`) over copies of the same file, each in a process
 * of its own, under load from this one. `--quick` measures less, and less surely, with a long calendar of 100,000
 * entries instead of a million. The files take about 1.5 GB in the system's temporary folder (`TMPDIR`), which
 * should lie on the kind of disk that is of interest.
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
    ? { rounds: 3, seconds: 0.4, manyEntries: 100_000 }
    : { rounds: 7, seconds: 1, manyEntries: 1_000_000 },
)
try {
  const clinic = await measureClinic(bench)
  const calendars = await measureCalendars(bench)
  const lines = [...clinic.lines, ...calendars].map(cellsOf)
  console.log(`\n${machine(bench.path('sync'))}\n\n${table(headings, lines)}\n\n${clinic.details}`)
} finally {
  await stop()
}
