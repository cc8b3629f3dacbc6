/** Many practices, each with a host of its own, behind a real HAProxy with the text that the command prints. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { moveToHost } from '../../src/features/practice/host.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { certifiedFor } from '../support/certificates.ts'
import { freePort } from '../support/free-port.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, printed, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const found = (program: string) => Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin` })
const haproxy = found('haproxy')
if (haproxy === null) console.warn('HAProxy is not installed, so the test with many hosts is left out')

async function practices(path: string, count: number) {
  const store = createStore(openDatabase(path))
  const all = []
  for (let i = 0; i < count; i++) {
    const [practiceId, id] = [newId(Date.now()), newId(Date.now())]
    const practice = store.practices.of(practiceId, byTest)
    const owner = { id, name: 'Zoé', email: `zoe${i}@example.org` }
    const pack = packTemplates.general
    await practice.write((tx) =>
      createPractice(tx, { name: `P${i}`, timezone: 'UTC', pack, workingHours: null, owner }, Date.now()),
    )
    const host = `p${i}.app.localhost`
    await moveToHost(practice, { host, shared: 'app.localhost' }, Date.now())
    const { token } = await createToken(practice, id, 'test', 7, Date.now())
    all.push({ practiceId, host, token })
  }
  await store.close()
  return all
}

test.skipIf(haproxy === null)(
  'two hundred hosts behind HAProxy: each answers its own tokens only',
  async () => {
    const path = newDatabasePath()
    const all = await practices(path, 200)
    const publicPort = await freePort()
    const env = {
      DATABASE_PATH: path,
      PUBLIC_URL: `http://app.localhost:${publicPort}`,
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
      RATE_LIMIT: 'off',
    }
    await using server = await startServer(env)
    const { port } = new URL(server.url)
    const { text } = await printed({ ...env, PORT: port }, 'proxy', '--for', 'haproxy')
    const file = join(scratch, 'haproxy.cfg')
    await Bun.write(file, `${text}\n`)
    const proxy = Bun.spawn([haproxy!, '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
    try {
      const url = `http://127.0.0.1:${publicPort}`
      const ask = async (host: string, token: string, more = {}, at = '/api/v1/practice') => {
        const headers = { host, authorization: `Bearer ${token}`, ...more }
        const response = await fetch(`${url}${at}`, { headers })
        const kept = [...response.headers].filter(([name]) => !/^(?:x-request-id|date)$/.test(name)).sort()
        const body = (await response.text()).replaceAll(/req_[\w-]+/g, 'req')
        return { status: response.status, body, kept }
      }
      await until('the proxy', () =>
        fetch(`${url}/livez`, { headers: { host: 'app.localhost' } }).catch(() => null),
      )
      // A monitor asks at no host of ours.
      expect((await fetch(`${url}/livez`, { headers: { host: 'nobody.localhost' } })).status).toBe(200)
      const unknown = `ck_${'A'.repeat(43)}`
      for (const [i, { host, token, practiceId }] of all.entries()) {
        const other = all[(i + 1) % all.length]!
        const own = await ask(host, token)
        expect([own.status, JSON.parse(own.body).data.id]).toEqual([200, practiceId])
        const refused = await ask(host, unknown)
        expect(refused.status).toBe(401)
        expect(await ask(host, other.token)).toEqual(refused)
        const forged = { 'x-forwarded-host': other.host }
        expect(await ask(host, other.token, forged)).toEqual(refused)
        if (i % 20 > 0) continue
        for (const same of [host.toUpperCase(), `${host}:80`])
          expect((await ask(same, token)).status).toBe(200)
        for (const odd of [`${host}.`, 'nobody.localhost']) {
          expect((await ask(odd, token)).status).toBe(421)
          expect(await ask(odd, other.token)).toEqual(await ask(odd, unknown))
        }
        const stream = { accept: 'text/event-stream' }
        expect(await ask(host, other.token, stream, '/api/v1/changes')).toEqual(
          await ask(host, unknown, stream, '/api/v1/changes'),
        )
        expect((await ask(host, unknown, {}, '/sign-in')).status).toBe(200)
      }
    } finally {
      proxy.kill()
      await proxy.exited
    }
  },
)

/** How each program checks a text, which for nginx is inside a frame. */
const checks = {
  caddy: ['caddy', 'validate', '--adapter', 'caddyfile', '--config'],
  nginx: ['nginx', '-t', '-q', '-p', scratch, '-c'],
  haproxy: ['haproxy', '-c', '-q', '-f'],
} as const
const frames: Readonly<Record<string, (text: string) => string>> = {
  nginx: (text) => `pid ${join(scratch, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\n${text}\n}`,
}

for (const [program, [name, ...check]] of Object.entries(checks)) {
  const path = found(name)
  if (path === null) console.warn(`${program} is not installed, so the check of its text is left out`)
  test.skipIf(path === null).each(['http', 'https'])(
    `${program} takes the text for its sites, over %s`,
    async (protocol) => {
      const database = newDatabasePath()
      await practices(database, 3)
      const [certificate, key] = await certificateFiles()
      const env = { DATABASE_PATH: database, PUBLIC_URL: `${protocol}://app.localhost:8443` }
      const files = program === 'haproxy' ? [certificate] : [certificate, '--key', key]
      const options = protocol === 'https' ? ['--certificate', ...files] : []
      const { text } = await printed(env, 'proxy', '--for', program, ...options)
      const file = join(scratch, `${program}-${protocol}.conf`)
      await Bun.write(file, `${frames[program]?.(String(text)) ?? text}\n`)
      const checking = Bun.spawn([path!, ...check, file], { stdout: 'ignore', stderr: 'pipe' })
      const said = await new Response(checking.stderr).text()
      expect({ ended: await checking.exited, said }).toEqual({ ended: 0, said: expect.any(String) })
    },
  )
}

/** A certificate for the hosts, in a file with its key behind it, and the key in a file of its own. */
async function certificateFiles(): Promise<[string, string]> {
  const { cert, key } = await certifiedFor('*.app.localhost')
  const files: [string, string] = [join(scratch, 'hosts.pem'), join(scratch, 'hosts.key')]
  await Bun.write(files[0], `${cert}\n${key}`)
  await Bun.write(files[1], key)
  return files
}
