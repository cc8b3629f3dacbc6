/**
 * The rules of the calendar in their plainest form: one list of entries, and each rule looks at every entry. The model
 * does not use the service. `test/model.test.ts` compares the two (RULES §4.4, §6).
 */
export interface Entry {
  readonly type: string
  readonly chairId: string | null
  readonly patientId: string | null
  readonly startAt: number
  readonly endAt: number
}

type Time = Pick<Entry, 'startAt' | 'endAt'>

/** The expected answer: its status, and for a 409 the ids of the conflicting entries. */
export interface Decision {
  readonly status: number
  readonly inTheWay?: string[]
}

interface Reminder {
  readonly patientId: string
  readonly startAt: number
  state: 'scheduled' | 'skipped'
  calledOff: boolean
}

const lead = 1440 * 60_000

const occupies = (entry: Entry) => entry.chairId !== null && entry.type !== 'reminder'
const wantsNotice = (entry: Entry) => entry.type === 'appointment' && entry.patientId !== null

export const clash = (a: Entry, b: Entry) =>
  occupies(a) && occupies(b) && a.chairId === b.chairId && a.startAt < b.endAt && a.endAt > b.startAt

export class CalendarModel {
  readonly patients: string[] = []
  readonly chairs: { readonly id: string; active: boolean }[] = []
  readonly entries = new Map<string, Entry>()
  readonly deleted: string[] = []
  /** The reminders of each entry: one for each patient and start time that the entry has had. */
  readonly #reminders = new Map<string, Reminder[]>()

  /** The answer that the rules give to a request that replaces the entry `before` with `after`. */
  decide(id: string | undefined, before: Entry | undefined, after: Entry): Decision {
    if (after.endAt <= after.startAt) return { status: 400 }
    const chair = this.chairs.find((one) => one.id === after.chairId)
    const comes =
      after.chairId !== before?.chairId || (occupies(after) && before !== undefined && !occupies(before))
    if (after.chairId !== null && comes && !chair?.active) return { status: 400 }
    if (after.patientId !== null && !this.patients.includes(after.patientId)) return { status: 400 }
    const inTheWay = [...this.entries].filter(([other, standing]) => other !== id && clash(standing, after))
    if (inTheWay.length > 0) return { status: 409, inTheWay: inTheWay.map(([other]) => other).sort() }
    return { status: before === undefined ? 201 : 200 }
  }

  /**
   * The answer that the rules give to a request that moves several entries at once. The rules look at the entries as
   * they are after all moves. Each text of `inTheWay` is the number of a move and the id of an entry that overlaps it.
   */
  decideMoves(moves: readonly { readonly id: string; readonly after: Entry | undefined }[]): Decision {
    const isWrong = ({ id, after }: { id: string; after: Entry | undefined }) =>
      after === undefined || this.decide(id, this.entries.get(id), after).status === 400
    if (moves.some(isWrong)) return { status: 400 }
    const afterwards = new Map([...this.entries, ...moves.map(({ id, after }) => [id, after!] as const)])
    const inTheWay = moves.flatMap(({ id, after }, i) =>
      [...afterwards].flatMap(([other, standing]) =>
        other !== id && clash(standing, after!) ? [`${i} ${other}`] : [],
      ),
    )
    return inTheWay.length > 0 ? { status: 409, inTheWay: inTheWay.sort() } : { status: 200 }
  }

  put(id: string, after: Entry, now: number): void {
    const before = this.entries.get(id)
    this.entries.set(id, after)
    this.#remind(id, before, after, now)
  }

  remove(id: string, now: number): void {
    const before = this.entries.get(id)
    if (this.entries.delete(id)) this.deleted.push(id)
    this.#remind(id, before, undefined, now)
  }

  /**
   * A cancelled reminder comes back when the entry has the reminder's time and patient again. The reminder is scheduled
   * again if it was scheduled before and the start is in the future. It is skipped again if it was skipped before.
   */
  #remind(id: string, before: Entry | undefined, after: Entry | undefined, now: number): void {
    const [old, next] = [before, after].map((entry) => (entry && wantsNotice(entry) ? entry : undefined))
    if (old?.startAt === next?.startAt && old?.patientId === next?.patientId) return
    const all = this.#reminders.get(id) ?? []
    this.#reminders.set(id, all)
    const of = (entry: Entry | undefined) =>
      all.find(({ startAt, patientId }) => startAt === entry?.startAt && patientId === entry.patientId)
    const left = of(old)
    if (left?.state === 'scheduled' || (left && left.startAt > now)) left.calledOff = true
    if (next === undefined) return
    const { startAt, patientId } = next as Entry & { patientId: string }
    const known = of(next)
    if (known && !known.calledOff) return
    const waited = known?.state === 'scheduled' && startAt > now
    const state = startAt - lead > now || waited ? 'scheduled' : 'skipped'
    if (known) Object.assign(known, { state, calledOff: false })
    else all.push({ startAt, patientId, state, calledOff: false })
  }

  /**
   * The id of the first active chair that is free at a time, or undefined. Entries with ids in `without` do not count.
   */
  offered(time: Time, without: ReadonlySet<string> = new Set()): string | undefined {
    const entries = [...this.entries].flatMap(([id, entry]) => (without.has(id) ? [] : [entry]))
    const isFree = (chairId: string) =>
      !entries.some((entry) => clash(entry, { ...time, chairId, type: 'appointment', patientId: null }))
    return this.chairs.find(({ id, active }) => active && isFree(id))?.id
  }

  removePatient(id: string, now: number): void {
    this.patients.splice(this.patients.indexOf(id), 1)
    for (const [entryId, entry] of this.entries)
      if (entry.patientId === id) this.put(entryId, { ...entry, patientId: null }, now)
  }

  /** The entries, ordered by start and id. */
  list(): (Entry & { id: string })[] {
    const standing = [...this.entries].map(([id, entry]) => ({ ...entry, id }))
    return standing.sort((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
  }

  /** The notices of an entry that are not cancelled, one for each channel. The entry may already be deleted. */
  jobsOf(id: string) {
    const standing = (this.#reminders.get(id) ?? []).filter(({ calledOff }) => !calledOff)
    return standing.flatMap(({ patientId, state, startAt }) =>
      (['email', 'sms'] as const).map((channel) => ({
        channel,
        patientId,
        state,
        startAt,
        dueAt: startAt - lead,
      })),
    )
  }
}
