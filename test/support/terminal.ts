import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { until } from './until.ts'

const root = join(import.meta.dir, '../..')

/** A program of ours that runs on a terminal, as for a person. */
export interface OnTerminal extends Disposable {
  /** The text on the terminal so far, without colours. */
  readonly shown: () => string
  /** Resolves when the terminal shows a match. */
  shows(pattern: RegExp): Promise<void>
  readonly type: (text: string) => void
  readonly exited: Promise<number>
}

/** Starts a program on a new terminal. `env` is all of its environment but the path. */
export function onTerminal(program: string[], env: Record<string, string> = {}): OnTerminal {
  let output = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([process.execPath, '--no-env-file', ...program], {
    cwd: root,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
    terminal: {
      cols: 200,
      data: (_, bytes) => {
        output += decoder.decode(bytes, { stream: true })
      },
    },
  })
  const shown = () => stripVTControlCharacters(output).replaceAll('\r', '')
  return {
    shown,
    async shows(pattern) {
      await until(
        () => `${pattern} on the terminal: ${shown()}`,
        () => pattern.test(shown()),
      )
    },
    type: (text) => void child.terminal!.write(text),
    exited: child.exited,
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  }
}
