import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Host, Ran } from '../../src/install/host.ts'
import { scratch } from './scratch.ts'

export interface RecordedHost extends Host {
  /** Every command that was run, as one line. */
  readonly commands: string[]
  /** The results of commands, by how the command begins. Any other command ends with exit code 0 and no output. */
  readonly answers: Map<string, Partial<Ran> | (() => Partial<Ran>)>
  /** The status that the service answers, or null while it does not answer. */
  status: number | null
  write(path: string, text: string): void
}

/** A folder that looks like a Debian machine with Caddy. Commands do not run. They are only recorded. */
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
