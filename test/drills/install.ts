/**
 * A practice installs the service itself, in a fresh Debian with systemd. The drill begins with the command that
 * installs, and continues until the owner has signed in over TLS. Then the drill breaks settings on purpose, changes
 * the version, and removes the service.
 */
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { success } from '../support/answers.ts'
import { type Authenticator, authenticator } from '../support/authenticator.ts'
import { client } from '../support/client.ts'
import { mailServer } from '../support/mail-server.ts'
import { litestream } from '../support/replica.ts'
import { secretOf, signIn } from '../support/sign-in.ts'
import { type Debian, freshDebian, missingForDebian } from './debian.ts'

const domain = 'praxis.test'
const origin = `https://${domain}`
const source = 'cd /root/chairside && npx -y bun@1.4.5 run'
const settings = '/etc/chairside.env'
const site = '/etc/caddy/chairside.caddyfile'

interface Finding {
  readonly check: string
  readonly state: string
}

/** Returns what was tried, or why the drill cannot run here. Throws when a step has another result than expected. */
export async function installDrill(): Promise<Record<string, unknown>> {
  const missing = missingForDebian() ?? portsTaken()
  if (missing !== undefined) return { skipped: missing }
  await using debian = await freshDebian(domain)
  await using mail = await mailServer()
  bringSource(debian)
  await debian.must('apt-get -q update && apt-get install -qy --no-install-recommends npm')
  const began = performance.now()
  const printed = await debian.must(`${source} install-service --domain ${domain} --own-authority --yes`)
  const installSeconds = seconds(began)
  const link = /https:\S+\/setup#\S+/.exec(printed)?.[0]
  require(link !== undefined, `no setup link: ${printed}`)
  const key = await setUp(debian, link)
  await requireSignIn(debian, key)
  const analysis = await debian.must('systemd-analyze security chairside --no-pager')
  const exposure = /level for \S+: ([\d.]+)/.exec(analysis)?.[1]

  const again = await debian.must(`${source} install-service --yes`)
  require(again.includes('everything was right already'), `a second run changed something: ${again}`)

  const store = await addStore(debian, mail.url)
  const findings = await doctor(debian)
  require(!findings.some(({ state }) => state === 'red'), `red: ${JSON.stringify(findings)}`)
  const red: string[] = []
  for (const breakage of breakages(store, mail.url)) red.push(await turnsRed(debian, breakage))

  const upgrades = await changeVersions(debian, key, store)
  await debian.must(`${source} uninstall-service`)
  require((await debian.sh('systemctl is-active chairside')).code !== 0, 'the service still runs')
  await debian.must(`${source} install-service --own-authority --yes`)
  await requireSignIn(debian, key)
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  return { installSeconds, exposure, doctor: states, red, ...upgrades, uninstalledAndBack: true }
}

function portsTaken(): string | undefined {
  for (const port of [80, 443, 3000])
    try {
      Bun.listen({ hostname: '0.0.0.0', port, socket: { data: () => undefined } }).stop(true)
    } catch {
      return `port ${port} of this machine is taken`
    }
  return undefined
}

function bringSource({ root }: Debian): void {
  const to = join(root, 'root/chairside')
  mkdirSync(to)
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml', 'litestream.yml', 'LICENSE', 'README.md'])
    cpSync(name, join(to, name))
  for (const name of ['CHANGELOG.md', 'db', 'src']) cpSync(name, join(to, name), { recursive: true })
  if (process.env.LITESTREAM_BIN) cpSync(litestream.LITESTREAM_BIN, join(root, 'usr/local/bin/litestream'))
}

/** A client of the public address over TLS. It trusts only the certificate authority of the installation. */
function over(debian: Debian, token?: string) {
  const ca = readFileSync(join(debian.root, 'etc/chairside-authority.crt'), 'utf8')
  const send = (request: Request) => {
    const url = new URL(request.url)
    // Only the container can resolve the name, so the request goes to 127.0.0.1.
    request.headers.set('host', url.host)
    return fetch(new Request(`https://127.0.0.1${url.pathname}${url.search}`, request), {
      tls: { ca, serverName: domain },
    } as RequestInit)
  }
  return client(send, token, origin)
}

async function setUp(debian: Debian, link: string): Promise<Authenticator> {
  const body = {
    link: secretOf(link),
    practiceName: 'Praxis',
    timezone: 'Europe/Berlin',
    pack: 'dental',
    workingHours: null,
    ownerName: 'Zoé',
    ownerEmail: 'zoe@example.org',
  }
  const call = over(debian)
  const { options } = success(await call('POST', '/auth/setup/options', body))
  const key = await authenticator(origin)
  success(await call('POST', '/auth/setup', { ...body, response: await key.register(options) }), 201)
  return key
}

/** Signs in with the owner's passkey, and checks that the member is the owner. Returns the token. */
async function requireSignIn(debian: Debian, key: Authenticator): Promise<string> {
  const { token } = await signIn({ anonymous: over(debian) }, key)
  const { user } = success(await over(debian, token)('GET', '/api/v1/me'))
  require(user.name === 'Zoé' && user.role === 'owner', `signed in as ${user.name}`)
  return token
}

/**
 * Adds settings for mail, and for an object store when this machine has Litestream. Returns whether there is a store.
 */
async function addStore(debian: Debian, mailUrl: string): Promise<boolean> {
  const store = process.env.LITESTREAM_BIN !== undefined
  await debian.must('install -d -o chairside -m 700 /srv/store')
  const mail = `--set SMTP_URL=${mailUrl} --set MAIL_FROM=praxis@example.org`
  await debian.must(
    `${source} install-service --yes ${mail}${store ? ' --set REPLICA_URL=file:///srv/store --first-boot' : ''}`,
  )
  if (store) await debian.must('chairside backup verify')
  return store
}

async function doctor(debian: Debian): Promise<Finding[]> {
  const { text } = await debian.sh('chairside doctor --json')
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line))
}

interface Breakage {
  readonly check: string
  readonly what: string
  readonly how: string
  readonly mend: string
}

/** For each check of `chairside doctor` that can be red here, one or more faults to cause. */
function breakages(store: boolean, mailUrl: string): Breakage[] {
  const own = 'header_up X-Real-IP {remote_host}'
  const none = 'header_up -X-Real-IP'
  const found: [check: string, what: string, how: string, mend: string][] = [
    ['service', 'stopped', 'systemctl stop chairside', 'systemctl restart chairside && sleep 3'],
    ['address', 'no proxy', 'systemctl stop caddy', 'systemctl start caddy'],
    ['proxy', 'names nobody', inSite(own, none), inSite(none, own)],
    ['proxy', 'passes on what callers write', inSite(own, '\\#'), inSite('\\t\\t\\#$', `\\t\\t${own}`)],
    [
      'certificate',
      'its authority is not trusted',
      inSettings('NODE_EXTRA', '_NODE'),
      inSettings('_NODE', 'NODE_EXTRA'),
    ],
    ['permissions', 'others read the settings', `chmod 644 ${settings}`, `chmod 600 ${settings}`],
    ['mail', 'wrong port', inSettings(mailUrl, nowhere), inSettings(nowhere, mailUrl)],
  ]
  if (store)
    found.push(
      ['store', 'another machine owns it', inOwner(': "', ': "other-'), inOwner(': "other-', ': "')],
      ['versions', 'no Litestream', `mv ${program} /root/`, `mv /root/litestream ${program}`],
    )
  return found.map(([check, what, how, mend]) => ({ check, what, how, mend }))
}

const nowhere = 'smtp://127.0.0.1:1'
const program = '/usr/local/bin/litestream'
const inFile = (path: string) => (from: string, to: string) => `sed -i 's#${from}#${to}#' ${path}`
const inSettings = inFile(settings)
const inOwner = (from: string, to: string) =>
  inFile('/srv/store/owner.json')(`"epoch"${from}`, `"epoch"${to}`)
const inSite = (from: string, to: string) => `${inFile(site)(from, to)} && systemctl reload caddy`

/**
 * Causes one fault, and checks that its check is red. Then repairs the fault, and checks that no check is red any more.
 */
async function turnsRed(debian: Debian, { check, what, how, mend }: Breakage): Promise<string> {
  await debian.must(how)
  const { code } = await debian.sh('chairside doctor')
  const found = await doctor(debian)
  require(code === 1, `doctor ends with ${code} after: ${how}`)
  require(found.some(
    (finding) => finding.check === check && finding.state === 'red',
  ), `${check} is not red after: ${how}: ${JSON.stringify(found)}`)
  await debian.must(mend)
  // If the server has ended meanwhile, systemd starts it again, which takes some time.
  let left: Finding[]
  const until = performance.now() + 60_000
  do left = (await doctor(debian)).filter(({ state }) => state === 'red')
  while (left.length > 0 && performance.now() < until)
  require(left.length === 0, `still red after: ${mend}: ${JSON.stringify(left)}`)
  return `${check}: ${what}`
}

/** Upgrades to a version that works, and then to a version that changes the database and ends. */
async function changeVersions(debian: Debian, key: Authenticator, store: boolean) {
  const here = join(debian.root, 'root/chairside')
  const token = await requireSignIn(debian, key)
  success(await over(debian, token)('POST', '/api/v1/tags', { name: 'before' }), 201)
  appendFileSync(join(here, 'CHANGELOG.md'), '\nA newer version.\n')
  const began = performance.now()
  await debian.must(`${source} upgrade-service`)
  const upgradeSeconds = seconds(began)
  await requireSignIn(debian, key)

  const journal = join(here, 'db/migrations/meta/_journal.json')
  const migrations = JSON.parse(readFileSync(journal, 'utf8'))
  const { idx, when } = migrations.entries.at(-1)
  migrations.entries.push({ ...migrations.entries.at(-1), idx: idx + 1, when: when + 1, tag: '9999_newer' })
  writeFileSync(journal, JSON.stringify(migrations))
  writeFileSync(join(here, 'db/migrations/9999_newer.sql'), 'CREATE TABLE newer (id integer);')
  const main = join(here, 'src/main.ts')
  writeFileSync(
    main,
    readFileSync(main, 'utf8').replace('const server = await starting\n', '$&  process.exit(1)\n'),
  )
  const goingBack = performance.now()
  const { code, text } = await debian.sh(`${source} upgrade-service`)
  const backSeconds = seconds(goingBack)
  require(code === 1 && text.includes('The version from before runs again.'), `it did not go back: ${text}`)
  require(text.includes('chairside.db.failed-'), `the new version's database is not named: ${text}`)
  const { tags } = success(await over(debian, await requireSignIn(debian, key))('GET', '/api/v1/tags'))
  require(tags.length === 1, 'the tag from before is gone')
  if (store) await debian.must('chairside backup verify')
  require(!(await doctor(debian)).some(({ state }) => state === 'red'), 'red after going back')
  // The next installation uses the version that works.
  cpSync(join(debian.root, 'opt/chairside/src'), join(here, 'src'), { recursive: true })
  return { upgradeSeconds, backSeconds, backWithStore: store }
}

function require(held: boolean, otherwise: string): asserts held {
  if (!held) throw new Error(otherwise)
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10
