import { expect, test } from 'bun:test'

/** The files whose sources match the pattern, by their paths below `src` and `db`. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const files = [...new Bun.Glob('{src,db}/**/*.ts').scanSync('.')].sort()
  const sources = await Promise.all(files.map((file) => Bun.file(file).text()))
  return files.filter((_, i) => pattern.test(sources[i]!))
}

test('only these files of the store declare statements over all practices', async () => {
  expect(await filesWith(/from '[./\w]*\/unscoped\.ts'/)).toEqual([
    'src/store/archive-upkeep.ts',
    'src/store/audit/append.ts',
    'src/store/audit/beside-rows.ts',
    'src/store/audit/close-old.ts',
    'src/store/audit/closings.ts',
    'src/store/audit/heads.ts',
    'src/store/audit/trail-rows.ts',
    'src/store/audit/verify-trail.ts',
    'src/store/change-log.ts',
    'src/store/change-upkeep.ts',
    'src/store/due-notices.ts',
    'src/store/identity.ts',
    'src/store/installation.ts',
    'src/store/keys.ts',
    'src/store/notice-upkeep.ts',
    'src/store/practice-keys.ts',
    'src/store/retries.ts',
    'src/store/retry-upkeep.ts',
    'src/store/transfer/moving.ts',
    'src/store/transfer/read.ts',
    'src/store/transfer/removal.ts',
    'src/store/transfer/take.ts',
    'src/store/transfer/trail-parts.ts',
  ])
})

/** Statements over all practices that also meet a practice which comes in or leaves, and why that does no harm. */
const meetAll: Readonly<Record<string, string>> = {
  'audit/append.ts': 'It knows the practice, and asks itself whether the practice leaves.',
  'audit/beside-rows.ts': 'It is handed a trail.',
  'audit/close-old.ts': 'It is handed a trail.',
  'audit/closings.ts': 'It is handed a trail.',
  'audit/heads.ts': 'It lists the trails, without those of practices that come in or leave.',
  'audit/trail-rows.ts': 'It is handed a trail.',
  'audit/verify-trail.ts': 'It is handed a trail.',
  'change-log.ts': 'It appends what a write has touched, and an import forgets that.',
  'installation.ts': 'It reads and counts no records. New epochs harm no practice that nobody sees.',
  'practice-keys.ts': 'It is handed an id or a key that somebody knows already.',
  'retries.ts': 'It is handed a practice.',
  'retry-upkeep.ts': 'An import brings no kept answers, and a removal takes them all.',
  'transfer/moving.ts': 'It is about these practices.',
  'transfer/read.ts': 'An export asks first whether the practice is here.',
  'transfer/removal.ts': 'It is about these practices.',
  'transfer/take.ts': 'It is about these practices.',
  'transfer/trail-parts.ts': 'It is handed a practice.',
}

test('a statement over all practices leaves out those that come in or leave, or there is a reason', async () => {
  const all = await filesWith(/from '[./\w]*\/unscoped\.ts'/)
  const asking = await filesWith(/isHere\(/)
  const others = all.filter((file) => !asking.includes(file))
  expect(others).toEqual(Object.keys(meetAll).map((file) => `src/store/${file}`))
})

test('only the store uses a connection, and only these files prepare statements', async () => {
  const users = await filesWith(/from '[./\w]*\/connection\.ts'/)
  expect(users.length).toBeGreaterThan(5)
  expect(users.filter((file) => !file.startsWith('src/store/'))).toEqual([])
  expect(await filesWith(/\.prepared\b/)).toEqual([
    'src/store/connection.ts',
    'src/store/scope.ts',
    'src/store/transfer/read.ts',
    'src/store/transfer/take.ts',
    'src/store/unscoped.ts',
    'src/store/writer.ts',
  ])
})

test('the store throws no problems of HTTP and mints no secrets', async () => {
  const withProblems = await filesWith(/domain\/problem\.ts|mintSecret/)
  expect(withProblems.length).toBeGreaterThan(5)
  expect(withProblems.filter((file) => file.startsWith('src/store/'))).toEqual([])
})
