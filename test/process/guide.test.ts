/** The code of the guide at `/docs/guide` runs as it stands; its pages do so in `test/browser/guide.test.ts`. */
import { expect, test } from 'bun:test'
import { openPaths } from '../../src/app.ts'
import { compile } from '../support/generators.ts'
import { blocks, writeProject } from '../support/guide.ts'
import { serving } from '../support/serving.ts'

test('the first requests of the guide work with the token that the demo prints', async () => {
  await using server = await serving({}, { demo: true })
  const requests = blocks.filter(({ language, code }) => language === 'sh' && code.includes('curl'))
  expect(requests).toHaveLength(1)
  const shell = Bun.spawn(['bash', '-euo', 'pipefail', '-c', requests[0]!.code], {
    env: { PATH: process.env.PATH, TOKEN: server.demo!.token, API: `http://127.0.0.1:${server.port}/api/v1` },
    stdout: 'pipe',
  })
  const output = await new Response(shell.stdout).text()
  expect(await shell.exited).toBe(0)
  const [me, found] = output.split(/(?<=\})(?=\{"data)/).map((answer) => JSON.parse(answer))
  expect(me.data.practice.name).toBe('Demo Dental')
  expect(found.data.patients[0].lastName).toStartWith('Müller')
})

test("the guide's proxy forwards every path that people and programs open", () => {
  const { code } = blocks.find(({ code }) => code.startsWith('// vite.config.ts'))!
  const forwarded = [...code.matchAll(/^ {2}'(\/.*)',$/gm)].map(([, path]) => path!)
  const expected = openPaths.filter((path) => !['/', '/livez', '/livez/probe', '/readyz'].includes(path))
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
