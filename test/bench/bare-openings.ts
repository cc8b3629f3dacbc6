/** `GET /openings` of the bare program. It does not read closures, because the measured practice has no closures. */
import type { Database } from 'bun:sqlite'
import { whereBlock } from '../../db/entry-sql.ts'
import { idOf, type StoredId } from '../../db/stored-id.ts'
import { freeSlots } from '../../src/domain/slots.ts'
import { type Interval, localDay } from '../../src/domain/time.ts'
import { defaultWorkingHours, openTimesOn, type Weekday, weekdays } from '../../src/domain/working-hours.ts'
import { formatInstant } from './bare-time.ts'

const minute = 60_000

/** Prepares the statements of `GET /openings`. */
export function prepareOpenings(
  db: Database,
  { practiceKey }: { practiceKey: number },
): (query: URLSearchParams) => object {
  const practice = db.prepare<
    { timezone: string; workingHours: string | null; slotMinutes: number | null },
    [number]
  >(
    'select timezone, working_hours as workingHours, slot_minutes as slotMinutes from practices where key = +?1',
  )
  const chairs = db.prepare<{ id: StoredId }, [number]>(
    'select id from chairs where practice_key = +?1 and active order by position, id',
  )
  const blocks = `select start_at as startAt, end_at as endAt from entries
    where practice_key = +?1 and chair_id = +?2 and ${whereBlock}`
  const last = db.prepare<Interval, [number, StoredId, number]>(
    `${blocks} and start_at <= +?3 order by start_at desc limit 1`,
  )
  const inside = db.prepare<Interval, [number, StoredId, number, number]>(
    `${blocks} and start_at > +?3 and start_at < +?4 order by start_at`,
  )
  return (query) => {
    const { timezone, workingHours, slotMinutes } = practice.get(practiceKey)!
    const hours = workingHours === null ? defaultWorkingHours : JSON.parse(workingHours)
    const wanted = query.get('weekdays')!.split(',') as Weekday[]
    const to = Temporal.PlainDate.from(query.get('to')!)
    const open: Interval[] = []
    for (
      let day = Temporal.PlainDate.from(query.get('from')!);
      day.until(to).days > 0;
      day = day.add({ days: 1 })
    )
      if (wanted.includes(weekdays[day.dayOfWeek - 1]!))
        open.push(...openTimesOn(hours, day.toString(), timezone))
    const { startAt } = localDay(query.get('from')!, timezone)
    const endAt = localDay(to.toString(), timezone).startAt
    const found = chairs.all(practiceKey).flatMap(({ id }, position) => {
      const before = last.get(practiceKey, id, startAt)
      const busy = [...(before ? [before] : []), ...inside.all(practiceKey, id, startAt, endAt)]
      const slots = freeSlots(
        open,
        (slotMinutes ?? 15) * minute,
        Number(query.get('durationMinutes')) * minute,
        busy,
      )
      return slots.map((slot) => ({ ...slot, position, chairId: idOf(id) }))
    })
    const first = found.sort((a, b) => a.startAt - b.startAt || a.position - b.position)
    return {
      openings: first.slice(0, 10).map((slot) => ({
        chairId: slot.chairId,
        startAt: formatInstant(slot.startAt),
        endAt: formatInstant(slot.endAt),
      })),
      // The measured requests find fewer times than fit into one answer.
      nextCursor: null,
    }
  }
}
