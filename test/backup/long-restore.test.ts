import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackupError, newestStored, restore } from '../../src/backup/litestream.ts'
import { loadConfig } from '../../src/config.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'

/**
 * A replica. The script `script` does the restores in place of Litestream, and writes the file `$out`. `first` runs
 * before each list and each restore. `calls` reads the arguments of all calls.
 */
function scripted(script: string, first = '') {
  const settings = folderReplica()
  const program = `${settings.DATABASE_PATH}.program`
  const calls = `${settings.DATABASE_PATH}.calls`
  mkdirSync(dirname(program), { recursive: true })
  const lines = [
    '#!/bin/sh',
    `echo "$@" >> ${calls}`,
    'if [ "$1" = version ]; then echo 0.5.18; exit; fi',
    first,
    // The store has a whole copy in level 9, and one later change in level 0.
    'case "$*" in',
    '*"-level 9"*) echo "9 0000000000000001 0000000000000004 9 2026-11-22T09:30:00Z"; exit;;',
    '*"-level 0"*) echo "0 0000000000000005 0000000000000005 9 2026-11-22T09:31:00Z"; exit;;',
    'esac',
    'while [ "$1" != -o ]; do shift; done; out=$2',
    script,
  ]
  writeFileSync(program, lines.join('\n'), { mode: 0o755 })
  const { replica } = loadConfig(
    { databasePath: '' },
    { ...settings, LITESTREAM_BIN: program, PATH: process.env.PATH },
  )
  return { replica: replica!, to: `${settings.DATABASE_PATH}.to`, calls: () => readFileSync(calls, 'utf8') }
}

test('a restore that still receives data may take any time', async () => {
  const slow =
    'i=0; while [ $i -lt 20 ]; do echo more >> $out.tmp; i=$((i+1)); sleep 0.3; done; mv $out.tmp $out'
  const { replica, to } = scripted(slow)
  const began = performance.now()
  expect(await restore(replica, to, { quietMs: 4_000 })).toBe(true)
  expect(performance.now() - began).toBeGreaterThan(4_000)
  expect(readFileSync(to, 'utf8').split('\n')).toHaveLength(21)
})

test('§12.1 A restore that receives no data for ten minutes is ended, and its unfinished files are removed.', async () => {
  const { replica, to } = scripted('echo some >> $out.tmp; exec sleep 300')
  const refusal = restore(replica, to, { quietMs: 1_000 })
  expect(await thrownBy(refusal)).toThrow(
    new BackupError(
      'Litestream restore got nothing for 1 seconds: check that the object store can be reached',
    ),
  )
  for (const file of [to, `${to}.restoring`, `${to}.restoring.tmp`]) expect(existsSync(file)).toBe(false)
})

test('the newest change is found without a list of the levels between the newest changes and the whole copies', async () => {
  const { replica, calls } = scripted('exit 1')
  expect(await newestStored(replica)).toMatchObject({ number: 5n, hasCopy: true })
  const levels = [...calls().matchAll(/-level (\S+)/g)].map(([, level]) => level)
  expect(levels).toEqual(['0', '9'])
})

test.each([
  ['a second request gets the list', 'test -e $0.asked || { touch $0.asked; sleep 60 & }', { number: 5n }],
  ['the error names the reason when no request gets the list', 'sleep 60 &', null],
])(
  'when a list of the store does not arrive although its program has ended, %s',
  async (_, hold, expected) => {
    // A background process that still runs keeps the pipes open.
    const { replica } = scripted('exit 1', hold)
    const asked = newestStored(replica)
    if (expected !== null) expect(await asked).toMatchObject(expected)
    else expect(await thrownBy(asked)).toThrow('what it printed did not arrive')
  },
)
