/** Two running cells, with practices that can move between them. */
import { Directory } from '../../src/cells/directory.ts'
import { reports } from '../../src/cells/registry.ts'
import { linkOf } from '../../src/move/links.ts'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed, type Server, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'
import { newCells } from './support.ts'

export interface RunningCell {
  readonly name: string
  readonly env: Settings
  server: Server
}

/** Adds a cell to the directory and starts its server, with further settings in `more`. */
export async function startCell(
  cells: ReturnType<typeof newCells>,
  name: string,
  more: Settings = {},
): Promise<RunningCell> {
  const [port, listen] = [await freePort(), await freePort()]
  const env: Settings = {
    ...cells.cell(name),
    PORT: port,
    PUBLIC_URL: `http://${name}.localhost`,
    CELL_LISTEN: `127.0.0.1:${listen}`,
    ...more,
  }
  await printed(env, 'cells', 'add', '--address', `127.0.0.1:${port}`)
  const server = await startReplicated(env)
  await until('a report of the cell', async () => (await reports(cells.store)).has(name))
  await until('the cell listens', () => linkOf(cells.store, name).catch(() => undefined))
  return { name, env, server }
}

/** Two cells over one store. */
export async function twoCells(store: ObjectStore, more: Settings = {}) {
  const cells = newCells(store)
  const [a, b] = await Promise.all([startCell(cells, 'a', more), startCell(cells, 'b', more)])
  return {
    cells,
    a,
    b,
    directory: new Directory(cells.store),
    async [Symbol.asyncDispose]() {
      await Promise.all([a.server.stop(), b.server.stop()])
    },
  }
}

/** Makes a practice in a cell. */
export async function newPractice({ env }: RunningCell, name: string) {
  const [host, email] = [`${name}.localhost`, `zoe@${name}.example.org`]
  const { practiceId } = await printed(
    env,
    ...['practice', 'create', '--name', name, '--timezone', 'Europe/Berlin', '--host', host],
    ...['--owner-name', 'Zoé', '--owner-email', email],
  )
  const { token } = await printed(
    env,
    'token',
    'create',
    '--email',
    email,
    '--name',
    'test',
    '--scopes',
    'read,write,settings',
  )
  return { practiceId: practiceId as string, host, token: token as string }
}

export type MovablePractice = Awaited<ReturnType<typeof newPractice>>

/** Sends a request of a member to a cell, at the host of the practice. Returns the answer. */
export async function asked(
  { server }: RunningCell,
  { host, token }: MovablePractice,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      host,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const content: any = await response.json().catch(() => undefined)
  return { status: response.status, headers: response.headers, body: content, data: content?.data }
}
