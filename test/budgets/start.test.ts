/** The modules that a start loads before the first answer, and the number of disk syncs of acts. */
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
 * The packages that the first answer waits for, with the highest number of modules of each. Every other package is
 * loaded when it is first needed. A start would wait 94 ms for `@simplewebauthn/server`, 160 for `date-holidays` and 90
 * for `nodemailer`. It would wait 90 ms for `prom-client` and 30 for `libphonenumber-js`. Together they take about 110
 * MB.
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
 * The highest number of modules of the service itself. Calendars that members subscribe to, and refusals that are held
 * back, added the last modules.
 * The own fields of a practice added one module: every patient and every practice has own fields.
 * Imports added 22: their routes, their tables, and the loop that looks for them. The modules that read a file are
 * loaded with the first file. Moves between cells added three: each write checks whether its practice is frozen, and
 * the store stores the stage of each move. The checks of a proxy added one: a server that stops still answers until the
 * proxy has noticed the stop. Errors without their messages added one: reminders, their upkeep, imports and moves share
 * it. Three parts added one each: the output of an ended program, the moves on the owner's page, and the media type of
 * a body. The copies and the commit of a move added one together: they were part of another file.
 */
const ours = 650

test('a start loads no package and no module before the first answer that is not in the budget', async () => {
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
  'each writing act of a member waits for one sync of the disk, and a read waits for none',
  async () => {
    const { env } = slowDisk(library!, join(scratch, 'syncs'), 0)
    const { syncs } = await started(env)
    expect(syncs).toEqual({ booking: 1, move: 1, note: 1, read: 0, list: 0 })
  },
)
