import { expect, test } from 'bun:test'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { goBack } from '../../src/backup/go-back.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { caughtUp, copied, streaming } from './streaming.ts'

/** A start whose writes reach the object store. `at` is a time at which the store holds them, in epoch milliseconds. */
async function sentBy(settings: Settings) {
  await using one = await streaming(settings)
  await copied(one)
  await caughtUp(one)
  return { replica: one.replica, at: Date.now() }
}

/** Settings with a Litestream that sends nothing, as when a whole copy takes long on a slow connection. */
function withoutSending(settings: Settings): Settings {
  const program = `${settings.DATABASE_PATH}.program`
  const script = `#!/bin/sh\ntest "$1" = replicate && exec sleep 60\nexec ${settings.LITESTREAM_BIN} "$@"\n`
  writeFileSync(program, script, { mode: 0o755 })
  return { ...settings, LITESTREAM_BIN: program }
}

test('a verification does not report the own backup from before this start as a backup of another machine', async () => {
  const settings = folderReplica()
  const { replica, at } = await sentBy(settings)
  await Bun.sleep(1_200)
  await sentBy(settings)
  await goBack(replica, { at, say: () => {} })
  await using one = await streaming(withoutSending(settings))
  const verify = () => verifyBackup(one.replica, one.store.installation, Date.now)
  expect(await thrownBy(verify())).toThrow('does not hold this start of the server yet')
  expect(one.watch.state()).toMatchObject({ foreign: false, unchecked: true })

  // Now the backup is newer than our start, as when a machine without a claim has written it.
  utimesSync(`${one.path}.holder`, 0, 0)
  expect(await thrownBy(verify())).toThrow('another machine has continued the backup')
  expect(one.watch.state()).toMatchObject({ foreign: true, unchecked: false })

  // Now the claim in the store belongs to another machine.
  utimesSync(`${one.path}.holder`, new Date(), new Date())
  const claim = `${one.folder}/owner.json`
  const owner = JSON.parse(readFileSync(claim, 'utf8'))
  writeFileSync(claim, JSON.stringify({ ...owner, epoch: 'other' }))
  expect(await thrownBy(verify())).toThrow('another machine has continued the backup')
})
