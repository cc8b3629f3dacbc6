import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isOwner } from '../../src/backup/owner/settle.ts'
import { scratch } from '../support/scratch.ts'
import { claimStore } from './claim-store.ts'

/** A database that owned its backup first in the epoch e1, and then in the epoch e2. */
function ownedDatabase(): string {
  const path = join(mkdtempSync(join(scratch, 'owned-')), 'chairside.db')
  using db = new Database(path)
  db.run('CREATE TABLE installation (database_id TEXT, epochs TEXT)')
  db.run('INSERT INTO installation VALUES (?, ?)', ['ours', JSON.stringify(['e2', 'e1'])])
  return path
}

test.each<[string, object, number, boolean]>([
  ['it is alive', {}, 0, true],
  ['its claim lapsed', {}, 25, false],
  ['it has ended', { released: true }, 0, false],
  ['another machine took over', { machine: 'there', epoch: 'e3' }, 0, false],
  ['a copy of this machine took over', { epoch: 'e3' }, 0, false],
  ['it has begun again, and has no claim yet', { epoch: 'e1' }, 0, false],
])(
  '§12.4 Only the machine with the claim in the object store may confirm that the store has its writes. %s',
  async (_, change, ago, owns) => {
    using store = claimStore()
    const path = ownedDatabase()
    const owner = {
      databaseId: 'ours',
      epoch: 'e2',
      machine: `${hostname()}:${path}`,
      renewedAt: 0,
      ...change,
    }
    Object.assign(store.state, {
      text: JSON.stringify({ failover: true, released: false, ...owner }),
      agoSeconds: ago,
    })
    expect(await isOwner(store.replicaAt(path), Date.now)).toBe(owns)
  },
)

test('a backup that nobody has claimed has no owner', async () => {
  using store = claimStore()
  expect(await isOwner(store.replicaAt(ownedDatabase()), Date.now)).toBe(false)
})
