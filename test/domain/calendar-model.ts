/**
 * The rules of the calendar said once more, as plainly as can be: one list, every entry looked at. It knows
 * nothing of the service; `test/model.test.ts` runs both side by side.
 */
export interface Entry {
  readonly type: string
  readonly chairId: string | null
  readonly patientId: string | null
  readonly startAt: number
  readonly endAt: number
}

/** What is to be answered: the status, and on 409 the ids of the entries that stand in the way. */
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
  /** What became of the reminders of each entry: one for each patient and start time it has had. */
  readonly #reminders = new Map<string, Reminder[]>()

  /** What the rules say to `after` in the place of `before`. */
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

  /** One that waited comes back as one that waits, up to the start; one that was skipped is skipped again. */
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

  removePatient(id: string, now: number): void {
    this.patients.splice(this.patients.indexOf(id), 1)
    for (const [entryId, entry] of this.entries)
      if (entry.patientId === id) this.put(entryId, { ...entry, patientId: null }, now)
  }

  /** The entries by start and id. */
  list(): (Entry & { id: string })[] {
    const standing = [...this.entries].map(([id, entry]) => ({ ...entry, id }))
    return standing.sort((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
  }

  /** The reminder jobs of an entry, standing or deleted, that are not cancelled: one for each channel. */
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
