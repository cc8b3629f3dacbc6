import { expect, test } from 'bun:test'
import { authenticator } from '../support/authenticator.ts'
import { chairside, newDatabasePath, run } from '../support/server.ts'
import { serving } from '../support/serving.ts'
import { enrol, signIn, trySignIn } from '../support/sign-in.ts'
import { onTerminal } from '../support/terminal.ts'

const create = ['practice', 'create', '--name', 'Praxis', '--timezone', 'Europe/Berlin']
const zoe = ['--owner-name', 'Zoé', '--owner-email', 'zoe@example.org']
const link = ['src/cli.ts', 'link', '--email', 'zoe@example.org']

/** A server with a practice whose owner has a passkey. */
async function enrolled() {
  const path = newDatabasePath()
  const server = await serving({ DATABASE_PATH: path })
  const { setupUrl } = await chairside(path, ...create, ...zoe)
  const c = { anonymous: server.as() }
  const key = await authenticator(`http://localhost:${server.port}`)
  await enrol(c, setupUrl!, key)
  return { path, server, c, key }
}

test('§11 Without a terminal, `link` needs `--yes` to remove passkeys.', async () => {
  const { path, server, c, key } = await enrolled()
  await using _ = server
  const refused = await run(link, { DATABASE_PATH: path })
  expect({ ...refused, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '' })
  expect(refused.stderr).toContain('add --yes')
  await signIn(c, key)
  const made = await run([...link, '--yes', '--json'], { DATABASE_PATH: path })
  expect(JSON.parse(made.stdout).url).toContain('/enrol#cl_')
  expect((await trySignIn(c, key)).status).toBe(401)
  // The owner has no passkey any more, so the command does not ask for a confirmation.
  expect((await run(link, { DATABASE_PATH: path })).code).toBe(0)
})

test('on a terminal, `link` asks before it removes passkeys, and changes nothing unless the answer is yes', async () => {
  const { path, server, c, key } = await enrolled()
  await using _ = server
  for (const answer of ['n\r', '\r', 'yesterday\r', '\x03', '\x04']) {
    using terminal = onTerminal(link, { DATABASE_PATH: path })
    await terminal.shows(/This removes the passkey of .+ and signs them out everywhere\. Go on\? \[y\/N\] /)
    terminal.type(answer)
    expect(await terminal.exited).toBe(1)
    await terminal.shows(/chairside: nothing was changed/)
    expect(terminal.shown()).not.toContain('/enrol#')
  }
  await signIn(c, key)
  using terminal = onTerminal(link, { DATABASE_PATH: path })
  await terminal.shows(/Go on\?/)
  terminal.type('Yes\r')
  expect(await terminal.exited).toBe(0)
  await terminal.shows(/\/enrol#cl_/)
  expect((await trySignIn(c, key)).status).toBe(401)
})
