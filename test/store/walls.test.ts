import { expect, test } from 'bun:test'

/** The files whose sources match the pattern, by their paths below `src` and `db`. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const files = [...new Bun.Glob('{src,db}/**/*.ts').scanSync('.')].sort()
  const sources = await Promise.all(files.map((file) => Bun.file(file).text()))
  return files.filter((_, i) => pattern.test(sources[i]!))
}

test('only the listed files of the store declare statements over all practices', async () => {
  expect(await filesWith(/from '[./\w]*\/unscoped\.ts'/)).toEqual([
    'src/store/access/hosts.ts',
    'src/store/access/identity.ts',
    'src/store/archive/archive-upkeep.ts',
    'src/store/audit/close-old.ts',
    'src/store/audit/heads.ts',
    'src/store/audit/trail-parts.ts',
    'src/store/audit/trail-rows.ts',
    'src/store/changes/change-log.ts',
    'src/store/changes/change-upkeep.ts',
    'src/store/engine/chain/append.ts',
    'src/store/engine/chain/closings.ts',
    'src/store/imports/due-imports.ts',
    'src/store/notices/due-notices.ts',
    'src/store/notices/hold-upkeep.ts',
    'src/store/notices/notice-upkeep.ts',
    'src/store/practice/link-key.ts',
    'src/store/service/installation.ts',
    'src/store/service/keys.ts',
    'src/store/service/retries.ts',
    'src/store/service/retry-upkeep.ts',
    'src/store/transfer/cell-arrivals.ts',
    'src/store/transfer/cell-moves.ts',
    'src/store/transfer/moving.ts',
    'src/store/transfer/read.ts',
    'src/store/transfer/removal.ts',
    'src/store/transfer/take.ts',
    'src/store/verify/beside-rows.ts',
    'src/store/verify/verify-trail.ts',
    'src/store/webhooks/due-webhooks.ts',
  ])
})

/**
 * Files with statements over all practices that include a practice which is arriving or leaving, each with the reason
 * why this does no harm.
 */
const meetAll: Readonly<Record<string, string>> = {
  'audit/close-old.ts': 'It is handed a trail.',
  'audit/heads.ts': 'It lists the trails, without those of practices that come in or leave.',
  'audit/trail-parts.ts': 'It is handed a practice.',
  'audit/trail-rows.ts': 'It is handed a trail.',
  'changes/change-log.ts': 'It appends what a write has touched, and an import forgets that.',
  'engine/chain/append.ts': 'It knows the practice, and asks itself whether the practice leaves.',
  'engine/chain/closings.ts': 'It is handed a trail.',
  'practice/link-key.ts': 'It is handed a practice, and one that comes in needs a key.',
  'service/installation.ts': 'It reads and counts no records. New epochs harm no practice that nobody sees.',
  'service/retries.ts': 'It is handed a practice.',
  'transfer/cell-arrivals.ts': 'It is about these practices.',
  'transfer/cell-moves.ts': 'It is about these practices.',
  'transfer/moving.ts': 'It is about these practices.',
  'transfer/read.ts': 'An export asks first whether the practice is here.',
  'transfer/removal.ts': 'It is about these practices.',
  'transfer/take.ts': 'It is about these practices.',
  'verify/beside-rows.ts': 'It is handed a trail.',
  'verify/verify-trail.ts': 'It is handed a trail.',
}

test('statements over all practices leave out practices that arrive or leave, or the file is listed with a reason', async () => {
  const all = await filesWith(/from '[./\w]*\/unscoped\.ts'/)
  const asking = await filesWith(/(isHere|mayChange)\(/)
  const others = all.filter((file) => !asking.includes(file))
  expect(others).toEqual(Object.keys(meetAll).map((file) => `src/store/${file}`))
})

test('only the store uses a database connection, and only the listed files prepare statements', async () => {
  const users = await filesWith(/from '[./\w]*\/connection\.ts'/)
  expect(users.length).toBeGreaterThan(5)
  expect(users.filter((file) => !file.startsWith('src/store/'))).toEqual([])
  expect(await filesWith(/\.prepared\b/)).toEqual([
    'src/store/engine/connection.ts',
    // The functions of these files get an id or a key that their caller already knows.
    'src/store/engine/practice-keys.ts',
    'src/store/engine/scope.ts',
    'src/store/engine/unscoped.ts',
    'src/store/engine/writer.ts',
    'src/store/transfer/cell-arrivals.ts',
    'src/store/transfer/read.ts',
    'src/store/transfer/take.ts',
  ])
})

test('the store throws no HTTP errors and creates no secrets', async () => {
  const withProblems = await filesWith(/domain\/problem\.ts|mintSecret/)
  expect(withProblems.length).toBeGreaterThan(5)
  expect(withProblems.filter((file) => file.startsWith('src/store/'))).toEqual([])
})

test('rows that give people access are changed only through a scope, or by the file that hides practices', async () => {
  // Both ways inform the connection, and the service clears its cache of credentials. The rows of a hidden practice
  // give nobody access.
  const changes =
    /\b(insert (or \w+ )?into|replace into|update|delete from)\s+["`]?(users|sessions|api_tokens|moving_practices|elsewhere_practices)\b/i
  expect(await filesWith(changes)).toEqual(['src/store/transfer/moving.ts'])
})
