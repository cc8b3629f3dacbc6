import { Database } from 'bun:sqlite'
import { idOf, type StoredId } from '../../db/stored-id.ts'
import type { Client } from '../support/client.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { drillPractice } from './practice.ts'

export interface OverlapFigures {
  readonly requests: number
  readonly booked: number
  readonly moved: number
  readonly deleted: number
  readonly conflicts: number
  readonly seconds: number
}

/** A period on a chair that an entry has occupied, and the longest possible duration of this state. */
interface Holding {
  readonly chairId: string
  readonly startAt: string
  readonly endAt: string
  /** The request for the period was sent at this moment, so the entry did not occupy the period before. */
  readonly since: number
  /**
   * The request that ended the state was answered at this moment, so the entry did not occupy the period afterwards.
   */
  until: number
}

const day = Date.parse('2027-05-10T00:00:00.000Z')
const minute = 60_000

/**
 * Many clients book, move and delete entries on few chairs of one day, at two servers over one database file.
 * @throws when two entries overlap, when an acknowledged change is missing, or when the database is damaged.
 * @throws when a 409 names an entry that cannot have overlapped at that moment.
 */
export async function overlapDrill(options: {
  clients: number
  requestsEach: number
}): Promise<OverlapFigures> {
  const path = newDatabasePath()
  const { token, chairIds } = await drillPractice({ DATABASE_PATH: path })
  await using one = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  await using two = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  const history = new Map<string, Holding[]>()
  const tally = { requests: 0, booked: 0, moved: 0, deleted: 0, conflicts: 0 }
  const refusals: Refusal[] = []

  const began = performance.now()
  const clients = Array.from({ length: options.clients }, (_, i) => {
    const call = (i % 2 === 0 ? one : two).as(token)
    return actAsClient(call, chairIds, options.requestsEach, history, refusals, tally)
  })
  await Promise.all(clients)
  const seconds = (performance.now() - began) / 1000

  for (const refusal of refusals) requireJustified(refusal, history)
  inspect(path, history)
  return { ...tally, seconds }
}

interface Wish {
  readonly chairId: string
  readonly startAt: string
  readonly endAt: string
}

interface Refusal {
  readonly wish: Wish
  readonly sent: number
  readonly answered: number
  readonly named: readonly { entryId: string; startAt: string; endAt: string }[]
}

async function actAsClient(
  call: Client,
  chairIds: readonly string[],
  requests: number,
  history: Map<string, Holding[]>,
  refusals: Refusal[],
  tally: { requests: number; booked: number; moved: number; deleted: number; conflicts: number },
): Promise<void> {
  const own: string[] = []
  for (let i = 0; i < requests; i++) {
    const wish = randomWish(chairIds)
    const dice = Math.random()
    const id = own.length > 0 && dice > 0.4 ? own[Math.floor(Math.random() * own.length)] : undefined
    const sent = performance.now()
    const answer =
      id === undefined
        ? await call('POST', '/api/v1/appointments', {
            type: dice < 0.2 ? 'unavailable' : 'appointment',
            ...wish,
          })
        : dice > 0.8
          ? await call('DELETE', `/api/v1/appointments/${id}`)
          : await call('PATCH', `/api/v1/appointments/${id}`, wish)
    const answered = performance.now()
    tally.requests++

    if (answer.status === 409) {
      tally.conflicts++
      refusals.push({ wish, sent, answered, named: answer.body.error.details })
    } else if (answer.status === 201) {
      tally.booked++
      own.push(answer.data.id)
      history.set(answer.data.id, [{ ...wish, since: sent, until: Number.POSITIVE_INFINITY }])
    } else if (answer.status === 200 && id !== undefined) {
      history.get(id)!.at(-1)!.until = answered
      if (answer.data.deleted) {
        tally.deleted++
        own.splice(own.indexOf(id), 1)
      } else {
        tally.moved++
        history.get(id)!.push({ ...wish, since: sent, until: Number.POSITIVE_INFINITY })
      }
    } else {
      throw new Error(`unexpected answer ${answer.status}: ${answer.text}`)
    }
  }
}

function randomWish(chairIds: readonly string[]): Wish {
  const start = day + Math.floor(Math.random() * 96) * 15 * minute
  const length = (1 + Math.floor(Math.random() * 6)) * 15 * minute
  return {
    chairId: chairIds[Math.floor(Math.random() * chairIds.length)]!,
    startAt: new Date(start).toISOString(),
    endAt: new Date(start + length).toISOString(),
  }
}

function requireJustified({ wish, sent, answered, named }: Refusal, history: Map<string, Holding[]>): void {
  if (named.length === 0) throw new Error('a 409 named nothing')
  for (const { entryId, startAt, endAt } of named) {
    if (startAt >= wish.endAt || endAt <= wish.startAt)
      throw new Error(`${entryId} does not overlap what was wished`)
    const held = history
      .get(entryId)
      ?.some(
        (holding) =>
          holding.chairId === wish.chairId &&
          holding.startAt === startAt &&
          holding.endAt === endAt &&
          holding.since <= answered &&
          holding.until >= sent,
      )
    if (!held) throw new Error(`${entryId} cannot have been in the way`)
  }
}

/** Checks the file after the drill: it is whole, has every acknowledged entry, and no entries overlap. */
function inspect(path: string, history: Map<string, Holding[]>): void {
  const database = new Database(path, { readonly: true })
  const [integrity] = database.query('PRAGMA integrity_check').values()[0]!
  if (integrity !== 'ok') throw new Error(`integrity_check says ${integrity}`)
  const standing = database
    .query<{ id: StoredId; chairId: StoredId; startAt: number; endAt: number }, []>(
      'select id, chair_id as chairId, start_at as startAt, end_at as endAt from entries order by chair_id, start_at',
    )
    .all()
    .map((row) => ({ ...row, id: idOf(row.id), chairId: idOf(row.chairId) }))
  database.close()
  for (const [i, entry] of standing.entries()) {
    const next = standing[i + 1]
    if (next && next.chairId === entry.chairId && next.startAt < entry.endAt)
      throw new Error(`${entry.id} and ${next.id} overlap`)
  }
  const expected = [...history].flatMap(([id, holdings]) => {
    const { chairId, startAt, endAt, until } = holdings.at(-1)!
    return until === Number.POSITIVE_INFINITY
      ? [`${id} ${chairId} ${Date.parse(startAt)} ${Date.parse(endAt)}`]
      : []
  })
  const found = standing.map(({ id, chairId, startAt, endAt }) => `${id} ${chairId} ${startAt} ${endAt}`)
  if (expected.sort().join() !== found.sort().join())
    throw new Error('the calendar is not what was acknowledged')
}
