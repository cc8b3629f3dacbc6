/** Sends large bodies to a real server with its default limits. The memory that they take is limited. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** The memory that a process takes, or the most that it has taken so far, in megabytes. */
const memoryOf = (pid: number, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000

/** The body that is sent repeatedly. For its bytes, a list of empty objects takes the most memory. */
const objects = (bytes: number) => `{"body":[${'{},'.repeat(bytes / 3 - 5)}{}]}`
const MiB = 1024 * 1024

/** Sends a number of requests at once, each over its own connection. Returns the number of answers by status. */
async function flood(url: string, count: number, path: string, body: string, headers: string[] = []) {
  const { hostname, port } = new URL(url)
  const bytes = Buffer.from(body)
  const head = Buffer.from(
    [
      ...[`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', 'Connection: close'],
      ...[...headers, `Content-Length: ${bytes.length}`, '', ''],
    ].join('\r\n'),
  )
  const answers = Array.from({ length: count }, async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let [at, text] = [0, '']
    const send = (socket: Bun.Socket) => {
      for (let sent = 1; sent > 0 && at < bytes.length; at += sent) sent = socket.write(bytes.subarray(at))
    }
    const end = () => resolve(text)
    await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          socket.write(head)
          send(socket)
        },
        drain: send,
        data(_, chunk) {
          text += chunk
        },
        close: end,
        error: end,
      },
    })
    return Number((await promise).split(' ')[1])
  })
  const statuses = Object.groupBy(await Promise.all(answers), String)
  return Object.fromEntries(Object.entries(statuses).map(([status, all]) => [status, all!.length]))
}

test.skipIf(process.platform !== 'linux')(
  'the server takes less than 256 MB of memory for 120 large bodies at the same time',
  async () => {
    const databasePath = newDatabasePath()
    const { token } = await makePractice(databasePath)
    await using server = await startServer({ DATABASE_PATH: databasePath, RATE_LIMIT: 'on' })
    const patient = await server.as(token)('POST', '/api/v1/patients', {
      firstName: 'Zoé',
      lastName: 'Müller',
    })
    const notes = `/api/v1/patients/${patient.data.id}/notes`
    const authorized = [`Authorization: Bearer ${token}`]
    const note = JSON.stringify({ body: `${'ä'.repeat(90_000)}${' '.repeat(MiB - 200_000)}` })

    const [signIn, look] = await Promise.all([
      flood(server.url, 60, '/auth/sign-in', objects(MiB)),
      flood(server.url, 60, '/visit/look', objects(MiB)),
    ])
    expect(memoryOf(server.pid, 'VmHWM')).toBeLessThan(256)
    const floods = {
      signIn,
      look,
      // These bodies are just small enough to be read. They have too many values, or the most that are allowed.
      token: await flood(server.url, 120, notes, objects(MiB), authorized),
      small: await flood(server.url, 120, notes, objects(60_000), authorized),
      notes: await flood(server.url, 120, notes, note, authorized),
      still: (await server.as(token)('GET', '/api/v1/me')).status,
    }
    const { notes: taken, token: refused, ...rest } = floods
    expect(rest).toEqual({
      signIn: { '413': 60 },
      look: { '413': 60 },
      small: { '400': 120 },
      still: 200,
    })
    // How many of these requests are accepted depends on how fast they arrive.
    for (const answers of [taken, refused])
      expect(Object.keys(answers).filter((status) => !['201', '400', '429'].includes(status))).toEqual([])
    // On a busy machine, the garbage collector runs later.
    let least = Number.POSITIVE_INFINITY
    await until(
      () => `memory below 256 MB; the least was ${least}`,
      () => {
        least = Math.min(least, memoryOf(server.pid, 'VmRSS'))
        return least < 256
      },
    )
  },
)
