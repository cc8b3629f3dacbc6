import { expect, test } from 'bun:test'
import { demoIn } from '../support/demo.ts'
import { azurite, type Settings } from '../support/replica.ts'
import { startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'

test('§12.4 A server that starts while the object store is away serves reads. It accepts changes when it has the claim on the backup.', async () => {
  await using store = await azurite()
  const settings: Settings = { ...store.newReplica(), FAILOVER: 'yes', LOG_LEVEL: 'info' }
  const { token } = await demoIn(settings.DATABASE_PATH!)
  {
    await using first = await startReplicated(settings)
    await until('a change', () => isAdded(first.as(token), 'first'))
    expect(await first.stop()).toBe(0)
  }
  store.cut()
  await using server = await startReplicated(settings)
  const call = server.as(token)
  expect((await call('GET', '/api/v1/tags')).status).toBe(200)
  expect(await add(call, 'away')).toBe(503)
  expect((await server.as()('GET', '/readyz')).status).toBe(503)
  store.mend()
  await until(
    () => `a change that is acknowledged by the server: ${server.output()}`,
    () => isAdded(call, 'back'),
  )
  await until('readiness', async () => (await server.as()('GET', '/readyz')).status === 200)
  const { data } = await call('GET', '/api/v1/tags')
  const names = data.tags.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => /^(first|away|back)$/.test(name)).sort()).toEqual(['back', 'first'])
})

const add = async (call: ReturnType<Awaited<ReturnType<typeof startReplicated>>['as']>, name: string) =>
  (await call('POST', '/api/v1/tags', { name })).status

/**
 * Whether a tag exists after a try to add it. A busy machine may confirm its claim on the backup too late. Then the
 * answer is 503, although the tag may have been kept. The next try gets a 409, which shows that the tag exists.
 */
const isAdded = async (...tag: Parameters<typeof add>) => [201, 409].includes(await add(...tag))
