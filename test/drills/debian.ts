import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from '../support/scratch.ts'

const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** A fresh Debian with systemd, booted in a container of systemd-nspawn. It uses the network of this machine. */
export interface Debian extends AsyncDisposable {
  readonly root: string
  /** Runs a line of shell inside, as root. Returns its exit code and its output, with errors. */
  sh(line: string): Promise<{ code: number; text: string }>
  /** Runs a line of shell inside that must succeed. @throws an error with its output. */
  must(line: string): Promise<string>
}

/** What this machine lacks to make a fresh Debian. Undefined when this machine has everything. */
export function missingForDebian(): string | undefined {
  const programs = ['debootstrap', 'systemd-nspawn', 'nsenter'].filter((name) => Bun.which(name) === null)
  if (process.getuid!() === 0 && programs.length === 0) return undefined
  return 'it needs root, and the Debian packages debootstrap, systemd-container and util-linux'
}

/** Makes and boots a fresh Debian. Inside, the name `host` is the address of this machine. */
export async function freshDebian(host: string): Promise<Debian> {
  const root = mkdtempSync(join(scratch, 'debian-'))
  const packages = '--include=ca-certificates,systemd,dbus'
  const made = Bun.spawnSync(['debootstrap', '--variant=minbase', packages, 'bookworm', root])
  // Other users must be able to enter the folder, which mkdtemp does not allow.
  chmodSync(root, 0o755)
  if (!made.success) throw new Error(`debootstrap: ${made.stdout}`)
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${host}\n`)
  // The fresh system trusts the same certificate authorities as this machine, such as the authority of its proxy.
  if (existsSync(authorities)) cpSync(authorities, join(root, authorities))
  const container = Bun.spawn(
    ['systemd-nspawn', '--boot', '--register=no', '--keep-unit', '--link-journal=no', `--directory=${root}`],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  )
  const debian: Debian = {
    root,
    async sh(line) {
      const leader = firstChildOf(container.pid)
      const enter = [Bun.which('nsenter')!, '--target', leader, '--all', '/usr/bin/env', '-i']
      const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
      const settings = ['HOME=/root', `PATH=${path}`, `NODE_EXTRA_CA_CERTS=${authorities}`]
      const child = Bun.spawn([...enter, ...settings, 'sh', '-c', line], {
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
      const text = (await Promise.all(texts)).join('')
      return { code: await child.exited, text }
    },
    async must(line) {
      const { code, text } = await debian.sh(line)
      if (code !== 0) throw new Error(`${line}: ${text}`)
      return text
    },
    async [Symbol.asyncDispose]() {
      container.kill('SIGTERM')
      // A system that has not booted ignores SIGTERM.
      const deadline = setTimeout(() => container.kill('SIGKILL'), 20_000)
      await container.exited
      clearTimeout(deadline)
      rmSync(root, { recursive: true, force: true })
    },
  }
  try {
    await booted(debian, container)
  } catch (error) {
    await debian[Symbol.asyncDispose]()
    throw error
  }
  return debian
}

const firstChildOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1)!

async function booted(debian: Debian, container: Bun.Subprocess): Promise<void> {
  let said = ''
  for (let tries = 0; tries < 120; tries++) {
    await Bun.sleep(500)
    if (container.exitCode !== null) throw new Error('the container ended before systemd had booted')
    if (firstChildOf(container.pid) === '') continue
    said = (await debian.sh('systemctl is-system-running')).text
    if (/running|degraded/.test(said)) return
  }
  throw new Error(`systemd has not booted in a minute: ${said}`)
}
