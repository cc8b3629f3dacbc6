/** The process that listens for other cells. It runs beside the server, so that a move takes no time from requests. */
import type { Logger } from 'pino'
import type { Replica } from '../config.ts'
import { commandLine } from '../program.ts'

/** How long it takes until a process that has ended is started again, in milliseconds. */
const againMs = 2_000
/** How long the process may take to stop, in milliseconds. */
const stopMs = 5_000

/** Starts the process, and starts it again whenever it ends. `environment` has the settings of the server. */
export function listenBeside(
  { environment }: Pick<Replica, 'environment'>,
  log: Pick<Logger, 'info' | 'warn'>,
) {
  let stopped = false
  let child: ReturnType<typeof start> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    const process = Bun.spawn(commandLine('cells', 'listen'), {
      env: { ...environment },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    void passOn(process.stderr, log)
    void process.exited.then((code) => {
      if (stopped) return
      log.warn({ code }, 'the process that listens for other cells has ended: it is started again')
      again = setTimeout(() => {
        child = start()
      }, againMs)
    })
    return process
  }
  child = start()
  return {
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(again)
      child?.kill('SIGTERM')
      await Promise.race([child?.exited, Bun.sleep(stopMs)])
      child?.kill('SIGKILL')
    },
  }
}

/** Writes each line that the process prints to the log. */
async function passOn(stream: ReadableStream<Uint8Array>, log: Pick<Logger, 'info'>): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line !== '') log.info(line)
  }
}
