import type { Answer, Client } from '../support/client.ts'
import type { Ledger } from './ledger.ts'
import type { DrillPractice } from './practice.ts'

export interface Tally {
  requests: number
  /** The number of answers by status. */
  readonly statuses: Record<number, number>
  /** The number of requests without an answer, by reason. */
  readonly unanswered: Record<string, number>
}

export const newTally = (): Tally => ({ requests: 0, statuses: {}, unanswered: {} })

const day = Date.parse('2027-05-10T00:00:00.000Z')
const quarter = 15 * 60_000

/**
 * Clients do the work of a practice until `isOver`: they find and register patients, write notes, book, move and
 * cancel. Each client sends one request after the other. The ledger gets every acknowledged change.
 */
export async function mixedLoad(options: {
  practice: DrillPractice
  client: (i: number) => Client
  clients: number
  ledger: Ledger
  tally: Tally
  isOver: () => boolean
  /** How long a client rests before each request, in milliseconds. So a few clients do not fill a machine. */
  restMs?: number
}): Promise<void> {
  await Promise.all(
    Array.from({ length: options.clients }, (_, i) => actAsClient(options.client(i), options)),
  )
}

/**
 * Starts clients that pause for this number of milliseconds before each request. Returns a function that ends the load,
 * and resolves when the last answer has arrived.
 */
export function pacedLoad(
  server: { readonly as: (token: string) => Client },
  restMs: number,
  options: Omit<Parameters<typeof mixedLoad>[0], 'client' | 'isOver'>,
): () => Promise<void> {
  const call = server.as(options.practice.token)
  let over = false
  const load = mixedLoad({ ...options, restMs, client: () => call, isOver: () => over })
  return () => {
    over = true
    return load
  }
}

/** @throws when a caller got no answer, or an answer with a status 5xx. */
export function requireUnnoticed(tally: Tally): void {
  const failed = Object.keys(tally.statuses).some((status) => Number(status) >= 500)
  if (failed || Object.keys(tally.unanswered).length > 0)
    throw new Error(`callers noticed: ${Bun.inspect(tally)}`)
}

async function actAsClient(
  call: Client,
  {
    practice,
    ledger,
    tally,
    isOver,
    restMs = 4,
  }: Omit<Parameters<typeof mixedLoad>[0], 'client' | 'clients'>,
): Promise<void> {
  const patients: string[] = []
  const entries: string[] = []
  const send = async (method: string, path: string, body?: object, key = ''): Promise<Answer | undefined> => {
    tally.requests++
    await Bun.sleep(restMs)
    try {
      const answer = await call(method, `/api/v1${path}`, body)
      tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
      if (isInDoubt(answer)) ledger.doubt(key)
      // A person would wait before the next try, too.
      if (answer.status === 503) await Bun.sleep(20)
      return answer
    } catch (error) {
      ledger.doubt(key)
      const reason = String((error as { code?: string }).code ?? (error as Error).name)
      tally.unanswered[reason] = (tally.unanswered[reason] ?? 0) + 1
      await Bun.sleep(20)
      return undefined
    }
  }
  const keepTimes = (id: string, { startAt, endAt }: Times) =>
    ledger.keep(id, `${Date.parse(startAt)} ${Date.parse(endAt)}`)

  while (!isOver()) {
    const dice = Math.random()
    const patientId = any(patients)
    const entryId = any(entries)
    if (patientId === undefined || dice < 0.1) {
      const lastName = `Öztürk-${Math.random()}`
      const answer = await send('POST', '/patients', { firstName: 'Núria', lastName })
      if (answer?.status === 201) {
        patients.push(answer.data.id)
        ledger.keep(answer.data.id, lastName)
      }
    } else if (dice < 0.2) {
      const body = `Sensitive to cold. ${Math.random()}`
      const answer = await send('POST', `/patients/${patientId}/notes`, { body })
      if (answer?.status === 201) ledger.keep(answer.data.id, body)
    } else if (dice < 0.3) {
      const lastName = `Müller-${Math.random()}`
      const answer = await send('PATCH', `/patients/${patientId}`, { lastName }, patientId)
      if (answer?.status === 200) ledger.keep(patientId, lastName)
    } else if (dice < 0.5) {
      await send('GET', dice < 0.4 ? '/patients?limit=20&search=mull' : `/patients/${patientId}/notes`)
    } else if (entryId === undefined || dice < 0.7) {
      const times = randomTimes()
      const chairId = any(practice.chairIds)
      const answer = await send('POST', '/appointments', {
        type: 'appointment',
        patientId,
        chairId,
        ...times,
      })
      if (answer?.status === 201) {
        entries.push(answer.data.id)
        keepTimes(answer.data.id, times)
      }
    } else if (dice < 0.9) {
      const times = randomTimes()
      const answer = await send('PATCH', `/appointments/${entryId}`, times, entryId)
      if (answer?.status === 200) keepTimes(entryId, times)
    } else {
      const answer = await send('DELETE', `/appointments/${entryId}`, undefined, entryId)
      if (answer?.status === 200) ledger.keep(entryId, null)
      entries.splice(entries.indexOf(entryId), 1)
    }
  }
}

/** Whether the answer says that the change may or may not have been made. */
const isInDoubt = ({ status, body }: Answer): boolean =>
  status === 503 && String(body?.error?.message).includes('may or may not')

const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

interface Times {
  readonly startAt: string
  readonly endAt: string
}

/** A random time in a period of sixty days. */
function randomTimes(): Times {
  const start = day + Math.floor(Math.random() * 60 * 96) * quarter
  const end = start + (1 + Math.floor(Math.random() * 4)) * quarter
  return { startAt: new Date(start).toISOString(), endAt: new Date(end).toISOString() }
}
