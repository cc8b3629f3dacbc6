/**
 * Measures how many bytes of the file a record takes, with all its indexes. The rows are inserted as the service
 * inserts them: one booking after the other, for the coming weeks. So the indexes have the same gaps as in a real
 * practice.
 */
import { Database } from 'bun:sqlite'
import type { Bench } from './bench.ts'
import type { Line } from './report.ts'
import { seedBookings } from './seed-bookings.ts'

/** Measures a file with this number of bookings, and the file `clinicPath` with this number of patients. */
export async function measureDisk(bench: Bench, clinicPath: string, patients: number): Promise<Line[]> {
  bench.progress('the bytes of an entry, of its reminders and of a patient')
  const path = bench.path('disk.db')
  const { bookings } = bench
  await seedBookings(path, bookings)
  const entry = bytesOf(path, 'entries') / bookings
  const reminders = bytesOf(path, 'reminder_jobs') / bookings
  const patient = (bytesOf(clinicPath, 'patients') + bytesOf(clinicPath, 'patient_words')) / patients
  return [
    line('an entry on disk', entry, 275),
    line('an entry with its two reminders', entry + reminders, 650),
    line('a patient on disk', patient, 825),
  ]
}

const line = (figure: string, bytes: number, most: number): Line => ({
  figure,
  ours: `${Math.round(bytes)} bytes`,
  bare: '',
  ratio: '',
  aim: `≤ ${most}`,
  met: bytes <= most,
})

/** The size of a table and its indexes, in bytes. */
function bytesOf(path: string, table: string): number {
  using database = new Database(path, { readonly: true })
  return database
    .query<{ bytes: number }, [string]>(
      `select sum(pgsize) as bytes from dbstat
       where name in (select name from sqlite_schema where tbl_name = ?)`,
    )
    .get(table)!.bytes
}
