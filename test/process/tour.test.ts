import { expect, test } from 'bun:test'
import { newDatabasePath, startServer } from '../support/server.ts'

const readme = await Bun.file('README.md').text()
const tour = /<!-- The tests run this very block.*?-->\n```sh\n(.*?)```/s.exec(readme)![1]!

test("the README's ten requests work against a running server", async () => {
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() }, '--demo')
  const token = /ck_[\w-]+/.exec(server.output())![0]
  const shell = Bun.spawn(['sh', '-euc', tour], {
    env: { PATH: process.env.PATH, TOKEN: token, API: `${server.url}/api/v1` },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await new Response(shell.stdout).text()
  expect(await shell.exited).toBe(0)

  const [me, found, edited, free, refused, moved, reminded, dayOfVisit] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(me.data.pack.statuses.length).toBeGreaterThan(2)
  expect(found.data.patients.map(({ lastName }: { lastName: string }) => lastName)).toContain('Müller')
  expect(edited.data).toMatchObject({ body: 'X-rays received.', revisions: [{ version: 1, isNext: true }] })
  expect(free.data.slots[0]).toEqual({
    startAt: '2027-03-29T06:00:00.000Z',
    endAt: '2027-03-29T06:30:00.000Z',
  })
  expect(refused.error).toMatchObject({
    code: 'conflict',
    details: [{ path: 'startAt', entryId: moved.data.id }],
  })
  expect(moved.data.startAt).toBe('2027-03-29T07:30:00.000Z')
  const states = reminded.data.reminders.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['cancelled', 'cancelled', 'scheduled', 'scheduled'])
  const { warnings, ...visit } = moved.data
  expect(warnings).toEqual([])
  expect(dayOfVisit.data.appointments).toContainEqual(visit)
})
