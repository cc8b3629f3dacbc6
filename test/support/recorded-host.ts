import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Host, Ran } from '../../src/install/host.ts'
import { scratch } from './scratch.ts'

export interface RecordedHost extends Host {
  /** Every command that was run, as one line. */
  readonly commands: string[]
  /** What a command that begins like this answers. Others answer nothing, with exit code 0. */
  readonly answers: Map<string, Partial<Ran> | (() => Partial<Ran>)>
  /** What the service answers, or null while it does not. */
  status: number | null
  write(path: string, text: string): void
}

/** A Debian in a folder, with Caddy, on which commands are only noted. */
export function recordedHost(): RecordedHost {
  const root = mkdtempSync(join(scratch, 'host-'))
  const commands: string[] = []
  const answers: RecordedHost['answers'] = new Map()
  const host: RecordedHost = {
    root,
    commands,
    answers,
    status: 200,
    async run(command) {
      const line = command.join(' ')
      commands.push(line)
      const answer = [...answers].find(([start]) => line.startsWith(start))?.[1]
      return { code: 0, text: '', ...(typeof answer === 'function' ? answer() : answer) }
    },
    ask: async () => host.status,
    wait: async () => undefined,
    say: () => undefined,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
  }
  host.write('/etc/os-release', 'ID=debian\n')
  host.write('/run/systemd/system/none', '')
  host.write('/usr/bin/caddy', '')
  host.write('/etc/caddy/Caddyfile', ':80 {\n\tfile_server\n}\n')
  return host
}
