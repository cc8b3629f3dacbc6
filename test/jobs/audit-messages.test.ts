/** The rows of the audit trail about messages to patients. */
import { expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { auditRows } from '../support/audit.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

const messages = async (c: Clinic) => (await auditRows(c)).filter(({ kind }) => kind === 'message')

test('a sent message has one row in the audit trail, with its reminder and its patient, and without an address', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id, patientId } = await booked(c)
  const r = reminding(c)
  c.clock.now = due
  await r.round()
  await r.round()
  const rows = await messages(c)
  expect(rows).toMatchObject(
    (['email', 'sms'] as const).map((channel) => ({
      actor: 'service',
      action: 'sendMessage',
      recordKind: 'reminder',
      recordId: r.notice(id, channel).id,
      patients: [patientId],
      detail: { channel, kind: 'reminder', outcome: 'sent' },
    })),
  )
  expect(JSON.stringify(rows)).not.toMatch(/zoe@|\+49|4915551234567/)
})

test('the audit trail has no row for a failed try that is followed by another try, but one row for the end of the tries', async () => {
  await using c = await clinic({ atAnyHour: true })
  await booked(c, { notifyBySms: false })
  let verdict: 'failed' | 'refused' = 'failed'
  const email = async () => {
    throw new DeliveryFailure({ error: 'smtp_550', verdict })
  }
  const r = reminding(c, { channels: { email } })
  c.clock.now = due
  await r.sender.round('email')
  expect(await messages(c)).toEqual([])
  verdict = 'refused'
  c.clock.now += 600_000
  await r.sender.round('email')
  expect((await messages(c)).map(({ detail }) => detail)).toEqual([
    { channel: 'email', kind: 'reminder', outcome: 'dead', reason: 'refused' },
  ])
})

test('a message that is skipped has a row in the audit trail with the reason', async () => {
  await using c = await clinic({ atAnyHour: true })
  await booked(c, { notifyBySms: false, notifyByEmail: false })
  c.clock.now = due
  await reminding(c).round()
  expect((await messages(c)).map(({ detail }) => detail)).toEqual([
    { channel: 'email', kind: 'reminder', outcome: 'skipped', reason: 'no_consent' },
    { channel: 'sms', kind: 'reminder', outcome: 'skipped', reason: 'no_consent' },
  ])
})
