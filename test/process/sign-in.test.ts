import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { authenticator } from '../support/authenticator.ts'
import { chairside, newDatabasePath, run, type Server, startServer } from '../support/server.ts'
import { serving } from '../support/serving.ts'
import { enrol, secretOf, signIn, trySignIn } from '../support/sign-in.ts'

const create = ['practice', 'create', '--name', 'Praxis', '--timezone', 'Europe/Berlin']
const zoe = ['--owner-name', 'Zoé', '--owner-email', 'zoe@example.org']

const link = /http:\/\/localhost:\d+\/\w+#[\w-]+/
const portOf = ({ url }: Server) => new URL(url).port
const anonymously = (server: Server) => ({ anonymous: server.as() })
/** An authenticator in a browser at the server's address. */
const keyAt = (server: Server) => authenticator(`http://localhost:${portOf(server)}`)

test('§5.3 The first start with an empty database prints a setup link.', async () => {
  const path = newDatabasePath()
  const form = { practiceName: 'Praxis', timezone: 'Europe/Berlin', pack: 'dental', workingHours: null }
  const owner = { ownerName: 'Zoé', ownerEmail: 'zoe@example.org' }
  {
    await using server = await startServer({ DATABASE_PATH: path })
    const url = await server.printed(link)
    expect(url).toStartWith(`http://localhost:${portOf(server)}/setup#cl_`)
    const call = server.as()
    const body = { link: secretOf(url), ...form, ...owner }
    const { options } = success(await call('POST', '/auth/setup/options', body))
    const response = await (await keyAt(server)).register(options)
    const { token } = success(await call('POST', '/auth/setup', { ...body, response }), 201)
    expect(success(await server.as(token)('GET', '/api/v1/me')).user.name).toBe('Zoé')
    // The link is printed only once.
    await server.stop()
    expect(server.output().split(secretOf(url))).toHaveLength(2)
    expect(server.output()).not.toContain(token)
    expect(server.output()).not.toMatch(/Zoé|zoe@/)
  }
  await using server = await startServer({ DATABASE_PATH: path })
  await server.stop()
  expect(server.output()).not.toMatch(link)
})

test('`practice create` prints a link with which the owner makes a passkey', async () => {
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  const { setupUrl } = await chairside(path, ...create, ...zoe)
  expect(setupUrl).toMatch(/^http:\/\/localhost:3000\/enrol#cl_/)
  const key = await keyAt(server)
  await enrol(anonymously(server), setupUrl!, key, 'Zoé')
  await signIn(anonymously(server), key)
})

test('§11 `link` makes a link with which a member who has lost every passkey can sign in again. The lost passkeys do not work any more.', async () => {
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  const c = anonymously(server)
  const { setupUrl } = await chairside(path, ...create, ...zoe)
  const [lost, found] = [await keyAt(server), await keyAt(server)]
  const { token } = await enrol(c, setupUrl!, lost)

  const { url, expiresAt } = await chairside(path, 'link', '--email', 'ZOE@example.org', '--yes')
  expect(Date.parse(expiresAt!) - Date.now()).toBeWithin(71.9 * 3_600_000, 72.1 * 3_600_000)
  expect((await server.as(token)('GET', '/api/v1/me')).status).toBe(401)
  expect((await trySignIn(c, lost)).status).toBe(401)
  await enrol(c, url!, found)
  await signIn(c, found)
})

test('§11 The option `--practice` is needed when members of several practices have the e-mail address.', async () => {
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  const first = await chairside(path, ...create, ...zoe)
  const second = await chairside(path, ...create, '--owner-name', 'Ada', '--owner-email', 'ada@example.org')
  const { token } = await enrol(anonymously(server), second.setupUrl!, await keyAt(server))
  const invitation = { email: 'zoe@example.org', role: 'assistant' }
  success(await server.as(token)('POST', '/api/v1/members', invitation), 201)

  const ambiguous = ['src/cli.ts', 'link', '--email', 'zoe@example.org']
  const { code, stderr } = await run(ambiguous, { DATABASE_PATH: path })
  expect(code).toBe(2)
  expect(stderr).toContain(`Choose one with --practice: ${first.practiceId}, ${second.practiceId}`)
  const at = (practice: string) => ['link', '--email', 'zoe@example.org', '--practice', practice]
  expect((await chairside(path, ...at(second.practiceId!))).url).toContain('/enrol#')
  const nowhere = await run(['src/cli.ts', ...at('x')], { DATABASE_PATH: path })
  expect(nowhere.stderr).toContain('belongs to no member')
})

test('§5.1 Passkeys of another origin than `PUBLIC_URL` are refused.', async () => {
  const path = newDatabasePath()
  const settings = { DATABASE_PATH: path, PUBLIC_URL: 'https://praxis.example.org' }
  const printed = await run(['src/cli.ts', ...create, ...zoe, '--json'], settings)
  const { setupUrl } = JSON.parse(printed.stdout)
  expect(setupUrl).toStartWith('https://praxis.example.org/enrol#')

  await using server = await startServer({ ...settings, CLIENT_ADDRESS_HEADER: 'none' })
  const call = server.as()
  const joiner = { link: secretOf(setupUrl), name: 'Zoé' }
  const begin = async () => success(await call('POST', '/auth/enrol/options', joiner)).options
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  for (const origin of [
    `http://localhost:${portOf(server)}`,
    'http://praxis.example.org',
    'https://evil.example',
  ]) {
    const response = await (await authenticator(origin)).register(await begin())
    expect((await call('POST', '/auth/enrol', { ...joiner, response }, forged)).status).toBe(401)
  }
  const response = await (await authenticator('https://praxis.example.org')).register(await begin())
  success(await call('POST', '/auth/enrol', { ...joiner, response }, forged), 201)
  await server.stop()
  const records = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"reason":'))
  expect(records).toHaveLength(3)
  for (const line of records)
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      requestId: expect.stringMatching(/^req_/),
      route: 'POST /auth/enrol',
      kind: 'invalid_authorization',
      address: '127.0.0.1',
    })
})

test('the demo prints a link for its owner until the owner has a passkey', async () => {
  const path = newDatabasePath()
  {
    await using server = await startServer({ DATABASE_PATH: path }, '--demo')
    const url = await server.printed(link)
    await enrol(anonymously(server), url, await keyAt(server), 'Dr. Zoé Brandão')
  }
  await using server = await startServer({ DATABASE_PATH: path }, '--demo')
  await server.printed(/\/sign-in/)
  expect(server.output()).not.toMatch(link)
})

test.each([
  [{}, 429],
  [{ RATE_LIMIT: 'off' }, 200],
])(
  '§8 Sign-in, enrolment and setup accept 60 requests a minute from one address. %j',
  async (env, status) => {
    await using server = await serving(env)
    const call = server.as()
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await call('POST', '/auth/sign-in/options', {})).status)
    expect(statuses).toEqual([...Array<number>(60).fill(200), status])
  },
)
