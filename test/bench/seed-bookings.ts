import { random } from '../../src/demo/random.ts'
import { newId } from '../../src/domain/id.ts'
import { planNotices, reminderTimesOf } from '../../src/domain/reminders/plan.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { applyNoticeSteps } from '../../src/store/notices/notice-steps.ts'
import { calendar, chairId, day, hour, minute, patientId } from './records.ts'
import { type Seeded, seedPractice } from './seed.ts'

const chairs = 10
/** How many bookings are made on one day. The coming days are never full. */
const perDay = 150
const daysAhead = 60
const slotsADay = 20

const times = reminderTimesOf(
  { timezone: 'UTC', reminderLeadMinutes: 1440 },
  { moreLeadMinutes: null, sendFrom: null, sendUntil: null },
)

/** A practice in which this number of appointments were booked, each for a free slot within the next weeks. */
export const seedBookings = (path: string, bookings: number): Promise<Seeded> =>
  seedPractice(path, chairs, async ({ practice, userId }) => {
    const dice = random(4)
    const taken = new Set<string>()
    for (let made = 0; made < bookings; made += perDay)
      await practice.write((tx) => {
        const today = calendar.end + (made / perDay) * day
        for (let n = 0; n < perDay; n++) {
          const now = today + n * minute
          const { chair, startAt } = freeSlot(dice, taken, today)
          const booking = {
            id: newId(now),
            type: 'appointment' as const,
            chairId: chairId(chair),
            patientId: patientId(dice.below(calendar.patients)),
            startAt,
          }
          insertEntry(tx, {
            ...booking,
            title: 'Check-up',
            endAt: startAt + 30 * minute,
            color: null,
            serviceRef: '01',
            notes: null,
            practitionerId: null,
            seriesId: null,
            appointmentTypeId: null,
            metadata: {},
            createdBy: userId,
            createdAt: now,
            updatedAt: now,
          })
          applyNoticeSteps(tx, booking.id, planNotices(null, booking, times, now), now, { isNew: true })
        }
      })
  })

function freeSlot(dice: ReturnType<typeof random>, taken: Set<string>, today: number) {
  for (;;) {
    const chair = dice.below(chairs)
    const startAt = today + (2 + dice.below(daysAhead)) * day + 8 * hour + dice.below(slotsADay) * 30 * minute
    const key = `${chair} ${startAt}`
    if (taken.has(key)) continue
    taken.add(key)
    return { chair, startAt }
  }
}
