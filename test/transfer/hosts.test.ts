/** The import of a practice with its host, its earlier hosts, and the key of its links. */
import { expect, test } from 'bun:test'
import { aliasMs } from '../../src/domain/site.ts'
import { openStore } from '../store/records.ts'
import { clinic, monday } from '../support/clinic.ts'
import { edited, filesIn, written } from './archives.ts'
import { elsewhere, exported, fillUp, imported } from './practices.ts'

test('§29 An earlier host in an archive ends 90 days after the import at the latest.', async () => {
  await using s = await openStore()
  await fillUp(s, 1)
  const files = filesIn((await exported(s, s.own.practiceId)).path)
  edited('practice_aliases.ndjson', { endsAt: '9000-01-01T00:00:00.000Z' })(files)
  await using there = elsewhere()
  await imported(there, written(files))
  expect(there.database.query('select ends_at from practice_aliases').values()).toEqual([[monday + aliasMs]])
})

test('§18 An archive from a version without hosts and keys of practices is imported as it is, with and without access.', async () => {
  await using s = await openStore()
  await fillUp(s, 1)
  const files = filesIn((await exported(s, s.own.practiceId)).path)
  const manifest = JSON.parse(files.get('manifest.json')!)
  for (const name of ['practice_aliases.ndjson', 'link_keys.ndjson']) {
    files.delete(name)
    manifest.files = manifest.files.filter((file: { name: string }) => file.name !== name)
  }
  files.set('manifest.json', JSON.stringify(manifest))
  for (const [name, ...gone] of [
    ['practices', 'host', 'generation'],
    ['passkeys', 'rpId'],
  ] as const) {
    const rows = files.get(`${name}.ndjson`)!.trimEnd().split('\n')
    const without = rows.map((row) => ({
      ...JSON.parse(row),
      ...Object.fromEntries(gone.map((g) => [g, undefined])),
    }))
    files.set(`${name}.ndjson`, without.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  const archive = written(files)
  for (const keepsAccess of [true, false]) {
    await using there = elsewhere()
    await imported(there, archive, keepsAccess)
    const all = (sql: string) => there.database.query(sql).values()
    expect(all('select host, generation from practices')).toEqual([[null, 1]])
    expect(all('select count(*) from practice_aliases')).toEqual([[0]])
    const passkeys = all('select distinct rp_id from passkeys')
    expect(passkeys).toEqual(keepsAccess ? [[null]] : [])
    // The practice has a key for links, so messages can go out at once.
    expect(there.store.keys.newest(s.own.practiceId)).toHaveLength(32)
  }
})

test('§6.7 A practice has a key for its links from its first moment. An import without `--keep-access` gives the practice another key.', async () => {
  await using c = await clinic()
  const { practiceId } = c.owner
  const key = c.store.keys.newest(practiceId)
  expect(key).toHaveLength(32)
  const { path } = await exported(c, practiceId)
  for (const keepsAccess of [true, false]) {
    await using there = elsewhere()
    await imported(there, path, keepsAccess)
    expect(Buffer.from(there.store.keys.newest(practiceId)).equals(key)).toBe(keepsAccess)
  }
})
