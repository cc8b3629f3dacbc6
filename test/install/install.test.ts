import { expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../../src/install/install.ts'
import { ownSource } from '../../src/install/program.ts'
import { uninstall } from '../../src/install/uninstall.ts'
import { wanted } from '../../src/install/wanted.ts'
import { type RecordedHost, recordedHost } from '../support/recorded-host.ts'
import { thrownBy } from '../support/rejection.ts'
import { litestream } from '../support/replica.ts'

const link = 'https://praxis.example.org/setup#cl_secret'
const how = { source: ownSource, caddy: true, firstBoot: false }

function want(host: RecordedHost, set: Record<string, string> = {}) {
  const present = {
    settings: read(host, '/etc/chairside.env'),
    site: read(host, '/etc/caddy/chairside.caddyfile'),
  }
  const asked = { domain: 'praxis.example.org', email: 'you@example.org', ownAuthority: false, set }
  return wanted(asked, present, () => undefined)
}
const read = ({ root }: RecordedHost, path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
const modeOf = ({ root }: RecordedHost, path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)

function fresh() {
  const host = recordedHost()
  host.answers.set('id -u', { code: 1 })
  host.answers.set('systemctl is-active', { code: 3 })
  host.answers.set('journalctl', { text: `  ${link}\n` })
  return host
}

test('an installation writes all files, starts the service and returns the setup link', async () => {
  const host = fresh()
  expect(await install(host, want(host), how)).toEqual({ setupUrl: link, changed: true })
  expect(modeOf(host, '/etc/chairside.env')).toBe('600')
  expect(modeOf(host, '/usr/local/bin/chairside')).toBe('755')
  expect(read(host, '/etc/systemd/system/chairside.service')).toContain(
    'ExecStart=/opt/chairside/bun src/main.ts\n',
  )
  expect(read(host, '/etc/caddy/Caddyfile')).toContain('import chairside.caddyfile')
  for (const name of ['bun', 'package.json', 'src/main.ts', 'db/migrations', 'litestream.yml'])
    expect(existsSync(join(host.root, 'opt/chairside', name))).toBe(true)
  expect(existsSync(join(host.root, 'opt/chairside/node_modules'))).toBe(false)
  const order = ['useradd', 'caddy validate', 'systemctl daemon-reload', 'systemctl restart chairside']
  const at = order.map((start) => host.commands.findIndex((line) => line.startsWith(start)))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)

  // The second installation writes nothing and starts nothing again.
  host.commands.length = 0
  host.answers.clear()
  expect(await install(host, want(host), how)).toEqual({ setupUrl: undefined, changed: false })
  expect(host.commands.filter((line) => /useradd|restart chairside|install/.test(line))).toEqual([])
  // A change of the settings starts the service again.
  expect((await install(host, want(host, { LOG_LEVEL: 'warn' }), how)).changed).toBe(true)
  expect(host.commands).toContain('systemctl restart chairside')
  expect(read(host, '/etc/chairside.env')).toEndWith('LOG_LEVEL=warn\n')

  host.write('/opt/chairside/src/main.ts', '// another version')
  expect(await thrownBy(install(host, want(host), how))).toThrow('upgrade-service')

  host.write('/var/lib/chairside/chairside.db', 'data')
  await uninstall(host)
  await uninstall(host)
  expect(host.commands).toContain('systemctl disable --now chairside')
  expect(existsSync(join(host.root, 'opt/chairside'))).toBe(false)
  expect(read(host, '/etc/caddy/Caddyfile')).toBe(':80 {\n\tfile_server\n}\n')
  expect(read(host, '/var/lib/chairside/chairside.db')).toBe('data')
  expect(read(host, '/etc/chairside.env')).toContain('LOG_LEVEL=warn')
})

test('the Caddy site has the hosts of all practices, and keeps them when the hosts cannot be read', async () => {
  const host = fresh()
  const site = () => read(host, '/etc/caddy/chairside.caddyfile').split('\n\t')[0]
  await install(host, want(host), how)
  expect(site()).toBe('praxis.example.org {')
  host.write('/var/lib/chairside/chairside.db', 'data')
  const text = 'praxis.example.org\nmueller.example\nschmidt.praxis.example.org'
  const hosts = '/usr/local/bin/chairside proxy --for hosts'
  host.answers.set(hosts, { text: `a warning\n${JSON.stringify({ text })}\n` })
  expect((await install(host, want(host), how)).changed).toBe(true)
  const all = 'praxis.example.org,\nmueller.example,\nschmidt.praxis.example.org {'
  expect(site()).toBe(all)
  expect(want(host).site.email).toBe('you@example.org')
  host.answers.set(hosts, { code: 1, text: 'the database is locked' })
  expect((await install(host, want(host), how)).changed).toBe(false)
  expect(site()).toBe(all)
})

test('`FIRST_BOOT` is in the settings only during the first start', async () => {
  const host = fresh()
  const store = { REPLICA_URL: 's3://bucket/chairside', ...litestream }
  let during = ''
  host.answers.set('systemctl restart chairside', () => {
    during = read(host, '/etc/chairside.env')
    return {}
  })
  await install(host, want(host, store), { ...how, firstBoot: true })
  expect(during).toContain('FIRST_BOOT=yes')
  expect(read(host, '/etc/chairside.env')).not.toContain('FIRST_BOOT')
  expect(read(host, '/etc/systemd/system/chairside.service')).toContain('src/main.ts --replicated\n')
})

test('an installation with an object store but without a working Litestream is refused before anything is written', async () => {
  const host = fresh()
  const store = { REPLICA_URL: 's3://bucket/chairside', LITESTREAM_BIN: '/no/such/litestream' }
  expect(await thrownBy(install(host, want(host, store), how))).toThrow('0.5.18')
  expect(read(host, '/etc/chairside.env')).toBe('')
})

test('when Caddy refuses the new site, its configuration stays as it was', async () => {
  const host = fresh()
  host.answers.set('caddy validate', { code: 1, text: 'ambiguous site definition' })
  const before = read(host, '/etc/caddy/Caddyfile')
  expect(await thrownBy(install(host, want(host), how))).toThrow('ambiguous site definition')
  expect(read(host, '/etc/caddy/Caddyfile')).toBe(before)
  expect(host.commands).not.toContain('systemctl reload-or-restart caddy')
})

test('when the service does not start, the error contains the last lines of its log', async () => {
  const host = fresh()
  host.status = null
  host.answers.set('journalctl', { text: 'chairside does not start: port 3000 is taken\n' })
  expect(await thrownBy(install(host, want(host), how))).toThrow('port 3000 is taken')
})

test('when `HOST` is one address of the machine, the installation waits for the server there, and Caddy sends requests there', async () => {
  const asked: string[] = []
  const host = {
    ...fresh(),
    ask: async (url: string) => {
      asked.push(url)
      return 200
    },
  }
  await install(host, want(host, { HOST: '10.0.0.5' }), how)
  expect(asked).toEqual(['http://10.0.0.5:3000/livez'])
  expect(read(host, '/etc/caddy/chairside.caddyfile')).toContain('reverse_proxy 10.0.0.5:3000 {')
})

test('the installation waits minutes for a start that upgrades a large database', async () => {
  let waited = 0
  const host = {
    ...fresh(),
    wait: async (ms: number) => {
      waited += ms
    },
    ask: async () => (waited >= 300_000 ? 200 : null),
  }
  expect((await install(host, want(host), how)).changed).toBe(true)
})

test('an installation on another system than Debian, or without systemd, is refused', async () => {
  const other = fresh()
  other.write('/etc/os-release', 'ID=fedora\n')
  expect(await thrownBy(install(other, want(other), how))).toThrow('not Debian')
  const container = { ...fresh(), root: '/nowhere' }
  expect(await thrownBy(install(container, want(container), how))).toThrow('not Debian')
})
