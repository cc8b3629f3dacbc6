/**
 * Tests of many practices, each with its own host, behind real proxies. The proxies use the configuration that the
 * command prints.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { signAnswerLink, signUnsubscribeLink } from '../../src/domain/reminders/answer-link.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { moveToHost } from '../../src/features/practice/host.ts'
import { openEnrolmentLink, openSession } from '../../src/features/shared/access.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore } from '../../src/store/store.ts'
import { entryRow, hour, noticeRow, patientRow } from '../store/records.ts'
import { byTest } from '../support/by-test.ts'
import { certifiedFor } from '../support/certificates.ts'
import { openEvents } from '../support/events.ts'
import { freePort } from '../support/free-port.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, printed, type Server, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** How many practices there are. */
const count = 200

/** Makes practices, each with its own host and with every kind of secret that gives access. */
async function practices(path: string, count: number) {
  const store = createStore(openDatabase(path))
  const now = Date.now()
  const all = []
  for (let i = 0; i < count; i++) {
    const [practiceId, id, patientId, noticeId] = [newId(now), newId(now), newId(now), newId(now)]
    const practice = store.practices.of(practiceId, byTest)
    const owner = { id, name: 'Zoé', email: `zoe${i}@example.org` }
    const pack = packTemplates.general
    const entry = entryRow(
      { userId: id, chairId: id },
      { chairId: null, patientId, startAt: now + hour, endAt: now + 2 * hour },
    )
    const [session, link] = await practice.write((tx) => {
      createPractice(tx, { name: `P${i}`, timezone: 'UTC', pack, workingHours: null, owner }, now)
      insertPatient(tx, patientRow(patientId, 'Amira', 'Hassan'))
      insertEntry(tx, entry)
      insertNotice(tx, noticeRow({ id: noticeId, entryId: entry.id, patientId, startAt: entry.startAt }))
      return [
        openSession(tx, id, null, now, ordinarySessionTimes).token,
        openEnrolmentLink(tx, id, now).secret,
      ]
    })
    const host = `p${i}.app.localhost`
    await moveToHost(practice, { host, shared: 'app.localhost' }, now)
    const { token } = await createToken(practice, id, 'test', 7, now)
    const key = store.keys.newest(practiceId)
    const [visit, unsubscribe] = [signAnswerLink(key, noticeId), signUnsubscribeLink(key, noticeId)]
    all.push({ practiceId, name: `P${i}`, host, token, session, link, visit, unsubscribe })
  }
  await store.close()
  return all
}

type Known = Awaited<ReturnType<typeof practices>>[number]
type Secrets = Pick<Known, 'token' | 'session' | 'link' | 'visit' | 'unsubscribe'>

/** Unknown secrets, in the form of real ones. */
const unknown: Secrets = {
  token: `ck_${'A'.repeat(43)}`,
  session: `cs_${'A'.repeat(43)}`,
  link: `cl_${'A'.repeat(43)}`,
  visit: 'A'.repeat(43),
  unsubscribe: 'A'.repeat(43),
}

/**
 * For each proxy, how it checks and runs a configuration, and the lines that an operator writes around the printed
 * text.
 */
const programs = {
  caddy: {
    check: ['validate', '--adapter', 'caddyfile', '--config'],
    run: ['run', '--adapter', 'caddyfile', '--config'],
    frame: (text: string) => `{\n\tadmin off\n}\n${text}`,
  },
  nginx: {
    check: ['-t', '-q', '-p', scratch, '-c'],
    run: ['-p', scratch, '-g', 'daemon off;', '-c'],
    frame: (text: string) =>
      `pid ${join(scratch, 'nginx.pid')};\nerror_log stderr;\nevents {\nworker_connections 2048;\n}\nhttp {\naccess_log off;\n${text}\n}`,
  },
  haproxy: { check: ['-c', '-q', '-f'], run: ['-db', '-f'], frame: (text: string) => text },
} as const

const found = (program: string) => Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin` })

type Program = keyof typeof programs

async function fileFor(program: Program, name: string, text: string): Promise<string> {
  const file = join(scratch, `${program}-${name}.conf`)
  await Bun.write(file, `${programs[program].frame(text)}\n`)
  return file
}

/** An answer without the date and the request id, which differ in each answer. */
async function bare(response: Response) {
  const kept = [...response.headers].filter(([name]) => !/^(?:x-request-id|date)$/.test(name)).sort()
  const body = (await response.text()).replaceAll(/req_[\w-]+/g, 'req')
  return { status: response.status, body, kept }
}

type Ask = (
  host: string,
  path: string,
  given?: { readonly as?: string; readonly body?: object },
  more?: object,
) => Promise<Awaited<ReturnType<typeof bare>>>

const asker =
  (url: string): Ask =>
  async (host, path, { as, body } = {}, more = {}) => {
    const headers = {
      host,
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return bare(await fetch(url + path, { headers, redirect: 'manual', ...sent }))
  }

/** Every kind of request that gets access by a secret. */
const ways: Readonly<
  Record<string, (ask: Ask, host: string, secrets: Secrets, more?: object) => ReturnType<Ask>>
> = {
  token: (ask, host, { token }, more) => ask(host, '/api/v1/practice', { as: token }, more),
  session: (ask, host, { session }, more) => ask(host, '/api/v1/practice', { as: session }, more),
  stream: (ask, host, { token }, more) =>
    ask(host, '/api/v1/changes', { as: token }, { accept: 'text/event-stream', ...more }),
  link: (ask, host, { link }, more) => ask(host, '/auth/enrol/open', { body: { link } }, more),
  visit: (ask, host, { visit }, more) => ask(host, '/visit/look', { body: { token: visit } }, more),
  unsubscribe: (ask, host, { unsubscribe }, more) => ask(host, `/unsubscribe/${unsubscribe}`, {}, more),
}

/** Does work for each practice, a few at a time. */
async function each<T>(all: readonly T[], work: (one: T, i: number) => Promise<void>): Promise<void> {
  const queue = all.entries()
  const worker = async () => {
    for (const [i, one] of queue) await work(one, i)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

describe.skipIf(!Object.keys(programs).some(found))(
  'with two hundred practices, each at its own host',
  () => {
    let all: readonly Known[] = []
    let server: Server
    const database = newDatabasePath()
    const env = { DATABASE_PATH: database, CLIENT_ADDRESS_HEADER: 'X-Real-IP', RATE_LIMIT: 'off' }

    beforeAll(async () => {
      all = await practices(database, count)
      server = await startServer({ ...env, PUBLIC_URL: 'http://app.localhost' })
    }, 300_000)
    afterAll(() => server.killAll())

    /** Starts a proxy with the configuration that the command prints for it. */
    async function behind(program: Program) {
      const port = await freePort()
      const settings = { ...env, PORT: new URL(server.url).port, PUBLIC_URL: `http://app.localhost:${port}` }
      const { text } = await printed(settings, 'proxy', '--for', program)
      const file = await fileFor(program, 'hosts', text)
      const running = Bun.spawn([found(program)!, ...programs[program].run, file], {
        env: { ...process.env, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
        stdout: 'ignore',
        stderr: 'ignore',
      })
      const url = `http://127.0.0.1:${port}`
      await until(`an answer of ${program}`, () =>
        fetch(`${url}/livez`, { headers: { host: 'app.localhost' } }).catch(() => null),
      )
      const close = async () => {
        running.kill()
        await running.exited
      }
      return { url, port, [Symbol.asyncDispose]: close }
    }

    for (const program of Object.keys(programs) as Program[]) {
      if (found(program) === null) console.warn(`${program} is not installed, so its tests are left out`)
      describe.skipIf(found(program) === null)(program, () => {
        let proxy: Awaited<ReturnType<typeof behind>>
        let ask: Ask
        beforeAll(async () => {
          proxy = await behind(program)
          ask = asker(proxy.url)
        }, 300_000)
        afterAll(() => proxy[Symbol.asyncDispose]())

        test('each host accepts only the secrets of its own practice, and answers all other secrets like unknown ones', async () => {
          await each(all, async (mine, i) => {
            const { host } = mine
            const other = all[(i + 1) % count]!
            const forged = [{ 'x-forwarded-host': other.host }, { forwarded: `host=${other.host}` }]
            const headers = [{}, ...(i % 20 === 0 ? forged : [])]
            for (const [name, way] of Object.entries(ways)) {
              const refused = await way(ask, host, unknown)
              for (const more of headers)
                expect({ name, ...(await way(ask, host, other, more)) }).toEqual({ name, ...refused })
              // An event stream does not end by itself, so the own stream is not read here.
              if (name === 'stream') continue
              const own = await way(ask, host, mine)
              expect({ name, status: own.status }).toEqual({ name, status: 200 })
              expect(own.body).toMatch(new RegExp(`\\b${mine.name}\\b`))
            }
          })
        })

        test('the case and the port of a host do not matter, and a host without a practice is answered with 421', async () => {
          const tokenAt = (host: string, secrets: Secrets) => ways.token!(ask, host, secrets)
          const [mine, other] = all as [Known, Known]
          for (const same of [mine.host.toUpperCase(), `${mine.host}:80`, `${mine.host}:8443`]) {
            expect((await tokenAt(same, mine)).status).toBe(200)
            expect(await tokenAt(same, other)).toEqual(await tokenAt(same, unknown))
          }
          for (const odd of [
            `${mine.host}.`,
            'nobody.localhost',
            'localhost',
            '127.0.0.1',
            `x.${mine.host}`,
          ]) {
            // nginx removes the dot at the end, so the request reaches the right host.
            const isSame = program === 'nginx' && odd.endsWith('.')
            expect({ odd, status: (await tokenAt(odd, mine)).status }).toEqual({
              odd,
              status: isSame ? 200 : 421,
            })
            for (const way of Object.values(ways))
              expect(await way(ask, odd, other)).toEqual(await way(ask, odd, unknown))
          }
          // A monitor sends its request to no host of a practice, and must get the health of the server.
          const alive = await ask('nobody.localhost', '/livez')
          const { status, body } = await asker(server.url)('nobody.localhost', '/livez')
          expect([alive.status, alive.body]).toEqual([status, body])
          expect(alive.body).toContain('alive')
        })

        test('the event stream of each host has only the changes of its own practice', async () => {
          await using streams = new AsyncDisposableStack()
          const opened = await Promise.all(
            all.map(async ({ host, token }) =>
              streams.use(await openEvents(`${proxy.url}/api/v1/changes`, token, { host })),
            ),
          )
          for (const stream of opened) expect((await stream.next())?.name).toBe('cursor')
          const chairs: string[] = []
          await each(all, async ({ host, token }, i) => {
            const { body } = await ask(host, '/api/v1/chairs', {
              as: token,
              body: { name: `Chair ${program}` },
            })
            chairs[i] = JSON.parse(body).data.id
          })
          // A stream sends its changes in order. So an earlier change of another practice would arrive before this
          // change.
          await each(
            all,
            async ({ host, token }) =>
              void (await ask(host, '/api/v1/tags', { as: token, body: { name: `Last ${program}` } })),
          )
          for (const [i, stream] of opened.entries()) {
            const told: unknown[] = []
            for (let one = await stream.next(); one !== undefined; one = await stream.next()) {
              told.push(one.data.kind)
              if (one.data.kind === 'chair') expect(one.data.id).toBe(chairs[i])
              if (one.data.kind === 'tag') break
            }
            expect(told).toEqual(['chair', 'tag'])
          }
        })

        const hasIpv6 = Object.values(networkInterfaces()).some((one) =>
          one?.some(({ address }) => address === '::1'),
        )
        test.skipIf(!hasIpv6)('the proxy listens on IPv6, too', async () => {
          const alive = await asker(`http://[::1]:${proxy.port}`)('app.localhost', '/livez')
          expect(alive.status).toBe(200)
        })

        test.each(['http', 'https'])(
          'the proxy accepts the configuration that `proxy` prints for sites over %s',
          async (protocol) => {
            const certificate = await certificateFiles()
            const settings = { ...env, PUBLIC_URL: `${protocol}://app.localhost:8443` }
            const files = program === 'haproxy' ? [certificate[0]] : [certificate[0], '--key', certificate[1]]
            const options = protocol === 'https' ? ['--certificate', ...files] : []
            const { text } = await printed(settings, 'proxy', '--for', program, ...options)
            const file = await fileFor(program, protocol, text)
            const checking = Bun.spawn([found(program)!, ...programs[program].check, file], {
              stdout: 'ignore',
              stderr: 'pipe',
            })
            const said = await new Response(checking.stderr).text()
            expect({ ended: await checking.exited, said }).toEqual({ ended: 0, said: expect.any(String) })
          },
        )
      })
    }
  },
)

/** Writes two files for the hosts: a file with the certificate and its key, and a file with only the key. */
async function certificateFiles(): Promise<[string, string]> {
  const { cert, key } = await certifiedFor('*.app.localhost')
  const files: [string, string] = [join(scratch, 'hosts.pem'), join(scratch, 'hosts.key')]
  await Bun.write(files[0], `${cert}\n${key}`)
  await Bun.write(files[1], key)
  return files
}
