import { expect, test } from 'bun:test'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { answeredLines } from '../../src/start/log.ts'
import { LogOutput } from '../../src/start/log-output.ts'
import { success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { client } from '../support/client.ts'
import { demoIn } from '../support/demo.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, run, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly requestId?: string
  readonly lines?: number
}

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('a killed server loses at most the last lines of its log, and no acknowledged write', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  await using server = await startServer({ DATABASE_PATH: path })
  const answered: string[] = []
  const addTags = async (names: string[]) => {
    for (const name of names) {
      const answer = await server.as(token)('POST', '/api/v1/tags', { name })
      expect(answer.status).toBe(201)
      answered.push(answer.body.requestId)
    }
  }
  const [early, late] = ['early', 'late'].map((name) => Array.from({ length: 20 }, (_, n) => `${name} ${n}`))
  await addTags(early!)
  // The warning is printed at once, with all lines before it.
  const refused = await server.as('ck_wrong')('GET', '/api/v1/me')
  await server.printed(new RegExp(`${refused.body.requestId}.*"msg":"refused".*\n`))
  const logged = () =>
    linesOf(server.output()).flatMap(({ msg, requestId }) => (msg === 'answered' ? [requestId!] : []))
  // The log line of an answer is made just after the answer was sent. So the last line may be after the warning.
  const before = logged()
  expect(before.length).toBeGreaterThanOrEqual(answered.length - 1)
  expect(before).toEqual(answered.slice(0, before.length))
  await addTags(late!)
  await server.killAll()
  expect(logged()).toEqual(answered.slice(0, logged().length))

  await using again = await startServer({ DATABASE_PATH: path })
  const { tags } = success(await again.as(token)('GET', '/api/v1/tags'))
  const kept = tags.map(({ name }: { name: string }) => name)
  expect(kept).toEqual(expect.arrayContaining([...early!, ...late!]))
})

const ends: [end: string, statement: string, code: number][] = [
  ['an error that nobody catches', 'throw new Error("broken")', 1],
  ['a promise that fails', 'void Promise.reject(new Error("broken"))', 1],
  ['a call of exit', 'process.exit(3)', 3],
  ['the end of all work', '', 0],
]
test.each(ends)('the log loses no line when a process ends by %s', async (_, statement, code) => {
  const program = `import { openLog } from './src/start/log.ts'
    const log = openLog('info')
    setTimeout(() => { for (let n = 0; n < 100; n++) log.info({ lines: n }, 'line'); ${statement} }, 1)`
  const ended = await run(['-e', program])
  expect(ended.code).toBe(code)
  expect(linesOf(ended.stdout).map(({ lines }) => lines)).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('the log line about an answer is the same as the line that pino would write, at each level', () => {
  const withoutTime = (line: string) => line.replace(/"time":\d{13},/, '')
  const seen = { requestId: 'req_1', practiceId: '0197-a', route: 'GET /api/v1/tags', status: 200, ms: 1.25 }
  for (const level of ['info', 'warn'])
    for (const one of [seen, { ...seen, practiceId: undefined, ms: 0 }]) {
      const written: string[] = []
      const log = pino({ level }, { write: (line: string) => void written.push(line) })
      log.info(one, 'answered')
      answeredLines(log)(one)
      const [pinos, ours] = written.map(withoutTime)
      expect(ours).toBe(pinos)
      expect(ours?.includes('"time"')).not.toBe(true)
    }
})

test('a log line is written soon, also when no other line follows', async () => {
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() })
  await (await fetch(`${server.url}/sign-in`)).arrayBuffer()
  await server.printed(/"route":"GET \/sign-in"/)
})

test('§13 A log that nobody reads does not stop the service.', async () => {
  using pipe = newPipe(0)
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  const server = Bun.spawn([process.execPath, '--no-env-file', 'src/main.ts'], {
    env: { PATH: process.env.PATH, DATABASE_PATH: path, PORT: '0', RATE_LIMIT: 'off' },
    stdio: ['ignore', pipe.write, 'inherit'],
  })
  let output = ''
  const [, port] = await until('the port', () => {
    output += pipe.read(65_536)
    return /"port":(\d+)\D/.exec(output)
  })
  const call = client((request) => fetch(request), token, `http://127.0.0.1:${port}`)
  // A pipe of Linux holds 64 KiB, which are fewer than 400 lines.
  for (let round = 0; round < 20; round++) {
    const answers = await atOnce(50, () => call('GET', '/api/v1/me'))
    expect(statusCounts(answers)).toEqual({ 200: 50 })
  }
  // Nobody reads the pipe, so these lines cannot be written. The server must still end.
  server.kill()
  expect(await server.exited).toBe(0)
})

test('§13 Up to 1 MiB of log lines waits for a reader. In place of lost lines, the log has their number.', async () => {
  using pipe = newPipe(constants.O_NONBLOCK)
  const output = new LogOutput(pipe.write, (lines) => output.write(`${JSON.stringify({ lines })}\n`))
  const write = (from: number, to: number) => {
    for (let n = from; n < to; n++) output.write(`${JSON.stringify({ n })}${' '.repeat(200)}\n`)
  }
  write(0, 20_000)
  let text = await readAll(pipe)
  write(20_000, 20_010)
  output.flush()
  text += await readAll(pipe)
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line): { n?: number; lines?: number } => JSON.parse(line))
  const gap = lines.findIndex(({ n }) => n === undefined)
  expect(lines.slice(0, gap).map(({ n }) => n)).toEqual(Array.from({ length: gap }, (_, n) => n))
  const missing = lines[gap]!.lines!
  expect(lines.slice(gap + 1).map(({ n }) => n)).toEqual(
    Array.from({ length: 20_010 - gap - missing }, (_, n) => gap + missing + n),
  )
  // One mebibyte of lines waits in memory, and 64 KiB are in the pipe.
  expect(gap * 200).toBeLessThan(1_048_576 + 2 * 65_536)
  expect(gap * 200).toBeGreaterThan(1_048_576 / 2)
})

test('while nobody reads the log, each level has its own room, and the lines of one level displace no line of another level', async () => {
  using pipe = newPipe(constants.O_NONBLOCK)
  const output: LogOutput = new LogOutput(pipe.write, (lines) => write(40, { level: 40, lines }))
  const write = (level: number, line: object) => {
    output.lastLevel = level
    output.write(`${JSON.stringify(line)}${' '.repeat(200)}\n`)
  }
  const each = 10_000
  for (const level of [30, 40, 50]) for (let n = 0; n < each; n++) write(level, { level, n })
  write(60, { level: 60, n: 0 })
  const lines = linesOf(await readAll(pipe))
  const count = (level: number) => lines.filter((line) => line.level === level && !line.lines).length
  expect(count(60)).toBe(1)
  for (const level of [40, 50]) {
    expect(count(level) * 200).toBeGreaterThan(50_000)
    expect(count(level) * 200).toBeLessThan(65_536)
  }
  const missing = lines.reduce((sum, line) => sum + (line.lines ?? 0), 0)
  expect(missing + [30, 40, 50].reduce((sum, level) => sum + count(level), 0)).toBe(3 * each)
})

test.skipIf(!existsSync('/dev/full'))(
  'while the disk of the log is full, lines wait in memory, and are written later',
  () => {
    const full = openSync('/dev/full', 'w')
    const output = new LogOutput(full, () => expect.unreachable())
    const lines = Array.from({ length: 100 }, (_, n) => `${JSON.stringify({ n })}\n`)
    for (const line of lines) output.write(line)
    output.flush()
    // A new file gets the lowest free descriptor, which was the descriptor of the full disk. So the log now writes into
    // this file.
    closeSync(full)
    const path = join(scratch, `log-${crypto.randomUUID()}`)
    const file = openSync(path, 'w')
    expect(file).toBe(full)
    output.flush()
    closeSync(file)
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
  },
)

/** Reads a pipe until it stays empty. */
async function readAll(pipe: Pipe): Promise<string> {
  let text = ''
  for (let tries = 0; tries < 5; await Bun.sleep(50)) {
    const more = pipe.read(10_000_000)
    tries = more === '' ? tries + 1 : 0
    text += more
  }
  return text
}

interface Pipe extends Disposable {
  readonly write: number
  /** Reads at most `most` bytes from the pipe, as text. Empty when there is nothing. */
  read(most: number): string
}

/**
 * A pipe that only the test reads. This is needed because Bun reads the output of its children by itself. `flags` are
 * the flags of the writing end.
 */
function newPipe(flags: number): Pipe {
  const path = join(scratch, `pipe-${crypto.randomUUID()}`)
  expect(Bun.spawnSync(['mkfifo', path]).exitCode).toBe(0)
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const write = openSync(path, constants.O_WRONLY | flags)
  return {
    write,
    read(most) {
      const bytes = Buffer.alloc(most)
      try {
        return bytes.subarray(0, readSync(read, bytes)).toString()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return ''
        throw error
      }
    },
    [Symbol.dispose]() {
      closeSync(read)
      closeSync(write)
    },
  }
}
