import { reminderReplans } from '../../db/schema/notices.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { byTest } from '../support/by-test.ts'
import type { Clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { moment, optOut, reply, send } from '../support/visiting.ts'

/**
 * Sends, skips, rescues, answers, moves and retires notices, and sends a message about a change. So all their SQL
 * statements are prepared.
 */
export async function driveReminders(c: Clinic): Promise<void> {
  const { id: patientId } = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  const { id } = await newEntry(c.owner.call, { patientId })
  c.clock.now = Date.parse(at('00:00'))
  await c.practice.write((tx) => {
    for (const notice of listNotices(tx, id))
      updateNotice(tx, notice.id, { state: 'running', lease: 'lost', leaseUntil: 1 })
  })
  const r = reminding(c)
  for (const channel of ['email', 'sms'] as const) await r.sender.round(channel)
  for (const channel of ['email', 'sms'] as const) c.store.dueNotices.late(channel, c.clock.now)
  await c.owner.call('GET', '/api/v1/inbox')
  const token = r.emails[0]!.text.split('#')[1]!.split('\n')[0]!
  await c.store.keys.rotate(c.owner.practiceId, byTest, () => c.clock.now)
  await r.sender.round('email')
  await reply(c, token, 'confirmed')
  const { next } = await optOut(c, token)
  c.clock.now += moment
  await send(c, 'opt-in', { token, ticket: next })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { pathname } = new URL(r.emails[0]!.unsubscribe!)
  await c.anonymous('POST', pathname, 'List-Unsubscribe=One-Click', form)
  // The patient gets a message about a move, and can be reached by text message again.
  await c.owner.call('PATCH', `/api/v1/appointments/${id}`, { endAt: at('12:00'), startAt: at('11:00') })
  await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { notifyBySms: true })
  await c.owner.call('PATCH', '/api/v1/practice/reminders', { moreLeadMinutes: [60], sendFrom: '07:00' })
  await c.practice.write((tx) => tx.insert(reminderReplans, { startAt: 0, entryId: '' }))
  await createUpkeep({ store: c.store, now: () => c.clock.now, report: () => {} }).round()
  c.clock.now += 100 * 86_400_000
  await createUpkeep({ store: c.store, now: () => c.clock.now, report: () => {} }).round()
}
