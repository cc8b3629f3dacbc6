import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import type { NoticeChannel } from '../../src/domain/reminders/notice.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { saveNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { insertNotice, untried } from '../../src/store/notices/notices.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { anyHour } from '../support/clinic.ts'

interface Planted {
  readonly patientId: string
  readonly userId: string
  readonly channel: NoticeChannel
  /** Epoch milliseconds, like all instants here. */
  readonly startAt: number
  readonly dueAt: number
  readonly now: number
}

/** Puts an appointment and one scheduled reminder for it into the database. Returns the reminder's id. */
export function plantReminder(
  tx: WriteScope,
  { patientId, userId, channel, startAt, dueAt, now }: Planted,
): string {
  const entry = { id: newId(now), chairId: null, patientId, type: 'appointment' as const, startAt }
  const texts = { title: null, color: null, serviceRef: null, notes: null, metadata: {} }
  const blank = { ...texts, practitionerId: null, seriesId: null, appointmentTypeId: null }
  const times = { createdAt: now, updatedAt: now }
  insertEntry(tx, { ...entry, ...blank, ...times, endAt: startAt + 1, createdBy: userId })
  const id = newId(now)
  const notice = {
    id,
    entryId: entry.id,
    patientId,
    channel,
    kind: 'reminder' as const,
    slot: 0,
    startAt,
    dueAt,
  }
  const fresh = { ...untried, state: 'scheduled' as const, reason: null, nextAttemptAt: dueAt }
  insertNotice(tx, { ...notice, ...fresh, ...times })
  return id
}

/**
 * Puts reminders into a database. They fall due one after the other, the first in five seconds. All are mails to one
 * patient, and each has its own appointment tomorrow.
 */
export async function plantDueReminders(
  path: string,
  { practiceId, ownerId }: { readonly practiceId: string; readonly ownerId: string },
  { everyMs, forMs }: { readonly everyMs: number; readonly forMs: number },
): Promise<void> {
  const store = createStore(openDatabase(path))
  const practice = store.practices.of(practiceId, byTest)
  const now = Date.now()
  const email = 'nuria@example.org'
  const { id: patientId } = await createPatient(practice, { firstName: 'Núria', lastName: 'Öz', email }, now)
  await practice.write((tx) => {
    saveNoticeSettings(tx, anyHour, now)
    const usual = { patientId, userId: ownerId, channel: 'email' as const, now }
    for (let ms = 5_000; ms < forMs; ms += everyMs)
      plantReminder(tx, { ...usual, startAt: now + 24 * hour + ms, dueAt: now + ms })
  })
  await store.close()
}

const hour = 3_600_000

/**
 * Adds past appointments without a chair, until the file has this number of megabytes. Their notes are random, because
 * Litestream would compress anything else to a few megabytes.
 */
export async function plantCalendar(
  path: string,
  { practiceId, userId, megabytes }: { practiceId: string; userId: string; megabytes: number },
): Promise<void> {
  const database = openDatabase(path)
  const store = createStore(database)
  const practice = store.practices.of(practiceId, byTest)
  const now = Date.now()
  const from = Date.parse('2010-01-04T08:00:00Z')
  for (let n = 0; Bun.file(path).size < megabytes * 1_000_000; n += 1_000) {
    await practice.write((tx) => {
      for (let i = n; i < n + 1_000; i++)
        insertEntry(tx, {
          id: newId(now),
          type: 'appointment',
          chairId: null,
          patientId: null,
          title: 'Check-up',
          startAt: from + i * hour,
          endAt: from + (i + 1) * hour,
          color: null,
          serviceRef: null,
          notes: randomBytes(240).toString('base64'),
          metadata: {},
          createdBy: userId,
          practitionerId: null,
          seriesId: null,
          appointmentTypeId: null,
          createdAt: now,
          updatedAt: now,
        })
    })
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  await store.close()
}
