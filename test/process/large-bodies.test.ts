/** Large bodies at a real server with its usual limits. What they take of its memory is bounded. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** The memory that a process takes, or the most that it has taken so far, in megabytes. */
const memoryOf = (pid: number, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000

/** What is sent again and again: a list of empty objects takes the most memory for its bytes. */
const objects = (bytes: number) => `{"body":[${'{},'.repeat(bytes / 3 - 5)}{}]}`
const MiB = 1024 * 1024

/** Sends a number of requests at once, each over a connection of its own. Answers how often each status came. */
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
  '120 large bodies at once leave the server below 256 MB',
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
      // What is just small enough to be read has too many values, or has as many as it may.
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
    // How many of these find room depends on how fast they come.
    for (const answers of [taken, refused])
      expect(Object.keys(answers).filter((status) => !['201', '400', '429'].includes(status))).toEqual([])
    // On a busy machine, the collector comes later.
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
