import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { endLeftOver } from '../../src/backup/litestream-process.ts'
import { loadConfig } from '../../src/config.ts'
import { programFile } from '../../src/program.ts'
import { folderReplica } from '../support/replica.ts'
import { until } from '../support/until.ts'

/** A replica. A file beside its database contains this process id. */
function noted(pid: number) {
  const settings = { ...folderReplica(), PATH: process.env.PATH }
  const replica = loadConfig({ databasePath: '' }, settings).replica!
  const note = `${replica.databasePath}.litestream`
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, String(pid))
  return { replica }
}

/** Starts a program that looks like Litestream. The parent of the program never reads its exit code. */
async function unmourned() {
  const parent = Bun.spawn(
    [
      'sh',
      '-c',
      'sh -c "while :; do sleep 1; done" "$0" & echo $!; exec sleep 60',
      programFile('litestream.yml'),
    ],
    { stdout: 'pipe' },
  )
  const { value } = await parent.stdout.getReader().read()
  // After its `echo`, the shell still reads the exit codes of its children.
  await until(
    'the shell becomes `sleep`',
    () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n',
  )
  return { parent, pid: Number(new TextDecoder().decode(value)) }
}

test('a Litestream that outlived its server is ended, also when its parent never reads its exit code', async () => {
  const { parent, pid } = await unmourned()
  try {
    const { replica } = noted(pid)
    expect(endLeftOver(replica)).toBe(true)
    expect(endLeftOver(replica)).toBe(false)
    expect(await Bun.file(`/proc/${pid}/stat`).text()).toContain(') Z ')
  } finally {
    parent.kill('SIGKILL')
  }
})

test('another program that has the process id of an earlier Litestream is not ended', async () => {
  const other = Bun.spawn(['sleep', '60'])
  try {
    const { replica } = noted(other.pid)
    expect(endLeftOver(replica)).toBe(true)
    expect(endLeftOver(replica)).toBe(false)
    await Bun.sleep(50)
    expect(other.exitCode ?? other.signalCode).toBeNull()
  } finally {
    other.kill('SIGKILL')
  }
})
