/** The code of the guide at `/docs/guide` runs as it stands; its pages do so in `test/browser/guide.test.ts`. */
import { expect, test } from 'bun:test'
import { emptyService } from '../support/clinic.ts'
import { compile } from '../support/generators.ts'
import { blocks, writeProject } from '../support/guide.ts'
import { serving } from '../support/serving.ts'

const requests = blocks.filter(({ language, code }) => language === 'sh' && code.includes('curl'))

/** Runs lines of the guide in a shell, as its reader does, and answers what they print. */
async function typed(code: string, { demo, port }: Awaited<ReturnType<typeof serving>>): Promise<string> {
  const shell = Bun.spawn(['bash', '-euo', 'pipefail', '-c', code], {
    env: { PATH: process.env.PATH, TOKEN: demo!.token, API: `http://127.0.0.1:${port}/api/v1` },
    stdout: 'pipe',
  })
  const output = await new Response(shell.stdout).text()
  expect(await shell.exited).toBe(0)
  return output
}

test('the first requests of the guide work with the token that the demo prints', async () => {
  await using server = await serving({}, { demo: true })
  expect(requests).toHaveLength(2)
  const output = await typed(requests[0]!.code, server)
  const [me, found] = output.split(/(?<=\})(?=\{"data)/).map((answer) => JSON.parse(answer))
  expect(me.data.practice.name).toBe('Demo Dental')
  expect(found.data.patients[0].lastName).toStartWith('Müller')
})

test('the request that the guide repeats is carried out once', async () => {
  await using server = await serving({}, { demo: true })
  const [first, again] = (await typed(requests[1]!.code, server)).split(/(?<=\})(?=HTTP)/)
  const body = (answer: string) => answer.slice(answer.indexOf('{"data"'))
  expect(first).toStartWith('HTTP/1.1 201')
  expect(again).toMatch(/^Idempotency-Replayed: true\r$/im)
  expect(body(again!)).toBe(body(first!))
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

test('the project of the guide compiles under strict', async () => {
  const { folder, files } = await writeProject()
  expect([...files].sort()).toEqual([
    'index.html',
    'src/api.ts',
    'src/book.ts',
    'src/main.ts',
    'src/patients.ts',
    'src/sign-in.ts',
    'vite.config.ts',
  ])
  await compile(folder, ...files.filter((path) => path.startsWith('src/')))
}, 60_000)
