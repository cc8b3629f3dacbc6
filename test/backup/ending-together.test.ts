import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runs } from '../support/runs.ts'
import { scratch } from '../support/scratch.ts'
import { childrenOf } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Makes a folder of programs for PATH. `setpriv` is the path of the program with this name there, or null. */
function programs(setpriv: string | null): string {
  const folder = mkdtempSync(join(scratch, 'programs-'))
  for (const name of ['sleep', 'sh']) symlinkSync(Bun.which(name)!, join(folder, name))
  if (setpriv !== null) symlinkSync(setpriv, join(folder, 'setpriv'))
  return folder
}

const ways: [string, string | null][] = [
  ['with setpriv', Bun.which('setpriv')],
  ['without setpriv', null],
  // The program `false` ends with an error for all arguments.
  ['with a setpriv that does not know the signal', Bun.which('false')],
]

/** Runs `code` in a new process with `spawnTogether` and this PATH. `pid` is the first number that the code prints. */
async function running(path: string, code: string) {
  const source = join(import.meta.dir, '../../src/backup/ending-together.ts')
  const program = `import { spawnTogether } from ${JSON.stringify(source)}
    ${code}`
  const env = { PATH: path }
  const parent = Bun.spawn([process.execPath, '-e', program], { env, stdout: 'pipe', stderr: 'inherit' })
  const { value } = await parent.stdout.getReader().read()
  return { parent, pid: Number(new TextDecoder().decode(value)) }
}

test.each(ways)(
  '§12.1 Litestream and the verifications end at once with their server, however the server ends. %s',
  async (_, setpriv) => {
    const { parent, pid } = await running(
      programs(setpriv),
      `console.log(spawnTogether(['sleep', '600'], {}).pid); await Bun.sleep(600_000)`,
    )
    expect(runs(pid)).toBe(true)
    // When the kernel ends the program with its parent, no helper process is needed.
    expect(childrenOf(parent.pid).length).toBe(setpriv?.endsWith('setpriv') ? 1 : 2)
    process.kill(parent.pid, 'SIGKILL')
    await until('the program ended', () => !runs(pid))
  },
)

test.skipIf(Bun.which('setpriv') === null)(
  'a program does not begin when its parent was killed before the kernel was asked to end the program with its parent',
  async () => {
    const folder = mkdtempSync(join(scratch, 'late-'))
    const [late, begun] = [join(folder, 'setpriv'), join(folder, 'begun')]
    // The call with `:` only asks whether setpriv knows the signal.
    // A killed parent keeps its process id until its exit code is read. But its child has another parent at once.
    const still = 'read -r _ _ _ parent _ < /proc/$$/stat && [ "$parent" = "$PPID" ]'
    const wait = `while ${still}; do ${Bun.which('sleep')} 0.01; done`
    const script = `#!/bin/sh\ncase "$*" in *' :') ;; *) : > ${begun}; ${wait} ;; esac\nexec ${Bun.which('setpriv')} "$@"\n`
    writeFileSync(late, script, { mode: 0o700 })
    const { parent, pid } = await running(
      programs(late),
      `console.log(spawnTogether(['sleep', '600'], {}).pid); await Bun.sleep(600_000)`,
    )
    // If the script began after the kill, it would only see its new parent.
    await until('the script knows its parent', () => existsSync(begun))
    process.kill(parent.pid, 'SIGKILL')
    await until('the program ended', () => !runs(pid))
  },
)

test.each(ways)(
  'when a program ends before its parent, the parent gets the exit code and can end at once, %s',
  async (_, setpriv) => {
    const { parent, pid } = await running(
      programs(setpriv),
      `const child = spawnTogether(['sh', '-c', 'exit 7'], {}); console.log(await child.exited)`,
    )
    expect(pid).toBe(7)
    expect(await parent.exited).toBe(0)
  },
)
