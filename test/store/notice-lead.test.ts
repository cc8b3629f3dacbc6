import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { dueTime } from '../../src/domain/reminders/lead.ts'
import { type NoticeStatus, noticeReasons, noticeStates } from '../../src/domain/reminders/notice.ts'
import { applyNewLead } from '../../src/store/notice-lead.ts'
import { findNotice, insertNotice, type NoticeRow } from '../../src/store/notices.ts'
import { monday } from '../support/clinic.ts'
import { noticeRow, openStore } from './records.ts'

const minute = 60_000
const now = monday

/** The table in `domain/reminders/lead.ts`, row by row. */
function expected(notice: NoticeRow, lead: number): NoticeStatus & { dueAt: number; nextAttemptAt: number } {
  const { state, reason, dueAt, nextAttemptAt, startAt, createdAt, lastError } = notice
  const stays = { state, reason, dueAt, nextAttemptAt }
  if (startAt <= now) return stays
  const due = dueTime(startAt, lead)
  if (state === 'scheduled') {
    if (lead === 0) return { ...stays, state: 'skipped', reason: 'switched_off' }
    return {
      state,
      reason: null,
      dueAt: due,
      nextAttemptAt: lastError === null ? due : Math.max(nextAttemptAt, due),
    }
  }
  const comesBack =
    state === 'skipped' &&
    ((reason === 'inside_lead' && due > now) || (reason === 'switched_off' && createdAt < due))
  if (lead === 0 || !comesBack) return stays
  return { state: 'scheduled', reason: null, dueAt: due, nextAttemptAt: due }
}

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((m) => now + m * minute)
const notices = fc.array(
  fc.record({
    state: fc.constantFrom(...noticeStates, 'scheduled' as const, 'skipped' as const),
    reason: fc.constantFrom(...noticeReasons, 'inside_lead' as const, 'switched_off' as const, null),
    startAt: minutes(-100, 3000),
    dueAt: minutes(-1500, 1500),
    nextAttemptAt: minutes(-1500, 1500),
    createdAt: minutes(-3000, 0),
    lastError: fc.constantFrom(null, 'timeout'),
  }),
  { minLength: 1, maxLength: 20 },
)

test('a change of the lead treats every notice as the table in the domain says', async () => {
  await using s = await openStore()
  const { practice } = s.own
  await fc.assert(
    fc.asyncProperty(notices, fc.constantFrom(0, 5, 60, 1440, 2880), async (rows, lead) => {
      const ids = rows.map(() => newId(now))
      await practice.write((tx) => {
        for (const [i, row] of rows.entries())
          insertNotice(tx, noticeRow({ ...row, id: ids[i]!, entryId: newId(now), patientId: newId(now) }))
      })
      const before = ids.map((id) => findNotice(practice.read, id)!)
      await practice.write((tx) => applyNewLead(tx, lead, now))
      for (const notice of before)
        expect(findNotice(practice.read, notice.id)).toMatchObject(expected(notice, lead))
    }),
    { numRuns: 200 },
  )
})
