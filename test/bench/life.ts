/**
 * Measures how many bytes the whole life of a visit adds to the file, by table. The growth of a practice's file
 * consists of these bytes.
 */
import { Database } from 'bun:sqlite'
import type { Bench, Measured } from './bench.ts'
import { chairId, clinic, hour, minute, patientId } from './records.ts'
import { table } from './report.ts'
import { seedClinic } from './seed.ts'

const patients = 2_000
const visits = 600
/** After this time, in milliseconds, rows that wait in memory are written. */
const settleMs = 1_500

export async function measureLife(bench: Bench): Promise<Measured> {
  bench.progress('the lives of visits')
  const path = bench.path('life.db')
  const { token } = await seedClinic(path, patients)
  const server = await bench.ours(path)
  const call = async (method: string, place: string, body?: object): Promise<{ id: string }> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data } = (await response.json()) as { data?: { id: string } }
    if (data === undefined) throw new Error(`${method} ${place} was answered with ${response.status}`)
    return data
  }
  const first = Math.floor(Date.now() / hour) * hour
  const live = async (i: number) => {
    const startAt = first - (1 + Math.floor(i / clinic.chairs)) * 30 * minute
    const patient = patientId((i * 7) % patients)
    const { id } = await call('POST', '/appointments', {
      type: 'appointment',
      chairId: chairId(i % clinic.chairs),
      patientId: patient,
      title: 'Check-up',
      startAt: new Date(startAt),
      endAt: new Date(startAt + 30 * minute),
    })
    await call('GET', `/appointments/${id}`)
    for (const step of ['confirmed', 'arrived', 'done'])
      await call('POST', `/appointments/${id}/progress`, { step })
    await call('POST', `/patients/${patient}/notes`, { body: 'Plaque on the molars, seen again in spring.' })
  }
  await live(0)
  const before = bytesByTable(path)
  for (let i = 1; i <= visits; i++) await live(i)
  await Bun.sleep(settleMs)
  const after = bytesByTable(path)
  await server.stop()
  const rows = [...after]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / visits] as const)
    .filter(([, bytes]) => Math.round(bytes) > 0)
    .sort(([, a], [, b]) => b - a)
  const sum = rows.reduce((all, [, bytes]) => all + bytes, 0)
  return {
    lines: [
      {
        figure: "a visit's life on disk",
        ours: `${Math.round(sum)} bytes`,
        bare: '',
        ratio: '',
        aim: '',
        met: undefined,
      },
    ],
    details: `A visit that is booked, read, confirmed, arrived and done, with a note: its bytes by table, indexes included.
${table(
  ['table', 'bytes a visit'],
  rows.map(([name, bytes]) => [name, String(Math.round(bytes))]),
)}`,
  }
}

/** The bytes of each table with its indexes, read from the file. */
function bytesByTable(path: string): ReadonlyMap<string, number> {
  using database = new Database(path, { readonly: true })
  const rows = database
    .query<{ name: string; bytes: number }, []>(
      `select s.tbl_name as name, sum(d.pgsize) as bytes
       from dbstat d join sqlite_schema s on s.name = d.name group by s.tbl_name`,
    )
    .all()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
