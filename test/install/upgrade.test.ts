import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../../src/install/install.ts'
import { ownSource } from '../../src/install/program.ts'
import { upgrade } from '../../src/install/upgrade.ts'
import { configIn, wanted } from '../../src/install/wanted.ts'
import { recordedHost } from '../support/recorded-host.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'

const nobody = () => undefined

/** A machine with an installation, and a folder with a newer version of the source. */
async function installed({ migration }: { migration: boolean }) {
  const host = recordedHost()
  const asked = { domain: 'praxis.example.org', email: 'you@example.org', ownAuthority: false, set: {} }
  await install(host, wanted(asked, { settings: '', site: '' }, nobody), {
    source: ownSource,
    caddy: true,
    firstBoot: false,
  })
  const database = join(host.root, 'var/lib/chairside/chairside.db')
  host.write('/var/lib/chairside/chairside.db', 'old data')
  // The command would copy to the real `/`. So the test copies into the folder that replaces `/`.
  host.answers.set(join(host.root, 'usr/local/bin/chairside'), () => {
    const to = host.commands.at(-1)!.split(' ').at(-1)!
    cpSync(database, join(host.root, to))
    return {}
  })
  const source = mkdtempSync(join(scratch, 'newer-'))
  for (const name of [
    'package.json',
    'bun.lock',
    'bunfig.toml',
    'litestream.yml',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
  ])
    cpSync(name, join(source, name))
  for (const name of ['db', 'src']) cpSync(name, join(source, name), { recursive: true })
  writeFileSync(join(source, 'CHANGELOG.md'), 'newer')
  if (migration) {
    mkdirSync(join(source, 'db/migrations'), { recursive: true })
    writeFileSync(join(source, 'db/migrations/9999_newer.sql'), 'SELECT 1')
  }
  const config = configIn(readFileSync(join(host.root, 'etc/chairside.env'), 'utf8'))
  const version = () => readFileSync(join(host.root, 'opt/chairside/CHANGELOG.md'), 'utf8')
  const names = () =>
    readdirSync(join(host.root, 'var/lib/chairside'))
      .map((name) => name.replace(/\d+T\d+Z/, 'TIME'))
      .sort()
  /** Lets the new version change the database and not become ready. The old version works. */
  const breakNewVersion = () =>
    host.answers.set('systemctl restart', () => {
      const isNew = version() === 'newer'
      host.status = isNew ? null : 200
      if (isNew) writeFileSync(database, 'changed data')
      return {}
    })
  const data = () => readFileSync(database, 'utf8')
  return { host, source, config, version, names, breakNewVersion, data }
}

test('§10 `upgrade-service` copies the database while the service is stopped.', async () => {
  const { host, source, config, version, names } = await installed({ migration: true })
  host.write('/var/lib/chairside/chairside.db.before-upgrade-20250101T000000Z', 'older')
  host.commands.length = 0
  expect(await upgrade(host, config, source)).toEqual({ changed: true })
  expect(version()).toBe('newer')
  expect(names()).toEqual(['chairside.db', 'chairside.db.before-upgrade-TIME'])
  const order = ['systemctl stop', join(host.root, 'usr/local/bin/chairside'), 'systemctl restart'].map(
    (start) => host.commands.findIndex((line) => line.startsWith(start)),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(existsSync(join(host.root, 'opt/chairside.before/src/main.ts'))).toBe(true)
  expect(await upgrade(host, config, source)).toEqual({ changed: false })
})

test('§10 When the new version does not become ready, the version from before the upgrade runs again.', async () => {
  const { host, source, config, version, names, breakNewVersion, data } = await installed({
    migration: false,
  })
  breakNewVersion()
  expect(await thrownBy(upgrade(host, config, source))).toThrow('The version from before runs again.')
  expect(version()).not.toBe('newer')
  expect(data()).toBe('changed data')
  expect(names()).toEqual(['chairside.db', 'chairside.db.before-upgrade-TIME'])
})

test('§10 Going back to the earlier version restores the copy only when the new version changed the schema of the database. Nothing is thrown away.', async () => {
  const { host, source, config, version, names, breakNewVersion, data } = await installed({ migration: true })
  breakNewVersion()
  writeFileSync(
    join(host.root, 'var/lib/chairside/chairside.db-trail.json'),
    'heads that are ahead of the copy',
  )
  expect(await thrownBy(upgrade(host, config, source))).toThrow('chairside.db.failed-')
  expect(version()).not.toBe('newer')
  expect(data()).toBe('old data')
  expect(names()).toEqual([
    'chairside.db',
    'chairside.db-trail.json.went-back',
    'chairside.db.before-upgrade-TIME',
    'chairside.db.failed-TIME',
  ])
})

test('when the copy of the database fails, an upgrade changes nothing, and the service starts again', async () => {
  const { host, source, config, version } = await installed({ migration: false })
  host.answers.set(join(host.root, 'usr/local/bin/chairside'), { code: 1, text: 'the disk is full' })
  host.commands.length = 0
  expect(await thrownBy(upgrade(host, config, source))).toThrow('the disk is full')
  expect(version()).not.toBe('newer')
  expect(host.commands.at(-1)).toStartWith('journalctl')
  expect(host.commands).toContain('systemctl restart chairside')
})
