import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { verifyBackup } from '../../src/backup/verify.ts'
import { loadConfig } from '../../src/config.ts'
import { clinic } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'

/** A program that replaces Litestream. Its restore copies the present database, and then changes the copy. */
const program = (databasePath: string, statements: readonly string[]) => `
  import { Database } from 'bun:sqlite'
  import { existsSync, writeFileSync } from 'node:fs'
  const [command] = process.argv.slice(2)
  if (command === 'version') console.log('0.5.18')
  if (command === 'restore') {
    const path = process.argv[process.argv.indexOf('-o') + 1]
    const done = '${databasePath}.restored-once'
    const [first, later] = ${JSON.stringify(statements)}
    const database = new Database('${databasePath}')
    database.run('vacuum into ?', [path])
    const copy = new Database(path)
    copy.run(existsSync(done) ? later : first)
    copy.close()
    writeFileSync(done, '')
  }`

/** A clinic with a tag. The first statement changes the first restored backup, the second one all later backups. */
async function restoring(...statements: [string, string]) {
  const c = await clinic()
  await c.owner.call('POST', '/api/v1/tags', { name: 'Recall' })
  writeFileSync(`${c.path}.ts`, program(c.path, statements))
  const LITESTREAM_BIN = `${c.path}.program`
  writeFileSync(LITESTREAM_BIN, `#!/bin/sh\nexec ${process.execPath} ${c.path}.ts "$@"\n`, { mode: 0o755 })
  const settings = { ...folderReplica(), DATABASE_PATH: c.path, LITESTREAM_BIN, PATH: process.env.PATH }
  const { replica } = loadConfig({ databasePath: '' }, settings)
  return {
    verify: () => verifyBackup(replica!, c.store.installation, Date.now),
    async [Symbol.asyncDispose]() {
      for (const suffix of ['.ts', '.program', '.restored-once']) rmSync(c.path + suffix, { force: true })
      await c[Symbol.asyncDispose]()
    },
  }
}

/** The backup lacks the API tokens, holds one more tag, and has another name for the practice. */
const changed = `
  delete from api_tokens;
  update practices set name = 'Other';
  insert into tags (practice_key, id, name, name_key, created_at, updated_at)
    select practice_key, 'another', 'Other', 'other', created_at, updated_at from tags`

test('a backup that differs in every restore is reported with the tables, whether it lacks rows or has more rows', async () => {
  await using one = await restoring(changed, changed)
  expect(await thrownBy(one.verify())).toThrow('differ in rows of api_tokens, practices, tags.')
})

test('a backup that differs in only one restore counts as whole, because somebody may have written meanwhile', async () => {
  await using one = await restoring(changed, 'select 1')
  expect(await one.verify()).toMatchObject({ rows: expect.any(Number) })
})
