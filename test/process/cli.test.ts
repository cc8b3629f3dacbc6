import { expect, test } from 'bun:test'
import { chmodSync, statSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }
import { commands } from '../../src/cli/commands.ts'
import { help } from '../../src/cli/help.ts'
import { chairside, command, newDatabasePath, run, startServer } from '../support/server.ts'

const owner = ['--owner-name', 'Zoé', '--owner-email', 'zoe@example.org']
const create = ['practice', 'create', '--name', 'Praxis', '--timezone', 'Europe/Berlin', ...owner]

test('§11 Commands on the command line work while a server runs.', async () => {
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  const { practiceId, ownerId } = await chairside(path, ...create, '--pack', 'physio')
  const made = await chairside(
    path,
    'token',
    'create',
    '--email',
    'ZOE@example.org',
    '--name',
    'laptop',
    '--days',
    '7',
  )
  const { data } = await server.as(made.token)('GET', '/api/v1/me')
  expect(data.user).toMatchObject({ id: ownerId, practiceId, role: 'owner', email: 'zoe@example.org' })
  expect(data.practice).toMatchObject({ id: practiceId, name: 'Praxis', timezone: 'Europe/Berlin' })
  expect(data.pack.id).toBe('physio')
  expect(data.auth).toEqual({
    kind: 'token',
    expiresAt: made.expiresAt,
    scopes: ['read', 'write', 'settings'],
  })
})

test('the demo has chairs, tags, patients with accents, revised notes, and weeks of entries around today', async () => {
  const path = newDatabasePath()
  const { token } = await chairside(path, 'demo')
  await using server = await startServer({ DATABASE_PATH: path })
  const call = server.as(token)
  expect((await call('GET', '/api/v1/chairs')).data.chairs.length).toBeGreaterThan(3)
  expect((await call('GET', '/api/v1/tags')).data.tags.length).toBeGreaterThan(4)

  const { patients } = (await call('GET', '/api/v1/patients?limit=200')).data
  expect(patients).toHaveLength(200)
  expect(patients.some(({ lastName }: { lastName: string }) => /[^\x20-\x7e]/.test(lastName))).toBe(true)
  const notes = await Promise.all(
    patients.slice(0, 40).map(({ id }: { id: string }) => call('GET', `/api/v1/patients/${id}/notes`)),
  )
  const written = notes.flatMap(({ data }) => data.notes)
  expect(written.some(({ revisions }: { revisions: unknown[] }) => revisions.length > 0)).toBe(true)

  const week = 7 * 86_400_000
  for (const weeks of [-3, 0, 3]) {
    const [from, to] = [weeks, weeks + 1].map((n) => new Date(Date.now() + n * week).toISOString())
    const { appointments } = (await call('GET', `/api/v1/appointments?from=${from}&to=${to}`)).data
    expect(appointments.length).toBeGreaterThan(50)
  }
})

const mistakes: [what: string, args: string[], line: RegExp][] = [
  ['no command', [], /no command/],
  ['a name that every object has', ['constructor'], /unknown command "constructor"/],
  ['an unknown command', ['token', 'destroy'], /unknown command "token destroy"/],
  ['an unknown option', ['token', 'create', '--emial', 'x'], /Unknown option '--emial'/],
  ['a missing option', ['token', 'create', '--email', 'x@example.org'], /needs --name/],
  [
    'an unknown member',
    ['token', 'create', '--email', 'x@example.org', '--name', 'x'],
    /belongs to no member/,
  ],
  [
    'too many days',
    ['token', 'create', '--email', 'x@example.org', '--name', 'x', '--days', '366'],
    /from 1 to 365/,
  ],
  ['an unknown time zone', [...create, '--timezone', 'Berlin'], /IANA time zone/],
  ['a malformed e-mail address', [...create, '--owner-email', 'zoe'], /e-mail address/],
  ['an unknown pack', [...create, '--pack', 'vet'], /general, dental, physio/],
  [
    'a scope that does not exist',
    ['token', 'create', '--email', 'x@example.org', '--name', 'x', '--scopes', 'read,admin'],
    /--scopes must be some of read, write, settings/,
  ],
  [
    'a choice that is neither yes nor no',
    ['link', '--email', 'x@example.org', '--end-tokens', 'maybe'],
    /--end-tokens must be one of yes, no/,
  ],
  ['an unknown practice', ['member', 'list', '--practice', 'x'], /--practice is no practice here/],
  ['an empty name', [...create, '--name', ' '], /--name must have/],
]

test.each(mistakes)(
  '§11 A mistake in the text of a command is printed on standard error, with exit code 2. %s',
  async (_, args, line) => {
    const { code, stdout, stderr } = await run(['src/cli.ts', ...args], { DATABASE_PATH: newDatabasePath() })
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(line)
  },
)

test('§10 Only the owner of a database file can read it.', async () => {
  const path = newDatabasePath()
  const { code, stdout } = await command({ DATABASE_PATH: path }, '--json', ...create)
  expect(code).toBe(0)
  expect(Object.keys(JSON.parse(stdout))).toEqual(['practiceId', 'ownerId', 'setupUrl'])
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('when other users can read the database, a command closes the files to them, and reports this on standard error', async () => {
  const path = newDatabasePath()
  await chairside(path, ...create)
  chmodSync(path, 0o644)
  const token = ['token', 'create', '--email', 'zoe@example.org', '--name', 'laptop']
  const { code, stderr } = await command({ DATABASE_PATH: path }, ...token)
  expect(code).toBe(0)
  expect(stderr).toBe(
    `other users of this machine could read these files, and they are closed now: ${path}\n`,
  )
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('`practice create` refuses an e-mail address that a member has, and `demo` refuses a database with a practice', async () => {
  const path = newDatabasePath()
  await chairside(path, ...create)
  const again = await command({ DATABASE_PATH: path }, ...create)
  expect(again.stderr).toContain('belongs to a member of a practice already')
  const demo = await run(['src/cli.ts', 'demo'], { DATABASE_PATH: path })
  expect(demo.stderr).toContain('holds a practice already')
  expect([again.code, demo.code]).toEqual([2, 2])
})

/** Runs a command that prints a list, one object on each line. Returns the objects. */
async function listed(path: string, ...args: string[]) {
  const { code, stdout, stderr } = await command({ DATABASE_PATH: path }, ...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('§11 `member list` and `token list` print an object for each member and each token that works. `token revoke` revokes one token.', async () => {
  const path = newDatabasePath()
  expect(await listed(path, 'member', 'list')).toEqual([])
  const { practiceId, ownerId } = await chairside(path, ...create)
  expect(await listed(path, 'member', 'list')).toEqual([
    {
      memberId: ownerId,
      practiceId,
      name: 'Zoé',
      email: 'zoe@example.org',
      role: 'owner',
      active: true,
      passkeys: 0,
    },
  ])

  const email = ['--email', 'zoe@example.org']
  const made = await chairside(path, 'token', 'create', ...email, '--name', 'laptop')
  const less = await chairside(path, 'token', 'create', ...email, '--name', 'site', '--scopes', 'write,read')
  expect([made.scopes, less.scopes]).toEqual(['read,write,settings', 'read,write'])
  const [first, second] = await listed(path, 'token', 'list', ...email)
  expect(first).toMatchObject({ tokenId: made.tokenId, name: 'laptop', lastUsedAt: null })
  expect(second).toMatchObject({ tokenId: less.tokenId, name: 'site', scopes: 'read,write' })
  expect(JSON.stringify([first, second])).not.toContain('ck_')
  const { stdout } = await command({ DATABASE_PATH: path }, 'token', 'list', ...email)
  expect(stdout).toMatch(/^tokenId .*\nname {9}laptop\n(.+\n)*\ntokenId .*\nname {9}site\n/)

  const revoke = ['token', 'revoke', ...email, '--id', made.tokenId!]
  expect(await listed(path, ...revoke)).toEqual([{ tokenId: made.tokenId, revoked: true }])
  expect(await listed(path, 'token', 'list', ...email)).toHaveLength(1)
  const again = await command({ DATABASE_PATH: path }, ...revoke)
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('no token of this member') })
})

test('a new link for a member ends the API tokens of the member, unless `--end-tokens` is `no`', async () => {
  const path = newDatabasePath()
  await chairside(path, ...create)
  const email = ['--email', 'zoe@example.org']
  await chairside(path, 'token', 'create', ...email, '--name', 'laptop')
  await chairside(path, 'link', ...email, '--end-tokens', 'no')
  expect(await listed(path, 'token', 'list', ...email)).toHaveLength(1)
  await chairside(path, 'link', ...email)
  expect(await listed(path, 'token', 'list', ...email)).toEqual([])
})

test.each(['help', '--help', '-h'])('%s prints every command with its options', async (word) => {
  const { code, stdout, stderr } = await run(['src/cli.ts', word])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const { name, options } of commands) {
    const call = stdout.split('\n').find((line) => line.startsWith(`  ${name}`))!
    for (const option of Object.keys(options))
      expect(call).toMatch(new RegExp(`--${option}[ \\]]|--${option}$`))
  }
})

test('§11 `help` and `--help` explain a command and each of its options.', () => {
  for (const { name, summary, options } of commands) {
    const text = help(name)
    expect(text).toStartWith(`usage: bun run chairside ${name} `)
    const flat = text.replace(/\s+/g, ' ')
    expect(flat).toContain(summary)
    for (const [option, { text }] of Object.entries(options)) {
      expect(text).toMatch(/^[A-Z].*\.$/)
      expect(flat).toMatch(new RegExp(`--${option} `))
      expect(flat).toContain(text)
    }
    // The first line is the call, which may be longer, so that a person can copy it in one line.
    for (const line of text.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(100)
  }
})

test('help about a command needs no database and no options, and an unknown command is refused', async () => {
  const asked = [
    ['help', 'token', 'create'],
    ['token', 'create', '--help'],
    ['token', 'create', '--email', 'zoe@example.org', '-h'],
  ]
  for (const args of asked) {
    const { code, stdout, stderr } = await run(['src/cli.ts', ...args])
    expect({ args, code, stdout, stderr }).toEqual({
      args,
      code: 0,
      stdout: `${help('token create')}\n`,
      stderr: '',
    })
  }
  expect(help('backup')).toContain('backup verify')
  expect(help('backup')).not.toContain('token create')
  const unknown = await run(['src/cli.ts', 'help', 'nonsense'])
  expect([unknown.code, unknown.stdout]).toEqual([2, ''])
  expect(unknown.stderr).toContain('unknown command "nonsense"')
})

test('--version prints the version', async () => {
  const { code, stdout, stderr } = await command({}, '--version')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `version      ${packageJson.version}\n`,
    stderr: '',
  })
  expect(JSON.parse((await command({}, '--version', '--json')).stdout)).toEqual({
    version: packageJson.version,
  })
})

test('§11 Without `--json`, the result of a command is printed line by line for a person.', async () => {
  const { stdout } = await command({ DATABASE_PATH: newDatabasePath() }, ...create)
  expect(stdout).toMatch(/^practiceId {3}[\w-]{36}\nownerId {6}[\w-]{36}\nsetupUrl {5}http:\S+\n$/)
})

const evil = 'Praxis\u001b[2J\u0007\u009b31m\u202e\nsetupUrl     http://evil.example'

test('§13 A name with control characters for the terminal is shown escaped, in words and in JSON.', async () => {
  const env = { DATABASE_PATH: newDatabasePath() }
  await chairside(env.DATABASE_PATH, ...create.with(create.indexOf('--owner-name') + 1, evil))
  for (const args of [
    ['member', 'list'],
    ['member', 'list', '--json'],
  ]) {
    const { stdout } = await command(env, ...args)
    expect(stdout).toContain('Praxis\\u001b[2J\\u0007\\u009b31m\\u202e')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(stdout).not.toMatch(/^setupUrl/m)
  }
  expect(JSON.parse((await command(env, 'member', 'list', '--json')).stdout).name).toBe(evil)
})

test('an error shows control characters for the terminal escaped, also when they are in a command or a path', async () => {
  const env = { DATABASE_PATH: newDatabasePath() }
  for (const args of [
    ['\u001b[2J'],
    ['practice', 'import', '--from', '/nowhere/\u001b[2J'],
    ['token', 'create', '--\u001b[2J'],
  ]) {
    const { stderr, code } = await command(env, ...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain('\\u001b[2J')
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  }
})
