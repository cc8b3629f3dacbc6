/** Checks a time before it is booked, by the entries of its day. The server checks again, and its answer counts. */
import type { Day, DayEntry } from '../../contract/names.ts'

export type EntryType = DayEntry['type']

/** The entry that a member wants to book. Instants are epoch milliseconds. */
export interface EntryWish {
  readonly type: EntryType
  readonly startAt: number
  readonly endAt: number
  readonly chairId: string | null
  readonly patientId: string | null
  readonly practitionerId: string | null
}

/** A result of the check. `taken` and `busy` refuse the booking. The other kinds are only warnings. */
export type Finding =
  | { readonly kind: 'taken' | 'busy' | 'twice' | 'same-day'; readonly entries: readonly DayEntry[] }
  | { readonly kind: 'past' | 'hours' }
  | { readonly kind: 'closure'; readonly name: string }
  | { readonly kind: 'away'; readonly name: string; readonly reason: string | null }

/** Checks a wish. With `once`, a practitioner can be at only one chair at a time. `now` is in epoch milliseconds. */
export function checkOf(day: Day, wish: EntryWish, once: boolean, now: number): readonly Finding[] {
  const all = [...day.entries, ...day.withoutChair]
  const found: Finding[] = []
  const say = (kind: 'taken' | 'busy' | 'twice' | 'same-day', entries: readonly DayEntry[]) => {
    if (entries.length > 0) found.push({ kind, entries })
  }
  if (wish.type !== 'reminder') {
    const meanwhile = all.filter((entry) => entry.type !== 'reminder' && overlaps(entry, wish))
    say(
      'taken',
      meanwhile.filter(({ chairId }) => chairId !== null && chairId === wish.chairId),
    )
    const treats = ({ practitionerId }: DayEntry) =>
      practitionerId !== null && practitionerId === wish.practitionerId
    if (once && found.length === 0) say('busy', meanwhile.filter(treats))
  }
  if (wish.type === 'appointment') found.push(...closedAt(day, wish), ...awayAt(day, wish))
  if (wish.startAt < now) found.push({ kind: 'past' })
  const theirs = all.filter(
    ({ patientId, type }) => patientId !== null && patientId === wish.patientId && type === 'appointment',
  )
  const isTwice = (entry: DayEntry) => wish.type === 'appointment' && overlaps(entry, wish)
  say('twice', theirs.filter(isTwice))
  say(
    'same-day',
    theirs.filter((entry) => !isTwice(entry)),
  )
  return found
}

/** Whether a finding refuses the booking. */
export const refuses = ({ kind }: Finding): boolean => kind === 'taken' || kind === 'busy'

/** A warning when the practitioner is away. Only the first absence is named. */
const awayAt = ({ absences }: Day, wish: EntryWish): readonly Finding[] =>
  absences
    .filter((one) => one.practitionerId === wish.practitionerId && overlaps(one, wish))
    .slice(0, 1)
    .map(({ name, reason }) => ({ kind: 'away', name, reason }))

function closedAt(day: Day, wish: EntryWish): readonly Finding[] {
  const chair = day.chairs.find(({ id }) => id === wish.chairId)
  if (chair === undefined) return []
  const closures = chair.closures.filter((closure) => overlaps(closure, wish))
  if (closures.length > 0)
    return [...new Set(closures.map(({ name }) => name))].map((name) => ({ kind: 'closure', name }))
  const isOpen = chair.hours.some(
    ({ startAt, endAt }) => Date.parse(startAt) <= wish.startAt && wish.endAt <= Date.parse(endAt),
  )
  return isOpen ? [] : [{ kind: 'hours' }]
}

const overlaps = (
  { startAt, endAt }: { readonly startAt: string; readonly endAt: string },
  wish: EntryWish,
): boolean => Date.parse(startAt) < wish.endAt && Date.parse(endAt) > wish.startAt
