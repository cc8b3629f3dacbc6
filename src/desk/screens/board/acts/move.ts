/** Moves an entry to another place, or lets two entries change places. A place is a time and a chair. */
import { api, at } from '../../../api/api.ts'
import { zone } from '../../../base/me.ts'
import { dateOf, sayDayOf, saySpan } from '../../../base/time/say.ts'
import { sayProblem } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { columnFor, columnOf, flash, settle } from './board-now.ts'
import { nameOf } from './names.ts'
import type { Place } from './place.ts'
import { withProgress, withStepsAgain } from './progress.ts'
import { type Answer, act, type Refused, type VersionOf } from './send.ts'
import { standingAt } from './standing.ts'
import { swapped } from './swapped.ts'

/** Where an entry is in the calendar. Instants are ISO 8601. */
export interface Where {
  readonly startAt: string
  readonly endAt: string
  readonly chairId: string | null
}

/** The time and the chair of a place on the board. */
export const whereOf = ({ column, from, to }: Place): Where => ({
  startAt: new Date(from).toISOString(),
  endAt: new Date(to).toISOString(),
  chairId: columnOf(column)?.chairId ?? null,
})

/** The place of an entry on the board; undefined when its column is not shown. */
export function placeOf(entry: DayEntry): Place | undefined {
  const column = columnFor(entry)
  return column && { column: column.key, from: Date.parse(entry.startAt), to: Date.parse(entry.endAt) }
}

/** Drops an entry at a place of the board. A time that is taken is refused at once. */
export async function drop(entry: DayEntry, place: Place): Promise<boolean> {
  const column = columnOf(place.column)
  if (column === undefined) return false
  const { taken } = standingAt(column, place, entry, [entry.id])
  if (taken) return refuse(taken)
  const moved = moveTo(entry, whereOf(place))
  settle(entry.id)
  return moved
}

function refuse(taken: DayEntry): false {
  flash(taken.id)
  sayProblem(words.value.acts.taken(nameOf(taken), saySpan(taken.startAt, taken.endAt, zone())))
  return false
}

/** Moves one entry. Resolves to whether the entry was moved. */
export const moveTo = (entry: DayEntry, to: Where, refused?: Refused): Promise<boolean> =>
  edit(entry, to, () => words.value.acts.moved(nameOf(entry), sayWhere(entry, to)), refused)

/** Accepts an online request at another time or chair. Resolves to whether the request was accepted. */
export const acceptAt = (entry: DayEntry, to: Where, refused?: Refused): Promise<boolean> =>
  act({
    entries: [entry],
    become: [{ ...entry, ...to }],
    send: async (versionOf) => {
      const one = at({ appointmentId: entry.id }, versionOf(entry))
      const body = { type: 'appointment' as const, ...to }
      return [withoutWarnings(await api.PATCH('/api/v1/appointments/{appointmentId}', { ...one, body }))]
    },
    says: () => words.value.inbox.acceptedAt(sayWhere(entry, to)),
    refused,
  })

type Fields = Partial<
  Pick<
    DayEntry,
    | 'startAt'
    | 'endAt'
    | 'chairId'
    | 'title'
    | 'color'
    | 'notes'
    | 'practitionerId'
    | 'appointmentTypeId'
    | 'serviceRef'
  >
>

/** Changes fields of one entry. Only fields that differ are sent. Resolves to whether the entry was changed. */
export function edit(entry: DayEntry, to: Fields, says: () => string, refused?: Refused): Promise<boolean> {
  const keys = (Object.keys(to) as (keyof Fields)[]).filter((key) => to[key] !== entry[key])
  if (keys.length === 0) return Promise.resolve(true)
  const only = (fields: Fields): Fields => Object.fromEntries(keys.map((key) => [key, fields[key]]))
  const patch =
    (body: Fields, steps: typeof withProgress) =>
    async (versionOf: VersionOf): Promise<Answer[]> => {
      const one = at({ appointmentId: entry.id }, versionOf(entry))
      const answer = await api.PATCH('/api/v1/appointments/{appointmentId}', { ...one, body })
      const answers = [withoutWarnings(answer)]
      return body.startAt === undefined ? answers : await steps(answers, [entry])
    }
  return act({
    entries: [entry],
    become: [{ ...entry, ...only(to) }],
    send: patch(only(to), withProgress),
    says,
    refused,
    undo: () => ({ become: [entry], send: patch(only(entry), withStepsAgain) }),
  })
}

/** The new time of an entry in words. The day and the chair are named only when they change. */
function sayWhere(entry: DayEntry, { startAt, endAt, chairId }: Where): string {
  const day =
    dateOf(startAt, zone()) === dateOf(entry.startAt, zone()) ? '' : `${sayDayOf(startAt, zone())}, `
  const chair = chairId === entry.chairId ? '' : `, ${columnFor({ chairId, startAt })?.title ?? ''}`
  return `${day}${saySpan(startAt, endAt, zone())}${chair.length > 2 ? chair : ''}`
}

/** Lets two entries change places in one act. */
export async function swap(one: DayEntry, other: DayEntry): Promise<boolean> {
  const places = swapped(one, other)
  const entries = [one, other]
  const { acts } = words.value
  const warnings: string[] = []
  for (const [i, { chairId, startAt, endAt }] of places.entries()) {
    const column = columnFor({ chairId, startAt })
    const place = { column: '', from: Date.parse(startAt), to: Date.parse(endAt) }
    const standing = column && standingAt(column, place, entries[i]!, [one.id, other.id])
    if (standing?.taken) return refuse(standing.taken)
    if (standing?.away) warnings.push(`${acts.awayThen(standing.away)}.`)
  }
  return act({
    entries,
    become: entries.map((entry, i) => ({ ...entry, ...places[i]! })),
    send: moveAll(entries, places, withProgress),
    says: () => [acts.swapped(nameOf(one), nameOf(other)), ...new Set(warnings)].join(' '),
    undo: () => ({ become: entries, send: moveAll(entries, entries, withStepsAgain) }),
  })
}

/** Moves entries in one act, all of them or none. */
const moveAll =
  (entries: readonly DayEntry[], places: readonly Where[], steps: typeof withProgress) =>
  async (versionOf: VersionOf): Promise<Answer[]> => {
    const moves = entries.map((entry, i) => {
      const { startAt, endAt, chairId } = places[i]!
      return { id: entry.id, version: versionOf(entry), startAt, endAt, chairId }
    })
    const { appointments } = await api.POST('/api/v1/appointments/moves', { body: { moves } })
    return await steps(appointments.map(withoutWarnings), entries)
  }

/** The entry of an answer, without the answer's warnings, which are no field of an entry. */
export const withoutWarnings = <T extends { warnings: unknown }>({ warnings: _, ...entry }: T) => entry
