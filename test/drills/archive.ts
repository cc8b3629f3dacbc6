import { Database } from 'bun:sqlite'
import { archiveCodes } from '../../db/codes.ts'
import { archivedItems, restore } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { drillPractice } from './practice.ts'

export interface ArchiveFigures {
  readonly deleted: number
  readonly restored: number
  /** Requests to restore an item that another client had already restored. */
  readonly late: number
  /** Restores that failed because the time of the entry was taken meanwhile. */
  readonly taken: number
}

const notesEach = 5
const slots = 12
const day = Date.parse('2027-05-10T08:00:00.000Z')
const at = (slot: number) => new Date(day + slot * 30 * 60_000).toISOString()

/**
 * Many clients delete and restore patients and appointments, at two servers over one database file. Two clients ask to
 * restore each item at the same time.
 * @throws when a record is restored twice, in part or not at all, when two entries overlap, or when the file is
 * damaged.
 */
export async function archiveDrill({
  clients,
  rounds,
}: {
  clients: number
  rounds: number
}): Promise<ArchiveFigures> {
  const path = newDatabasePath()
  const { token, chairIds } = await drillPractice({ DATABASE_PATH: path })
  await using one = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  await using two = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  const calls = [one.as(token), two.as(token)] as const
  const tally = { deleted: 0, restored: 0, late: 0, taken: 0 }

  const patientIds = await Promise.all(
    Array.from({ length: clients }, (_, i) =>
      actAsClient(i % 2 === 0 ? calls : [calls[1], calls[0]], chairIds[i % chairIds.length]!, rounds, tally),
    ),
  )
  for (const patientId of patientIds) {
    const { notes } = (await calls[0]('GET', `/api/v1/patients/${patientId}/notes`)).data
    if (notes.length !== notesEach) throw new Error(`a patient has ${notes.length} notes`)
  }
  inspect(path)
  return tally
}

type Tally = { -readonly [name in keyof ArchiveFigures]: number }

async function actAsClient(
  [here, there]: readonly [Client, Client],
  chairId: string,
  rounds: number,
  tally: Tally,
): Promise<string> {
  const patient = await done(here, 'POST', '/patients', { firstName: 'Zoé', lastName: 'Müller' })
  for (let i = 0; i < notesEach; i++)
    await done(here, 'POST', `/patients/${patient.id}/notes`, { body: `Note ${i}` })
  for (let i = 0; i < rounds; i++) {
    const slot = Math.floor(Math.random() * slots)
    const booking = {
      type: 'appointment',
      chairId,
      patientId: patient.id,
      startAt: at(slot),
      endAt: at(slot + 1),
    }
    const booked = await here('POST', '/api/v1/appointments', booking)
    const of = { patientId: patient.id }
    if (booked.status === 201)
      await deleteAndRestore([here, there], 'appointments', { ...of, recordId: booked.data.id }, tally)
    await deleteAndRestore([there, here], 'patients', { ...of, recordId: patient.id }, tally)
  }
  return patient.id
}

async function deleteAndRestore(
  [here, there]: readonly [Client, Client],
  kind: 'appointments' | 'patients',
  { recordId, patientId }: { recordId: string; patientId: string },
  tally: Tally,
): Promise<void> {
  const path = `/${kind}/${recordId}`
  await done(here, 'DELETE', path)
  tally.deleted++
  const items = await archivedItems(there, `?patientId=${patientId}`)
  const item = items.find((item: { recordId: string }) => item.recordId === recordId)
  const answers = await Promise.all([restore(here, item.id), restore(there, item.id)])
  const statuses = answers.map(({ status }) => status).sort()
  if (statuses.join() === '409,409') {
    if (item.kind !== 'appointment') throw new Error(`a patient was refused: ${answers[0]!.text}`)
    tally.taken++
    return
  }
  // Between the two requests, another client may book the same time. But a record is never restored twice.
  if (!['200,404', '200,409'].includes(statuses.join()))
    throw new Error(`two requests for one item answered ${statuses.join()}`)
  tally.restored++
  if (statuses[1] === 404) tally.late++
  if (item.kind !== 'appointment') return
  await done(here, 'DELETE', path)
  tally.deleted++
}

async function done(call: Client, method: string, path: string, body?: unknown) {
  const answer = await call(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.data
}

/**
 * Checks the file after the drill: it is whole, no entries overlap, no patient is missing, and no row belongs to a
 * removed item.
 */
function inspect(path: string): void {
  using database = new Database(path, { readonly: true })
  const { integrity_check } = database.query<{ integrity_check: string }, []>('pragma integrity_check').get()!
  if (integrity_check !== 'ok') throw new Error(`integrity_check says ${integrity_check}`)
  const count = (rows: string) =>
    database.query<{ n: number }, []>(`select count(*) as n from ${rows}`).get()!.n
  const overlaps = count(`entries a join entries b on a.chair_id = b.chair_id and a.id < b.id
    and a.start_at < b.end_at and b.start_at < a.end_at`)
  if (overlaps > 0) throw new Error(`${overlaps} entries overlap`)
  const away = count(`archive where kind <> ${archiveCodes.appointment}`)
  if (away > 0) throw new Error(`${away} patients did not come back`)
  const [items, rows] = [count('archive'), count('archive_rows')]
  if (items !== rows) throw new Error(`the archive has ${items} entries and ${rows} rows`)
}
