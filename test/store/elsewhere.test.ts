import { expect, test } from 'bun:test'
import { noticeChannels } from '../../src/domain/reminders/notice.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { monday } from '../support/clinic.ts'
import { act, teller } from '../transfer/practices.ts'
import { hour, openStore } from './records.ts'

test('a practice that another cell serves is hidden from members and from background work until it is back', async () => {
  await using s = await openStore()
  const { identity, dueNotices, elsewhere } = s.store
  const { own } = s
  const later = monday + 1_000 * hour
  const seen = () =>
    [
      identity.practiceIds().filter((id) => id === own.practiceId),
      identity.membersByEmail(`${own.userId}@example.org`),
      identity.holderOfToken(Buffer.from(own.tokenId), monday),
      identity.knownToken(Buffer.from(own.tokenId)),
      identity.holderOfSession(Buffer.from(own.sessionId), monday, 0),
      identity.holderOfPasskey(own.userId),
      identity.invitedBy(Buffer.from(own.userId), monday),
      dueNotices.practiceOf(own.runningId),
      ...noticeChannels
        .flatMap((channel) => dueNotices.listLost(channel, later))
        .filter((one) => one.practiceId === own.practiceId),
    ]
      .flat()
      .filter((one) => one !== null)
  const before = seen()
  expect(before.length).toBeGreaterThan(8)
  await elsewhere.hide(new Map([[own.practiceId, 'b']]))
  expect(seen()).toEqual([])
  expect(identity.practiceIds()).toEqual([s.foreign.practiceId])
  expect([...elsewhere.practices()]).toEqual([[own.practiceId, 'b']])
  // The rows of the hidden practice stay in the file.
  expect(elsewhere.held().map(({ practiceId }) => practiceId)).toContain(own.practiceId)
  await elsewhere.hide(new Map())
  expect(seen()).toEqual(before)
})

test('a practice that is removed while another cell serves it is no longer hidden', async () => {
  await using s = await openStore()
  const { elsewhere, transfer } = s.store
  await elsewhere.hide(new Map([[s.own.practiceId, null]]))
  await removePractice(transfer, s.own.practiceId, null, act, '1', teller())
  expect(s.database.query('select * from elsewhere_practices').all()).toEqual([])
})
