/** What a start loads before the first answer, and how often the disk is waited for. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { addPractice, seed } from '../bench/seed.ts'
import { compileSlowSync, slowDisk } from '../bench/slow-sync.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { scratch } from '../support/scratch.ts'

const root = join(import.meta.dir, '../..')

async function started(env: Readonly<Record<string, string>> = {}) {
  const path = freshDatabasePath()
  const { token } = await seed(path, (store) => addPractice(store, 'The practice', 1))
  const child = Bun.spawn([process.execPath, 'test/budgets/started.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_PATH: path, PORT: '0', TOKEN: token, ...env },
    stderr: 'inherit',
  })
  const printed = await child.stdout.text()
  expect(await child.exited).toBe(0)
  return JSON.parse(printed.trim().split('\n').at(-1)!) as {
    readonly modules: readonly string[]
    readonly syncs?: Readonly<Record<string, number>>
  }
}

/**
 * The packages that the first answer waits for, with the most modules of each. Every other package is loaded when it is first
 * needed. A start would wait 94 ms for `@simplewebauthn/server`, 160 for `date-holidays` and 90 for `nodemailer`. It would wait 90
 * for `prom-client` and 30 for `libphonenumber-js`. Together they take some 110 MB.
 */
const packages: Readonly<Record<string, number>> = {
  '@pinojs/redact': 1,
  '@sinclair/typebox': 249,
  'any-ascii': 2,
  'atomic-sleep': 1,
  aws4fetch: 1,
  cookie: 1,
  'countries-and-timezones': 1,
  croner: 1,
  'drizzle-orm': 108,
  elysia: 25,
  'exact-mirror': 1,
  'fast-decode-uri-component': 1,
  'ical-generator': 1,
  'ipaddr.js': 1,
  memoirist: 1,
  'on-exit-leak-free': 1,
  pino: 12,
  'pino-std-serializers': 7,
  'quick-format-unescaped': 1,
  'safe-stable-stringify': 1,
  'sonic-boom': 1,
  'thread-stream': 4,
}
/**
 * The most modules of ours. Calendars that members subscribe to, and refusals that are held back, took the last ones.
 * The own fields of a practice took one: every patient and every practice has them.
 * Imports took 22: their routes, their tables, and the loop that looks for them. The work on a file is loaded with the first file.
 * Moves between cells took three: each write asks whether its practice is frozen, and the store knows how far each move is.
 * The checks of a proxy took one: where a proxy asks, a server that stops answers until the proxy has seen it.
 * An error without its message took one: reminders, their upkeep, imports and moves share it.
 * Three took one each: what an ended program printed, the moves that the owner's page names, and the media type of a body.
 * The copies and the commit of a move took one together: they were part of another file.
 */
const ours = 650

test('the first answer waits for no package and no module that is not in the budget', async () => {
  const { modules } = await started()
  const counts = new Map<string, number>()
  let own = 0
  for (const module of modules) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    else if (!module.startsWith(join(root, 'test'))) own++
  }
  const over = [...counts].filter(([name, count]) => count > (packages[name] ?? 0))
  expect(Object.fromEntries(over)).toEqual({})
  expect(own).toBeGreaterThan(100)
  expect(own).toBeLessThanOrEqual(ours)
})

const library = compileSlowSync(join(scratch, 'sync.so'))

test.skipIf(library === undefined)(
  'an act of a member waits for one sync, and what only reads for none',
  async () => {
    const { env } = slowDisk(library!, join(scratch, 'syncs'), 0)
    const { syncs } = await started(env)
    expect(syncs).toEqual({ booking: 1, move: 1, note: 1, read: 0, list: 0 })
  },
)
