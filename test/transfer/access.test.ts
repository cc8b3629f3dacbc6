/** Tokens, passkeys and invitations in an archive that is imported. */
import { expect, test } from 'bun:test'
import { hour, openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { elsewhere, exported, fillUp, imported } from './practices.ts'

async function moved(keepsAccess: boolean) {
  const s = await openStore()
  await fillUp(s, 5)
  const key = s.own.practice.read.practiceKey
  s.database.run(`update api_tokens set expires_at = ${monday + hour} where practice_key = ${key}`)
  const archive = await exported(s, s.own.practiceId)
  const there = elsewhere()
  await imported(there, archive.path, keepsAccess)
  const { identity } = there.store
  const { tokenId, userId, practiceId } = s.own
  return {
    s,
    there,
    archive,
    practiceId,
    holders: [identity.holderOfToken(Buffer.from(tokenId), monday), identity.holderOfPasskey(userId)],
    invitation: identity.invitedBy(Buffer.from(userId), monday),
    members: identity.membersByEmail(`${userId}@example.org`),
    async [Symbol.asyncDispose]() {
      await s[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
}

test('§18 Tokens, passkeys and invitations of an archive let nobody in.', async () => {
  await using m = await moved(false)
  expect(m.holders).toEqual([null, null])
  expect(m.invitation).toBeNull()
  expect(m.members).toMatchObject([{ practiceId: m.practiceId, active: true }])
  const tokens = m.there.database.query('select revoked_at from api_tokens').values()
  expect(tokens).toEqual([[monday]])
  expect(m.there.database.query('select 1 from passkeys').all()).toEqual([])
})

test('a token that was revoked before the export keeps the time of its revocation', async () => {
  await using s = await openStore()
  s.database.run(`update api_tokens set revoked_at = ${monday - hour}`)
  const { path } = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  await imported(there, path, false)
  expect(there.database.query('select revoked_at from api_tokens').values()).toEqual([[monday - hour]])
})

test('§18 With `--keep-access`, tokens and passkeys work as they did.', async () => {
  await using m = await moved(true)
  expect(m.holders).toMatchObject([{ practiceId: m.practiceId }, { practiceId: m.practiceId }])
  expect(m.invitation).toBeNull()
  expect(Buffer.compare((await exported(m.there, m.practiceId)).bytes, m.archive.bytes)).toBe(0)
})
