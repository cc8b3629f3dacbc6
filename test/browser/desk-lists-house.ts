/** A practice whose inbox has an item of every kind. */

import { updateEntry } from '../../src/store/calendar/entries.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { reachable } from '../support/booked.ts'
import { newChair, newNote, newPatient, newWaiting } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import type { House } from './desk.ts'

/** The last names of the patients, by the item in the inbox. */
export const who = {
  asks: 'Ábel',
  silent: 'Berta',
  bounced: 'Çelik',
  uncertain: 'Dvořák',
  waits: 'Eğe',
  next: 'Falk',
}

/** The moment at which the reminders were sent: a day before the appointments on Tuesday, 10 March. */
const reminded = Date.parse('2026-03-09T09:00:00.000Z')
const hour = 3_600_000

/** Fills the practice of a house. Afterwards its clock is at noon of Monday, 9 March. */
export async function fillInbox({ c }: House) {
  const { call } = c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const patient = async (lastName: string, fields = {}) =>
    (await newPatient(call, { ...reachable, firstName: 'Zoé', lastName, ...fields })).id as string
  const book = async (lastName: string, minutes: number, fields = {}) => {
    const from = reminded + 24 * hour + minutes * 60_000
    const answer = await call('POST', '/api/v1/appointments', {
      type: 'appointment',
      chairId: chair.id,
      patientId: await patient(lastName, fields),
      title: 'Check-up',
      startAt: new Date(from).toISOString(),
      endAt: new Date(from + 15 * 60_000).toISOString(),
    })
    return answer.data.id as string
  }
  const asks = await book(who.asks, 0)
  const silent = await book(who.silent, 30)
  const bounced = await book(who.bounced, 60, { phoneMobile: null })
  const uncertain = await book(who.uncertain, 90, { phoneMobile: '030 / 1234-567', notifyBySms: false })
  c.clock.now = reminded + 2 * hour
  await reminding(c).round()
  await c.practice.write((tx) => {
    const now = c.clock.now
    for (const [id, answer] of [
      [asks, 'cancel_requested'],
      [bounced, 'confirmed'],
      [uncertain, 'confirmed'],
    ] as const)
      updateEntry(tx, id, { metadata: { patientAnswer: { answer, at: new Date(now).toISOString() } } })
    const emailOf = (id: string) => listNotices(tx, id).find(({ channel }) => channel === 'email')!.id
    const failed = { state: 'dead', reason: 'refused', lastError: 'smtp_550', updatedAt: now } as const
    updateNotice(tx, emailOf(bounced), failed)
    updateNotice(tx, emailOf(uncertain), { state: 'uncertain', uncertainAt: now, updatedAt: now })
  })
  const waiting = await newWaiting(call, {
    patientId: await patient(who.waits),
    durationMinutes: 45,
    urgency: 'urgent',
    weekdays: ['wed'],
    note: 'A filling came out.',
  })
  await newNote(call, await patient(who.next), { title: 'Crown 24', isNext: true })
  c.clock.now += hour
  return { chair, asks, silent, waiting }
}
