import { Rotation } from '../domain/rotation.ts'
import { tooMany } from './fair-share.ts'

/** How many requests are worked on at a time, and how many more may wait. */
interface Places {
  readonly inFlight: number
  readonly waiting: number
}

/** The places of all credentials of a practice together (RULES §8). */
export const placesOfPractice: Places = { inFlight: 64, waiting: 1_024 }

/** The practice and the credential of a request. */
export interface RequestOwner {
  readonly practiceId: string
  readonly credential: string
}

/**
 * How many milliseconds a practice may work in one turn of the event loop. Then the practice waits for the next turn.
 * While other practices send requests, the turns are short, because a booking waits for several turns.
 */
const workInTurnMs = { alone: 4, besideOthers: 0.75 }
/**
 * How many milliseconds Bun needs to receive a request and to send its answer, and to receive a MiB of its body. The
 * measured time of a piece of work does not include these milliseconds.
 */
const aroundMs = { request: 0.05, mebibyte: 0.5 }
/**
 * How far a practice may exceed its half of the time, in milliseconds. So a page with many requests at once is quick.
 */
const aheadMs = 20
/** The longest rest after work, in milliseconds. When the whole machine was paused, the measured work is too long. */
const longestRestMs = 1_000
/** How long after its last request a practice counts as one that asks for something, in milliseconds. */
const othersMs = 1_000

/** The work of one practice that runs or waits. */
interface Going {
  active: number
  readonly activeOf: Map<string, number>
  /** Requests that wait for a place. */
  readonly forPlace: Rotation<() => void>
  /** Pieces of work that wait for the event loop. */
  readonly forLoop: Rotation<() => void>
  /** Whether a piece of work has begun and not ended. */
  isWorking: boolean
  workedInTurn: number
  /** Whether a call is planned that continues the work. */
  isPlanned: boolean
  /** The moment at which the practice has rested for as long as it has worked. */
  restedAt: number
}

/**
 * Gives each practice its share of the event loop. Requests are done in pieces, and the credentials of a practice take
 * turns. While other practices ask for something, a practice works for half of the time at most. So it cannot take the
 * whole loop, however many credentials it has. Times are in milliseconds.
 */
export class PracticeShare {
  readonly #each: Places
  readonly #together: Places
  readonly #now: () => number
  readonly #nextTurn: (run: () => void) => void
  readonly #later: (run: () => void, ms: number) => void
  /** The work by practice. Entries are never removed: there are no more of them than practices in the database. */
  readonly #going = new Map<string, Going>()
  /**
   * The practice with the last request, and its time. `#beforeAt` is the time of the last request of another practice.
   */
  #last = { practiceId: '', at: Number.NEGATIVE_INFINITY }
  #beforeAt = Number.NEGATIVE_INFINITY

  /**
   * @param each the places of one credential
   * @param now a clock that never runs backwards
   * @param nextTurn runs a function in the next turn of the event loop
   */
  constructor(
    each: Places,
    now: () => number,
    nextTurn: (run: () => void) => void = setImmediate,
    later: (run: () => void, ms: number) => void = setTimeout,
    together = placesOfPractice,
  ) {
    this.#each = each
    this.#together = together
    this.#now = now
    this.#nextTurn = nextTurn
    this.#later = later
  }

  /** How many credentials have requests in work. */
  get remembered(): number {
    let sum = 0
    for (const { activeOf } of this.#going.values()) sum += activeOf.size
    return sum
  }

  /** Notes that a practice asks for something. */
  asks(practiceId: string): void {
    const at = this.#now()
    if (practiceId !== this.#last.practiceId) this.#beforeAt = this.#last.at
    this.#last = { practiceId, at }
  }

  /**
   * Waits until a request may be worked on. Undefined means at once. Call `leave` exactly once afterwards.
   * @throws `rate_limited` when too many wait already.
   */
  enter({ practiceId, credential }: RequestOwner): Promise<void> | undefined {
    const going = this.#goingOf(practiceId)
    if (going.forPlace.of(credential) === 0 && this.#hasPlace(going, credential)) {
      takePlace(going, credential)
      return undefined
    }
    if (going.forPlace.of(credential) >= this.#each.waiting || going.forPlace.size >= this.#together.waiting)
      throw tooMany()
    return new Promise((resolve) =>
      going.forPlace.add(credential, () => {
        takePlace(going, credential)
        resolve()
      }),
    )
  }

  /** Gives back the place of a request. The next credential that waits gets the place. */
  leave({ practiceId, credential }: RequestOwner): void {
    const going = this.#goingOf(practiceId)
    const left = going.activeOf.get(credential)! - 1
    if (left === 0) going.activeOf.delete(credential)
    else going.activeOf.set(credential, left)
    going.active--
    going.forPlace.next((name) => this.#hasPlace(going, name))?.()
  }

  /**
   * Waits until a request may do its first piece of work. Undefined means at once. Call `charge` with the time of the
   * piece afterwards. `bytes` is the length of a large body.
   */
  step(owner: RequestOwner, bytes = 0): Promise<void> | undefined {
    const going = this.#goingOf(owner.practiceId)
    const around = () => addWork(going, aroundMs.request + (bytes / 2 ** 20) * aroundMs.mebibyte, this.#now())
    if (going.forLoop.size > 0 || !this.#mayWork(owner.practiceId, going)) return this.#wait(owner, around)
    this.#begin(owner.practiceId, going)
    around()
    return undefined
  }

  /** Waits until a request may do the next piece of a long answer. */
  nextStep(owner: RequestOwner): Promise<void> {
    return this.#wait(owner)
  }

  #wait({ practiceId, credential }: RequestOwner, begins = () => {}): Promise<void> {
    const going = this.#goingOf(practiceId)
    return new Promise((resolve) => {
      going.forLoop.add(credential, () => {
        begins()
        resolve()
      })
      this.#plan(practiceId, going)
    })
  }

  /** Counts work that was done for a practice. */
  charge(practiceId: string, ms: number): void {
    const going = this.#goingOf(practiceId)
    addWork(going, ms, this.#now())
    going.isWorking = false
    if (going.forLoop.size > 0) this.#goOn(practiceId, going)
    // Work that did not begin with `step` also counts in this turn of the event loop.
    else if (ms > 0) this.#plan(practiceId, going)
  }

  #goingOf(practiceId: string): Going {
    return this.#going.getOrInsertComputed(practiceId, () => ({
      active: 0,
      activeOf: new Map(),
      forPlace: new Rotation(),
      forLoop: new Rotation(),
      isWorking: false,
      workedInTurn: 0,
      isPlanned: false,
      restedAt: Number.NEGATIVE_INFINITY,
    }))
  }

  #hasPlace({ active, activeOf }: Going, credential: string): boolean {
    return active < this.#together.inFlight && (activeOf.get(credential) ?? 0) < this.#each.inFlight
  }

  #mayWork(practiceId: string, going: Going): boolean {
    return (
      !going.isWorking &&
      going.workedInTurn < workInTurnMs[this.#hasOthers(practiceId) ? 'besideOthers' : 'alone'] &&
      this.#restOf(practiceId, going) <= 0
    )
  }

  /** How many milliseconds a practice must rest before it works again. 0 or less means no rest. */
  #restOf(practiceId: string, { restedAt }: Going): number {
    return this.#hasOthers(practiceId) ? restedAt - aheadMs - this.#now() : 0
  }

  /** Whether another practice has asked for something lately. */
  #hasOthers(practiceId: string): boolean {
    const othersAt = practiceId === this.#last.practiceId ? this.#beforeAt : this.#last.at
    return othersAt + othersMs > this.#now()
  }

  #begin(practiceId: string, going: Going): void {
    going.isWorking = true
    this.#plan(practiceId, going)
  }

  /** Lets the next piece of work begin, or plans another try. */
  #goOn(practiceId: string, going: Going): void {
    if (!this.#mayWork(practiceId, going)) {
      this.#plan(practiceId, going)
      return
    }
    const next = going.forLoop.next()
    if (next === undefined) return
    this.#begin(practiceId, going)
    next()
  }

  #plan(practiceId: string, going: Going): void {
    if (going.isPlanned) return
    going.isPlanned = true
    const next = () => {
      going.isPlanned = false
      going.isWorking = false
      going.workedInTurn = 0
      this.#goOn(practiceId, going)
    }
    const rest = going.forLoop.size === 0 ? 0 : this.#restOf(practiceId, going)
    if (rest > 0) this.#later(next, Math.ceil(rest))
    else this.#nextTurn(next)
  }
}

/** Counts work of a practice. The time of the work itself does not count as rest. */
function addWork(going: Going, ms: number, now: number): void {
  going.workedInTurn += ms
  going.restedAt = Math.min(Math.max(now, going.restedAt + ms) + ms, now + longestRestMs)
}

function takePlace(going: Going, credential: string): void {
  going.active++
  going.activeOf.set(credential, (going.activeOf.get(credential) ?? 0) + 1)
}
