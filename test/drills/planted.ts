import { newId } from '../../src/domain/id.ts'
import type { NoticeChannel } from '../../src/domain/reminders/notice.ts'
import { insertEntry } from '../../src/store/entries.ts'
import { insertNotice, untried } from '../../src/store/notices.ts'
import type { WriteScope } from '../../src/store/scope.ts'

interface Planted {
  readonly patientId: string
  readonly userId: string
  readonly channel: NoticeChannel
  /** Epoch milliseconds, like all instants here. */
  readonly startAt: number
  readonly dueAt: number
  readonly now: number
}

/** Puts an appointment and one scheduled reminder of it into the database. Answers the reminder's id. */
export function plantReminder(
  tx: WriteScope,
  { patientId, userId, channel, startAt, dueAt, now }: Planted,
): string {
  const entry = { id: newId(now), chairId: null, patientId, type: 'appointment' as const, startAt }
  const blank = { title: null, color: null, serviceRef: null, notes: null, metadata: {} }
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
