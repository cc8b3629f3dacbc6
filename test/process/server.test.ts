import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, statSync } from 'node:fs'
import { ConfigError, loadConfig } from '../../src/config.ts'
import { demoIn } from '../support/demo.ts'
import { newDatabasePath, run, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+4930123456',
}
const webhook = {
  SMS_WEBHOOK_URL: 'https://user:secret@gateway.example/sms',
  SMS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
}

const refusals: [why: string, env: Record<string, string>, line: RegExp][] = [
  ['a port that is not a number', { PORT: '80a' }, /PORT must be .*"80a"/],
  ['a port out of range', { PORT: '70000' }, /PORT must be .*"70000"/],
  ['a public address without https://', { PUBLIC_URL: 'example' }, /PUBLIC_URL must be .*"example"/],
  ['a public address with a path', { PUBLIC_URL: 'https://example.org/x' }, /PUBLIC_URL must be an origin/],
  ['a public address without TLS', { PUBLIC_URL: 'http://praxis.example.org' }, /PUBLIC_URL must be https/],
  [
    'a public address that is a number',
    { PUBLIC_URL: 'https://192.0.2.1' },
    /PUBLIC_URL must have a host name/,
  ],
  [
    'a public address with an IPv6 address',
    { PUBLIC_URL: 'https://[2001:db8::1]' },
    /PUBLIC_URL must have a host name/,
  ],
  ['a public address with a user', { PUBLIC_URL: 'https://zoe@example.org' }, /PUBLIC_URL must be an origin/],
  [
    'a public address with a wildcard',
    { PUBLIC_URL: 'https://*.example.org' },
    /PUBLIC_URL must have a host name/,
  ],
  [
    'a public address that ends in a dot',
    { PUBLIC_URL: 'https://example.org.' },
    /PUBLIC_URL must have a host name/,
  ],
  ['a public address with a password', { PUBLIC_URL: 'http://:x@localhost' }, /PUBLIC_URL must be an origin/],
  [
    'a rate limit that is neither on nor off',
    { RATE_LIMIT: 'yes' },
    /RATE_LIMIT must be on or off, not "yes"/,
  ],
  [
    'reads that are audited neither soon nor strictly',
    { AUDIT_READS: 'on' },
    /AUDIT_READS must be soon or strict, not "on"/,
  ],
  [
    'an idle time of a session that is too short',
    { SESSION_IDLE_MINUTES: '4' },
    /SESSION_IDLE_MINUTES must be a whole number from 5 to 43200, not "4"/,
  ],
  [
    'a longest session that is not a number',
    { SESSION_MAX_HOURS: '1d' },
    /SESSION_MAX_HOURS must be a whole number from 1 to 8760, not "1d"/,
  ],
  [
    'an idle time that is longer than a session',
    { SESSION_IDLE_MINUTES: '61', SESSION_MAX_HOURS: '1' },
    /SESSION_IDLE_MINUTES must not be longer than SESSION_MAX_HOURS/,
  ],
  [
    'a daily limit that is no number',
    { SMS_DAILY_LIMIT: 'off' },
    /SMS_DAILY_LIMIT must be a whole number .*"off"/,
  ],
  ['a negative daily limit', { MAIL_DAILY_LIMIT: '-1' }, /MAIL_DAILY_LIMIT must be .*"-1"/],
  [
    'a header name with a space',
    { CLIENT_ADDRESS_HEADER: 'X Real' },
    /CLIENT_ADDRESS_HEADER must be .*"X Real"/,
  ],
  ...['*', 'https://*.example.org', 'app.example.org', 'null', 'ftp://example.org'].map(
    (origin): (typeof refusals)[number] => [
      `the foreign origin ${origin}`,
      { ALLOWED_ORIGINS: `https://desk.example.org, ${origin}` },
      /ALLOWED_ORIGINS must list origins such as https:/,
    ],
  ),
  ...['https://desk.example.org/', 'https://Desk.example.org', 'https://desk.example.org:443'].map(
    (origin): (typeof refusals)[number] => [
      `the foreign origin ${origin}, which no browser would send`,
      { ALLOWED_ORIGINS: origin },
      /write "https:\/\/desk\.example\.org" instead of/,
    ],
  ),
  ...['10.1.0.0', '10.1.0.0/33', 'intranet.example', '10.1.0.0/16;10.2.0.0/16'].map(
    (network): (typeof refusals)[number] => [
      `the own network ${network}`,
      { WEBHOOK_NETWORKS: `192.168.0.0/24, ${network}` },
      /WEBHOOK_NETWORKS must list networks such as 10\.1\.0\.0\/16/,
    ],
  ),
  [
    'a mail server without a sender',
    { SMTP_URL: 'smtp://localhost' },
    /SMTP_URL and MAIL_FROM belong together/,
  ],
  [
    'a sender without a mail server',
    { MAIL_FROM: 'a@example.org' },
    /SMTP_URL and MAIL_FROM belong together/,
  ],
  [
    'a mail server with a wrong scheme, without repeating its password',
    { SMTP_URL: 'http://zoe:geheim@localhost', MAIL_FROM: 'a@example.org' },
    /^(?!.*geheim).*SMTP_URL must be an smtp:/,
  ],
  [
    'a mail server that may do without encryption, without repeating its password',
    { SMTP_URL: 'smtp://zoe:geheim@mail.example?ignoreTLS=true', MAIL_FROM: 'a@example.org' },
    /^(?!.*geheim).*SMTP_URL takes no parameters/,
  ],
  [
    'a password with a sign that ends an address, without repeating it',
    { SMTP_URL: 'smtp://mail.example#geheim@mail.example', MAIL_FROM: 'a@example.org' },
    /^(?!.*geheim).*SMTP_URL takes no parameters.*%23/,
  ],
  [
    'a sender with an unquoted comma',
    { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Praxis, Berlin <a@example.org>' },
    /MAIL_FROM must be an e-mail address/,
  ],
  ['a log level nobody knows', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of .*"loud"/],
  ['half a Twilio account', { TWILIO_ACCOUNT_SID: twilio.TWILIO_ACCOUNT_SID }, /TWILIO_.* together/],
  [
    'a malformed Twilio account',
    { ...twilio, TWILIO_ACCOUNT_SID: 'AC1' },
    /TWILIO_ACCOUNT_SID must be AC and/,
  ],
  [
    'a sender that Twilio would refuse',
    { ...twilio, TWILIO_FROM: '030 123' },
    /TWILIO_FROM must .*"030 123"/,
  ],
  [
    'a name that is too long for a sender',
    { ...twilio, TWILIO_FROM: 'Zahnarzt Mitte' },
    /TWILIO_FROM must .*11/,
  ],
  ['a name without a letter', { ...twilio, TWILIO_FROM: '4930 123' }, /TWILIO_FROM must .*"4930 123"/],
  ['a name with other signs', { ...twilio, TWILIO_FROM: 'Zahn-Ärzte' }, /TWILIO_FROM must .*"Zahn-Ärzte"/],
  [
    'a webhook without a secret',
    { SMS_WEBHOOK_URL: webhook.SMS_WEBHOOK_URL },
    /SMS_WEBHOOK_.* belong together/,
  ],
  [
    'a webhook without a scheme',
    { ...webhook, SMS_WEBHOOK_URL: 'gateway' },
    /SMS_WEBHOOK_URL must be an http/,
  ],
  [
    'a webhook in clear over a network',
    { ...webhook, SMS_WEBHOOK_URL: 'http://gateway.example/sms' },
    /SMS_WEBHOOK_URL must be https/,
  ],
  [
    'a secret that is too short',
    { ...webhook, SMS_WEBHOOK_SECRET: 'whsec_c2VjcmV0' },
    /SMS_WEBHOOK_SECRET must be at least 24/,
  ],
  ['two services for text messages', { ...twilio, ...webhook }, /are both set/],
]

test.each(refusals)(
  '§10 With a wrong setting the start is refused in one line, which names the setting and repeats no secret. %s',
  (_, env, line) => {
    const load = () =>
      loadConfig({ databasePath: newDatabasePath() }, { PORT: '0', RATE_LIMIT: 'off', ...env })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(line)
    expect(load).not.toThrow(/secret|\n/)
  },
)

const startRefusals: typeof refusals = [
  ['a wrong setting', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of .*"loud"/],
  [
    'a file that is no database',
    { DATABASE_PATH: 'README.md' },
    /the database README\.md cannot be used: file is not/,
  ],
  [
    'a public https address and nothing said of the proxy',
    { PUBLIC_URL: 'https://praxis.example.org' },
    /Set CLIENT_ADDRESS_HEADER to X-Real-IP for Caddy and nginx.*Fly-Client-IP on Fly, or to none/,
  ],
  [
    'a public https address, nothing said of the proxy, and no limits',
    { PUBLIC_URL: 'https://praxis.example.org', RATE_LIMIT: 'off' },
    /Set CLIENT_ADDRESS_HEADER/,
  ],
]

test.each(startRefusals)(
  'the server prints the reason of a refused start in one line, and ends: %s',
  async (_, env, line) => {
    const { code, stdout, stderr } = await run(['src/main.ts'], {
      DATABASE_PATH: newDatabasePath(),
      PORT: '0',
      ...env,
    })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(line)
  },
)

test('with an object store, wrong settings are refused before Litestream starts', async () => {
  const { code, stderr } = await run(['src/main.ts'], {
    DATABASE_PATH: newDatabasePath(),
    PUBLIC_URL: 'https://praxis.example.org',
    REPLICA_URL: 'file:///nowhere/at-all',
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^chairside does not start: PUBLIC_URL is https.*CLIENT_ADDRESS_HEADER/)
})

test.each(['none', 'X-Real-IP'])(
  '§10 Behind https, the server starts only when `CLIENT_ADDRESS_HEADER` names a header or is `none`. %s',
  async (header) => {
    await using server = await startServer({
      DATABASE_PATH: newDatabasePath(),
      PUBLIC_URL: 'https://praxis.example.org',
      RATE_LIMIT: 'on',
      CLIENT_ADDRESS_HEADER: header,
    })
    const livez = await server.as()('GET', '/livez')
    expect(livez.status).toBe(200)
    expect(livez.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const left = async (address: string) => {
      const headers = { none: address, 'x-real-ip': address }
      const answer = await server.as()('POST', '/auth/sign-in/options', {}, headers)
      return /"address";r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]
    }
    // The value `none` is not the name of a header. So no caller can choose an address by a header with this name.
    expect([await left('192.0.2.1'), await left('192.0.2.2')]).toEqual([
      '59',
      header === 'none' ? '58' : '59',
    ])
  },
)

test('§10 When the port is taken, the start is refused, and the server that uses the port goes on.', async () => {
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() })
  const second = await run(['src/main.ts'], {
    DATABASE_PATH: newDatabasePath(),
    PORT: new URL(server.url).port,
  })
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/it cannot listen on 127\.0\.0\.1:\d+/)
  expect((await server.as()('GET', '/api/v1/me')).status).toBe(401)
})

test('a server with an empty database prints that there is no practice yet, and creates none', async () => {
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  expect(await server.stop()).toBe(0)
  expect(server.output()).toContain('There is no practice yet')
  const database = new Database(path, { readonly: true })
  expect(database.query('select count(*) from practices').values()).toEqual([[0]])
  database.close()
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '§12 When the server stops, it still answers the requests that have begun. %s',
  async (signal) => {
    const path = newDatabasePath()
    const { token } = await demoIn(path)
    await using server = await startServer({ DATABASE_PATH: path })
    const call = server.as(token)
    const writes = Array.from({ length: 50 }, (_, i) => call('POST', '/api/v1/tags', { name: `tag ${i}` }))
    await Promise.race(writes)
    const code = server.stop(signal)
    const answers = await Promise.allSettled(writes)
    expect(await code).toBe(0)

    const acknowledged = answers.filter(
      (answer) => answer.status === 'fulfilled' && answer.value.status === 201,
    )
    expect(acknowledged.length).toBeGreaterThan(0)
    const database = new Database(path, { readonly: true })
    const [[kept]] = database.query("select count(*) from tags where name like 'tag %'").values() as [
      [number],
    ]
    database.close()
    expect(kept).toBeGreaterThanOrEqual(acknowledged.length)
  },
)

test('§12 Every write that was acknowledged survives `kill -9`.', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  await using server = await startServer({ DATABASE_PATH: path })
  const names: string[] = []
  const writing = (async () => {
    for (let i = 0; i < 1000; i++) {
      const { status } = await server.as(token)('POST', '/api/v1/tags', { name: `kept ${i}` })
      if (status === 201) names.push(`kept ${i}`)
    }
  })().catch(() => undefined)
  await until('twenty writes', () => names.length >= 20)
  await server.stop('SIGKILL')
  await writing
  const database = new Database(path, { readonly: true })
  const kept = new Set(database.query("select name from tags where name like 'kept %'").values().flat())
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  database.close()
  expect(names.filter((name) => !kept.has(name))).toEqual([])
})

test('when other users can read the database, a start closes the files to them, and the log has a warning', async () => {
  const path = newDatabasePath()
  await using first = await startServer({ DATABASE_PATH: path })
  await first.stop()
  chmodSync(path, 0o644)
  await using server = await startServer({ DATABASE_PATH: path })
  await server.printed(/"level":40.*"files":\[".*\.db"\].*other users of this machine could read/)
  expect(statSync(path).mode & 0o077).toBe(0)
})
