import { expect, test } from 'bun:test'
import { members } from '../../src/demo/content.ts'
import { openDemo } from '../../src/demo/open.ts'
import { listTokens } from '../../src/store/api-tokens.ts'
import { emptyService, monday } from '../support/clinic.ts'

test('a demo that is started again and again keeps ten tokens, and the newest work', async () => {
  await using s = emptyService()
  const tokens: string[] = []
  for (let i = 0; i < 12; i++) tokens.push((await openDemo(s.store, monday + i))!.token)
  const [owner] = s.store.identity.membersByEmail(members.owner.email)
  const { read } = s.store.practices.of(owner!.practiceId)
  expect(listTokens(read, owner!.userId, monday)).toHaveLength(10)
  const statuses = await Promise.all(
    tokens.map(async (token) => (await s.as(token)('GET', '/api/v1/me')).status),
  )
  expect(statuses).toEqual([401, 401, ...Array(10).fill(200)])
})
