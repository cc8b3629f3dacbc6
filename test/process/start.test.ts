import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { success } from '../support/answers.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, run, startServer } from '../support/server.ts'
import { serving } from '../support/serving.ts'
import { onTerminal } from '../support/terminal.ts'

test('§10 Without an object store, a database in a folder that is missing is refused, with the command that makes the folder.', async () => {
  const folder = join(scratch, "Zoé's data")
  const settings = { DATABASE_PATH: join(folder, 'chairside.db'), PORT: '0' }
  for (const program of [['src/main.ts'], ['src/cli.ts', 'demo']]) {
    const { code, stdout, stderr } = await run(program, settings)
    expect({ program, refused: code !== 0, stdout }).toEqual({ program, refused: true, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(existsSync(folder)).toBe(false)
    const [, line] = /To make it, type: (.*)\n$/.exec(stderr)!
    expect(await Bun.spawn(['sh', '-c', line!]).exited).toBe(0)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    rmSync(folder, { recursive: true })
  }
})

test('with the default settings, a start makes the folder of the database', async () => {
  const home = join(scratch, 'fresh')
  mkdirSync(home)
  const cli = Bun.spawn([process.execPath, '--no-env-file', resolve('src/cli.ts'), 'demo'], {
    cwd: home,
    env: { PATH: process.env.PATH },
    stdout: 'ignore',
  })
  expect(await cli.exited).toBe(0)
  expect(existsSync(join(home, 'data/chairside.db'))).toBe(true)
})

test('§10 The settings may be in a file `.env`. The environment takes precedence.', async () => {
  const home = join(scratch, 'with-env')
  mkdirSync(home)
  writeFileSync(join(home, '.env'), 'PORT=from-file\n')
  const refusal = async (env: Record<string, string>) => {
    const server = Bun.spawn([process.execPath, resolve('src/main.ts')], {
      cwd: home,
      env: { PATH: process.env.PATH, ...env },
      stderr: 'pipe',
    })
    return await new Response(server.stderr).text()
  }
  expect(await refusal({})).toContain('PORT must be a number from 0 (any free one) to 65535, not "from-file"')
  expect(await refusal({ PORT: 'typed' })).toContain('not "typed"')
})

test('git ignores the files with settings, the databases and the demo’s token', () => {
  const lines = readFileSync('.gitignore', 'utf8').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['.env', '.env.*', 'data/', '*.db', '*.db-wal', '*.db.token']))
})

test('every start of the demo has the same token, unless its token file was changed', async () => {
  const path = newDatabasePath()
  const start = () => serving({ DATABASE_PATH: path }, { demo: true })
  const tokens = new Set<string>()
  for (let n = 0; n < 3; n++) {
    await using server = await start()
    const { token } = server.demo!
    tokens.add(token)
    expect(success(await server.as(token)('GET', '/api/v1/me/tokens')).tokens).toHaveLength(1)
  }
  expect(tokens.size).toBe(1)
  const file = `${path}.token`
  expect(statSync(file).mode & 0o777).toBe(0o600)

  writeFileSync(file, 'something else')
  await using server = await start()
  const { token } = server.demo!
  expect(tokens.has(token)).toBe(false)
  expect(success(await server.as(token)('GET', '/api/v1/me/tokens')).tokens).toHaveLength(1)
  expect((await server.as([...tokens][0])('GET', '/api/v1/me')).status).toBe(401)
  expect(readFileSync(file, 'utf8').trim()).toBe(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('§13 On a terminal, the log is written in words. In a pipe, it is written in JSON.', async () => {
  const path = newDatabasePath()
  using server = onTerminal(['src/main.ts'], { DATABASE_PATH: path, PORT: '0', LOG_LEVEL: 'info' })
  await server.shows(/There is no practice yet/)
  const [, port] = /chairside is listening .*port=(\d+)/.exec(server.shown())!
  await fetch(`http://127.0.0.1:${port}/sign-in`)
  await server.shows(/^\d\d:\d\d:\d\d info {2}200 GET \/sign-in {2}[\d.]+ ms$/m)
  expect(server.shown()).toMatch(/^\d\d:\d\d:\d\d warn {2}no delivery is set up/m)
  expect(server.shown()).not.toContain('{"')

  await using piped = await startServer({ DATABASE_PATH: newDatabasePath() })
  const lines = piped
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line)).some(({ msg }) => msg === 'chairside is listening')).toBe(true)
})

test('requests for the files of a page are logged only at the level debug', async () => {
  for (const [LOG_LEVEL, logged] of [
    ['info', false],
    ['debug', true],
  ] as const) {
    await using server = await startServer({ DATABASE_PATH: newDatabasePath(), LOG_LEVEL })
    for (const asset of ['/pages/style.css', '/desk/entrance.js', '/docs/start.js', '/sign-in'])
      await (await fetch(server.url + asset)).arrayBuffer()
    await server.printed(/GET \/sign-in/)
    for (const asset of ['style.css', '/desk/:file', 'start.js'])
      expect(server.output().includes(asset)).toBe(logged)
  }
})
