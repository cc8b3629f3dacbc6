import { disorderIn } from '../support/linearizable.ts'
import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { historyClient, newDay, newPatientThing, type Thing, type World } from './histories/client.ts'
import { noTally, randomFrom, type Tally } from './histories/sender.ts'
import { killInTransaction } from './open-transaction.ts'
import { drillPractice } from './practice.ts'

export interface HistoryFigures extends Tally {
  readonly seeds: number
  readonly operations: number
  /** Histories of single objects that were checked. */
  readonly histories: number
  readonly seconds: number
}

const names = { days: 4, patients: 4, tags: 3 }

/**
 * Clients book, move, delete, toggle tags, and edit patients and notes at once, at two servers over one database file.
 * Some clients lose their answers. They send the request again with the same key, to either server. Each server is
 * killed once (`kill -9`) during a transaction, and started again. Every object's history is checked against a
 * sequential model.
 * @throws when a history is not linearizable, or when a repeated answer differs from the first one.
 */
export async function historiesDrill(options: {
  seeds: number
  operations: number
  clients: number
}): Promise<HistoryFigures> {
  const began = performance.now()
  const tally = noTally()
  let histories = 0
  for (let seed = 1; seed <= options.seeds; seed++) histories += await oneSeed(seed, options, tally)
  const { seeds, operations } = options
  return {
    seeds,
    operations: seeds * operations,
    histories,
    ...tally,
    seconds: (performance.now() - began) / 1000,
  }
}

async function oneSeed(
  seed: number,
  { operations, clients }: { operations: number; clients: number },
  tally: Tally,
): Promise<number> {
  const DATABASE_PATH = newDatabasePath()
  const { token, chairIds } = await drillPractice({ DATABASE_PATH })
  const start = () => startServer({ DATABASE_PATH, LOG_LEVEL: 'info' })
  const servers = [await start(), await start()]
  const [one, two] = servers as [Server, Server]
  await using _ = {
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((s) => s.killAll()))),
  }
  const make = async (path: string, body: object): Promise<string> =>
    (await one.as(token)('POST', `/api/v1${path}`, body)).data.id
  const patients = []
  for (let i = 0; i < names.patients; i++)
    patients.push(newPatientThing(await make('/patients', { firstName: 'First', lastName: `${i}` }), 'First'))
  const tagIds: string[] = []
  for (let i = 0; i < names.tags; i++) tagIds.push(await make('/tags', { name: `Tag ${i}` }))
  const days = Array.from({ length: names.days }, (_, i) => newDay(i))
  const world: World = { urls: [one.url, two.url], token, chairIds, tagIds, days, patients, tally }

  let left = operations
  const work = async (index: number) => {
    const act = historyClient(world, randomFrom(seed * 1_000 + index), `${index}x`)
    while (left-- > 0) {
      // Each server is killed once, in the midst of requests.
      const place = [Math.floor(operations / 3), Math.floor((2 * operations) / 3)].indexOf(left)
      if (place !== -1) {
        if (await killInTransaction(servers[place]!, DATABASE_PATH)) tally.inTransaction++
        servers[place] = await start()
        world.urls[place] = servers[place].url
      }
      await act()
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => work(i)))

  const things: Thing[] = [...days, ...patients, ...patients.map(({ notes }) => notes)]
  for (const { history, initial } of things) {
    const disorder = disorderIn(history, initial)
    if (disorder !== undefined)
      throw new Error(`seed ${seed}: a history is not linearizable\n${disorder.join('\n')}`)
  }
  return things.length
}
