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
export interface Verdict {
  readonly status: number
  readonly inTheWay?: string[]
}

const lead = 1440 * 60_000

const occupies = (entry: Entry) => entry.chairId !== null && entry.type !== 'reminder'
const wantsReminder = (entry: Entry) => entry.type === 'appointment' && entry.patientId !== null

export const clash = (a: Entry, b: Entry) =>
  occupies(a) && occupies(b) && a.chairId === b.chairId && a.startAt < b.endAt && a.endAt > b.startAt

export class CalendarModel {
  readonly patients: string[] = []
  readonly chairs: { readonly id: string; active: boolean }[] = []
  readonly entries = new Map<string, Entry>()
  readonly deleted: string[] = []
  /** What became of the reminder of each appointment that has a patient, when it was planned. */
  readonly #reminders = new Map<string, 'scheduled' | 'skipped'>()

  /** What the rules say to `after` in the place of `before`. */
  judge(id: string | undefined, before: Entry | undefined, after: Entry): Verdict {
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
    if (!wantsReminder(after)) this.#reminders.delete(id)
    else if (
      before === undefined ||
      !wantsReminder(before) ||
      before.startAt !== after.startAt ||
      before.patientId !== after.patientId
    )
      this.#reminders.set(id, after.startAt - lead > now ? 'scheduled' : 'skipped')
  }

  remove(id: string): void {
    if (this.entries.delete(id)) this.deleted.push(id)
    this.#reminders.delete(id)
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
    const state = this.#reminders.get(id)
    if (state === undefined) return []
    const { startAt, patientId } = this.entries.get(id) as Entry & { patientId: string }
    return (['email', 'sms'] as const).map((channel) => ({
      channel,
      patientId,
      state,
      startAt,
      dueAt: startAt - lead,
    }))
  }
}
