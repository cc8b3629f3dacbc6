/** The code of the guide at `/docs/guide` runs without changes. `test/browser/guide.test.ts` tests its pages. */
import { expect, test } from 'bun:test'
import { emptyService } from '../support/clinic.ts'
import { compile } from '../support/generators.ts'
import { blocks, writeProject } from '../support/guide.ts'
import { serving } from '../support/serving.ts'

type Server = Awaited<ReturnType<typeof serving>>

/** Runs the only shell block that contains this text. Returns its output. */
function run(text: string, server: Server): Promise<string> {
  const found = blocks.filter(({ language, code }) => language === 'sh' && code.includes(text))
  expect(found).toHaveLength(1)
  return runShell(found[0]!.code, server)
}

/** Runs all shell blocks of a section, one after the other. Returns the output. */
function runAll(section: string, server: Server): Promise<string> {
  const inside = blocks.filter((block) => block.language === 'sh' && block.section === section)
  expect(inside.length).toBeGreaterThan(1)
  return runShell(inside.map(({ code }) => code).join('\n'), server)
}

async function runShell(code: string, { demo, port }: Server): Promise<string> {
  const shell = Bun.spawn(['sh', '-euc', code], {
    env: { PATH: process.env.PATH, TOKEN: demo!.token, API: `http://127.0.0.1:${port}/api/v1` },
    stdout: 'pipe',
  })
  const output = await new Response(shell.stdout).text()
  expect(await shell.exited).toBe(0)
  return output
}

test('the first requests of the guide work with the token that the demo prints', async () => {
  await using server = await serving({}, { demo: true })
  const output = await run('"$API/me"', server)
  const [me, found] = output.split(/(?<=\})(?=\{"data)/).map((answer) => JSON.parse(answer))
  expect(me.data.practice.name).toBe('Demo Dental')
  expect(found.data.patients[0].lastName).toStartWith('Müller')
})

test('the conditional requests of the guide work on the demo', async () => {
  await using server = await serving({}, { demo: true })
  const output = await run('If-Match', server)
  expect(output).toStartWith('HTTP/1.1 304 ')
  expect(output).toContain('"slotMinutes":20')
  expect(output).toContain('"version":4')
})

test('the requests of the guide find a person and their duplicate record, and merge the two', async () => {
  await using server = await serving({}, { demo: true })
  const output = await run('duplicates', server)
  const [found, likely, merged] = output.split(/(?<=\})(?=\{"data)/).map((answer) => JSON.parse(answer))
  expect(found.data.total).toBe(found.data.patients.length)
  expect(likely.data.duplicates.map(({ reasons }: { reasons: string[] }) => reasons)).toContainEqual([
    'phone',
  ])
  expect(merged.data).toMatchObject({ filled: ['phoneMobile'], patient: { lastName: 'Müller' } })
})

test('the service carries out the request that the guide repeats only once', async () => {
  await using server = await serving({}, { demo: true })
  const [first, again] = (await run('Idempotency-Key', server)).split(/(?<=\})(?=HTTP)/)
  const body = (answer: string) => answer.slice(answer.indexOf('{"data"'))
  expect(first).toStartWith('HTTP/1.1 201')
  expect(again).toMatch(/^Idempotency-Replayed: true\r$/im)
  expect(body(again!)).toBe(body(first!))
})

test("all requests of a practice's day in the guide succeed one after the other", async () => {
  await using server = await serving({}, { demo: true })
  const output = await runAll("A practice's day", server)
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.filter(({ error }) => error !== undefined)).toEqual([])
  const all = answers.map(({ data }) => data)
  const having = (field: string) => all.filter((data) => field in data)
  const [day] = having('grid')
  expect(day.chairs.length).toBeGreaterThan(3)
  expect(having('openings')[0].openings).toHaveLength(3)
  expect(having('steps').map(({ state }) => state)).toEqual(['confirmed', 'expected'])
  const ofPatient = all.find(({ appointments }) => appointments?.[0]?.outcome !== undefined)!
  expect(ofPatient.appointments.map(({ outcome }: { outcome: string }) => outcome)).toContain('cancelled')
  const moved = all.find(({ appointments }) => appointments?.length === 2)!
  expect(moved.appointments.map(({ startAt }: { startAt: string }) => startAt)).toEqual([
    '2030-05-07T09:00:00.000Z',
    '2030-05-07T08:00:00.000Z',
  ])
  expect(having('occurrences')[0].occurrences).toHaveLength(4)
  expect(all.at(-1).warnings).toMatchObject([{ name: 'Team training' }])
})

test("the guide's proxy forwards every path that people and programs open", async () => {
  await using s = emptyService()
  const { code } = blocks.find(({ code }) => code.startsWith('// vite.config.ts'))!
  const forwarded = [...code.matchAll(/^ {2}'(\/.*)',$/gm)].map(([, path]) => path!)
  const expected = s.app.routes
    .map(({ path }) => path)
    .filter((path) => path !== '/' && !path.startsWith('/api/v1/'))
  expect(expected.length).toBeGreaterThan(20)
  expect(expected.filter((open) => !forwarded.some((path) => `${open}/`.startsWith(`${path}/`)))).toEqual([])
})

test('the project of the guide compiles under `strict`', async () => {
  const { folder, files } = await writeProject()
  expect([...files].sort()).toEqual([
    'index.html',
    'src/api.ts',
    'src/book.ts',
    'src/live.ts',
    'src/main.ts',
    'src/patients.ts',
    'src/sign-in.ts',
    'src/webhook.ts',
    'vite.config.ts',
  ])
  await compile(folder, ...files.filter((path) => path.startsWith('src/')))
})
