/** How long a patient in a list is not named again for the same credential, in milliseconds. */
const lately = 3_600_000
/** More patients than a practice sees in an hour. Beyond this number everything is forgotten, and named again. */
const most = 20_000

/**
 * Who has seen which patients in a list within the last hour. A page asks for the calendar every few seconds, and without
 * this the trail would name a whole day's patients each time.
 */
export class SeenLately {
  #seen = new Map<string, Map<string, number>>()
  #count = 0

  /** Those of the patients that this credential has not seen in this list within the hour. They count as seen now. */
  notSeen(list: string, patients: readonly string[], now: number): string[] {
    if (this.#count > most) this.#forget()
    let seen = this.#seen.get(list)
    if (seen === undefined) {
      seen = new Map()
      this.#seen.set(list, seen)
    }
    const before = seen.size
    const fresh = patients.filter((id) => {
      const at = seen.get(id)
      // A time in the future is from before the clock was set back.
      if (at !== undefined && at <= now && now - at < lately) return false
      seen.set(id, now)
      return true
    })
    this.#count += seen.size - before
    return fresh
  }

  #forget(): void {
    this.#seen.clear()
    this.#count = 0
  }
}
