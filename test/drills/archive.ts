import { Database } from 'bun:sqlite'
import { archivedItems, restore } from '../support/archive.ts'
import type { Client } from '../support/clinic.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { drillPractice } from './practice.ts'

export interface ArchiveFigures {
  readonly deleted: number
  readonly restored: number
  /** Requests for an item that somebody else had brought back. */
  readonly late: number
  /** Entries whose place was taken meanwhile. */
  readonly taken: number
}

const notesEach = 5
const slots = 12
const day = Date.parse('2027-05-10T08:00:00.000Z')
const at = (slot: number) => new Date(day + slot * 30 * 60_000).toISOString()

/**
 * Many clients delete patients and appointments and bring them back, at two servers over one database file. Each item is
 * asked back by two clients at once.
 * @throws when a record comes back twice, not whole, or not at all, when two entries overlap, or when the file is damaged.
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
  const left = await archivedItems(calls[1], '?limit=200')
  if (left.some(({ kind }: { kind: string }) => kind !== 'appointment'))
    throw new Error('a patient stayed away')
  inspect(path, left.length)
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
    const path = booked.status === 201 ? `/appointments/${booked.data.id}` : undefined
    if (path !== undefined) await deleteAndRestore([here, there], path, booked.data.id, tally)
    await deleteAndRestore([there, here], `/patients/${patient.id}`, patient.id, tally)
  }
  return patient.id
}

async function deleteAndRestore(
  [here, there]: readonly [Client, Client],
  path: string,
  recordId: string,
  tally: Tally,
): Promise<void> {
  await done(here, 'DELETE', path)
  tally.deleted++
  const items = await archivedItems(there, '?limit=200')
  const item = items.find((item: { recordId: string }) => item.recordId === recordId)
  const answers = await Promise.all([restore(here, item.id), restore(there, item.id)])
  const statuses = answers.map(({ status }) => status).sort()
  if (statuses.join() === '409,409') {
    if (item.kind !== 'appointment') throw new Error(`a patient was refused: ${answers[0]!.text}`)
    tally.taken++
    return
  }
  // Somebody may book the place between two requests, but nobody brings a record back twice.
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

/** Reads the file as it is left: whole, nothing overlapping, and no row of an item that is gone. */
function inspect(path: string, items: number): void {
  using database = new Database(path, { readonly: true })
  const one = <T>(text: string) => database.query<T, []>(text).get()!
  const { integrity_check } = one<{ integrity_check: string }>('pragma integrity_check')
  if (integrity_check !== 'ok') throw new Error(`integrity_check says ${integrity_check}`)
  const { overlaps } = one<{ overlaps: number }>(`select count(*) as overlaps from entries a join entries b
    on a.chair_id = b.chair_id and a.id < b.id and a.start_at < b.end_at and b.start_at < a.end_at`)
  if (overlaps > 0) throw new Error(`${overlaps} entries overlap`)
  const { kept } = one<{ kept: number }>('select count(distinct archive_id) as kept from archive_rows')
  if (kept !== items) throw new Error(`${kept} items have rows, and ${items} are listed`)
}
