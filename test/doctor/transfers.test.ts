import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config.ts'
import { transfers } from '../../src/doctor/transfers.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { act, teller } from '../transfer/practices.ts'

test('§18 `doctor` warns of a removal that has not ended, and its advice ends it.', async () => {
  await using s = await openStore()
  const site = { config: loadConfig({ databasePath: s.path }, {}), now: Date.now }
  expect(transfers(site)).toMatchObject([{ state: 'ok' }])
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  expect(transfers(site)).toMatchObject([
    {
      state: 'warn',
      found: `the removal of the practice ${s.own.practiceId} has not ended`,
      todo: expect.stringContaining(`practice remove --id ${s.own.practiceId} --without-export`),
    },
  ])
  await removePractice(s.store.transfer, s.own.practiceId, null, act, '1', teller())
  expect(transfers(site)).toMatchObject([{ state: 'ok' }])
})

test('without a database there is nothing to say', () => {
  expect(transfers({ config: loadConfig({ databasePath: '/no/such/file' }, {}), now: Date.now })).toEqual([])
})
