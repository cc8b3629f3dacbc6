/** The operator gives a practice a host, or imports a practice that has a host. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { scratch } from '../support/scratch.ts'
import { chairside, cli, newDatabasePath, printed, run } from '../support/server.ts'
import { edited, filesIn, written } from '../transfer/archives.ts'

const publicUrl = 'https://app.example.org'
let archives = 0

/** A database with practices, and a function that runs commands on the database. */
async function operated(count = 1, env: Record<string, string> = { PUBLIC_URL: publicUrl }) {
  const path = newDatabasePath()
  const all = { DATABASE_PATH: path, ...env }
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const practice = ['--name', `P${i}`, '--timezone', 'Europe/Berlin', '--owner-name', 'Zoé']
    const made = await chairside(
      path,
      'practice',
      'create',
      ...practice,
      '--owner-email',
      `zoe${i}@example.org`,
    )
    ids.push(made.practiceId!)
  }
  return {
    path,
    ids,
    host: (id: string, ...args: string[]) => cli(all, 'practice', 'host', '--id', id, '--yes', ...args),
    unsure: (id: string, ...args: string[]) => cli(all, 'practice', 'host', '--id', id, ...args),
    urlOf: async (id: string) => (await printed(all, 'practice', 'host', '--id', id)).url,
    exported: async (id: string) => {
      const to = join(scratch, `hosted-${archives++}.tar`)
      await printed(all, 'practice', 'export', '--id', id, '--to', to)
      return to
    },
    takeIn: (from: string) => cli(all, 'practice', 'import', '--from', from),
  }
}

const refused = { code: 2, stdout: '' }

test('§29 The host of a practice is a lower-case name as browsers write it. It is not an IP address, not a public suffix and not the shared host.', async () => {
  const { ids, host, urlOf } = await operated()
  const id = ids[0]!
  const why: Record<string, string> = {
    'MUELLER.app.example.org': 'must be written as browsers write it: "mueller.app.example.org"',
    'müller.app.example.org': 'must be written as browsers write it: "xn--mller-kva.app.example.org"',
    'mueller.app.example.org.': 'must not end with a dot',
    'mueller.app.example.org:443': 'must not have a port or a scheme',
    'https://mueller.app.example.org': 'must not have a port or a scheme',
    'mueller.app.example.org/desk': 'must be written as browsers write it',
    '192.0.2.7': 'is an IP address',
    '3221225991': 'must be written as browsers write it: "192.0.2.7"',
    '[2001:db8::1]': 'must not have a port or a scheme',
    a_b: 'is no host name',
    '': 'is no host name',
    org: 'is a public suffix',
    'co.uk': 'is a public suffix',
    'github.io': 'is a public suffix',
    'app.example.org': 'is the host that practices share',
  }
  for (const [name, reason] of Object.entries(why)) {
    const answer = await host(id, '--host', name)
    expect({ name, ...answer }).toEqual({ name, ...refused, stderr: expect.stringContaining(reason) })
  }
  expect(await urlOf(id)).toBe(publicUrl)
  expect((await host(id, '--host', 'xn--mller-kva.app.example.org')).code).toBe(0)
  expect(await urlOf(id)).toBe('https://xn--mller-kva.app.example.org')
})

test('§29 A host belongs to one practice. Another practice can get the host 90 days after the first practice has left it.', async () => {
  const { path, ids, host, urlOf } = await operated(2)
  const [one, two] = ids as [string, string]
  const name = ['--host', 'mueller.example.org']
  expect((await host(one, ...name)).code).toBe(0)
  const taken = {
    ...refused,
    stderr: expect.stringContaining(
      `mueller.example.org belongs to another practice, or did so in the last 90 days: ${one}`,
    ),
  }
  expect(await host(two, ...name)).toEqual(taken)
  expect((await host(one, '--shared')).code).toBe(0)
  expect(await host(two, ...name)).toEqual(taken)
  const database = openDatabase(path)
  database.run('update practice_aliases set ends_at = 0')
  database.close()
  expect((await host(two, ...name)).code).toBe(0)
  expect(await urlOf(two)).toBe('https://mueller.example.org')
})

test('`practice host` refuses contradictory options, an unknown practice and an impossible host, with the reason', async () => {
  const { ids, host } = await operated()
  const id = ids[0]!
  expect(await host(id, '--host', 'a.example.org', '--shared')).toMatchObject({
    ...refused,
    stderr: expect.stringContaining('use --host or --shared, not both'),
  })
  expect(await host('01999999-0000-7000-8000-000000000001', '--shared')).toMatchObject({
    ...refused,
    stderr: expect.stringContaining('--id is no practice here'),
  })
  const without = await operated(1, {})
  expect(await without.host(without.ids[0]!, '--host', 'a.example.org')).toMatchObject({
    ...refused,
    stderr: expect.stringContaining('PUBLIC_URL is not set'),
  })
  const local = await operated(1, { PUBLIC_URL: 'http://app.localhost:3000' })
  expect(await local.host(local.ids[0]!, '--host', 'a.example.org')).toMatchObject({
    ...refused,
    stderr: expect.stringContaining('must end with .localhost'),
  })
  expect((await local.host(local.ids[0]!, '--host', 'a.localhost')).code).toBe(0)
})

test('§29 When members would need a new passkey at a new host, nothing is changed without a yes. The command names the members and the next steps.', async () => {
  const { ids, host, unsure, urlOf } = await operated()
  const id = ids[0]!
  // The owner's link to make the first passkey works only at the present address.
  const { code, stderr } = await unsure(id, '--host', 'mueller.example.org')
  expect(code).toBe(2)
  for (const said of ['Zoé (zoe0@example.org)', 'chairside link --end-tokens no --email EMAIL', 'add --yes'])
    expect(stderr).toContain(said)
  expect(await urlOf(id)).toBe(publicUrl)
  const changed = await host(id, '--host', 'mueller.example.org')
  expect(JSON.parse(changed.stdout)).toMatchObject({ changed: true, cannotFollow: 'zoe0@example.org' })
})

test('§29 A practice with a host is imported only under the conditions under which `practice host` accepts the host.', async () => {
  const from = await operated()
  const id = from.ids[0]!
  await from.host(id, '--host', 'mueller.example.org')
  const archive = await from.exported(id)
  const to = await operated(1)
  const other = to.ids[0]!
  const fails = async (archive: string, reason: string, at = to) => {
    const { code, stderr } = await at.takeIn(archive)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(reason) })
    expect(stderr).not.toContain('UNIQUE')
  }
  await fails(archive, 'set PUBLIC_URL', await operated(0, {}))
  const there = await operated(0, { PUBLIC_URL: 'https://mueller.example.org' })
  await fails(archive, 'mueller.example.org is the host that practices share', there)
  await to.host(other, '--host', 'mueller.example.org')
  const taken = `mueller.example.org belongs to another practice, or did so in the last 90 days: ${other}`
  await fails(archive, taken)
  await to.host(other, '--shared')
  await fails(archive, `${taken}. Give it another host at its old server, and export it again`)
  const files = filesIn(archive)
  edited('practices.ndjson', { host: 'co.uk' })(files)
  await fails(written(files), 'co.uk is a public suffix')
  await to.host(other, '--host', 'schmidt.example.org')
  const database = openDatabase(to.path)
  database.run("delete from practice_aliases where host = 'mueller.example.org'")
  database.close()
  expect((await to.takeIn(archive)).code).toBe(0)
  expect(await to.urlOf(id)).toBe('https://mueller.example.org')
})

test('§18 Rows of the audit trail about an export or an import name the generation of the practice.', async () => {
  const from = await operated()
  const to = await operated(0)
  await to.takeIn(await from.exported(from.ids[0]!))
  for (const [{ path }, action] of [
    [from, 'practice export'],
    [to, 'practice import'],
  ] as const) {
    using database = new Database(path, { readonly: true })
    const rows = database.query('select detail from audit where action = ?').values(action)
    expect(rows.map(([detail]) => JSON.parse(String(detail)).generation)).toEqual([1])
  }
})

test('`proxy` prints the configuration of a proxy without escapes, so that it can be saved to a file', async () => {
  const { path, ids, host } = await operated()
  await host(ids[0]!, '--host', 'mueller.app.example.org')
  const env = { DATABASE_PATH: path, PUBLIC_URL: publicUrl }
  const shown = async (program: string) => (await run(['src/cli.ts', 'proxy', '--for', program], env)).stdout
  expect(await shown('hosts')).toBe('app.example.org\nmueller.app.example.org\n')
  const caddy = await shown('caddy')
  expect(caddy).toContain('\n  reverse_proxy 127.0.0.1:')
  expect(caddy).not.toContain('\\u00')
})
