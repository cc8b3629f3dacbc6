/**
 * One appointment, one patient and one channel in memory. The functions of `src/domain` plan the patient's notices.
 * This model delivers them minute by minute. Some deliveries are slow, fail, or end without an answer.
 */
import {
  canCarry,
  type LastNotice,
  type News,
  newsFor,
  says,
  wasTold,
} from '../../../src/domain/reminders/news.ts'
import type { NoticeKind, NoticeState } from '../../../src/domain/reminders/notice.ts'

const minute = 60_000
const quarter = 15 * minute

export type Outcome = 'sent' | 'uncertain' | 'failed'
export type Step =
  | { readonly do: 'move'; readonly quarter: number }
  | { readonly do: 'take away' | 'remind' | 'begin' }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'end'; readonly outcome: Outcome }

interface Notice {
  readonly kind: NoticeKind
  readonly startAt: number
  sequence: number
  state: NoticeState
  dueAt: number
  sentAt: number | null
  uncertainAt: number | null
  updatedAt: number
  /** The number of the step in which the delivery of the notice began. Null when no delivery is in progress. */
  begun: number | null
  begunAt: number
}

/**
 * A message that reached the patient, or may have. `begun` and `ended` are the numbers of the steps of its delivery.
 */
interface Heard {
  readonly kind: NoticeKind
  readonly startAt: number
  readonly begunAt: number
  readonly begun: number
  readonly ended: number
}

/** The start of the appointment as the patient knows it after a message. Null after a message about a cancellation. */
export const believedAfter = ({ kind, startAt }: Pick<Heard, 'kind' | 'startAt'>): number | null =>
  kind === 'cancelled' ? null : startAt

export class NewsWorld {
  readonly heard: Heard[] = []
  /** Whether a message about a change was not sent because it was too late. */
  gaveUp = false
  startAt: number | null = null
  now: number
  readonly #began: number
  readonly #tellBooked: boolean
  readonly #notices: Notice[] = []
  #count = 0
  #sequence = 0

  constructor(now: number, tellBooked: boolean) {
    this.now = now
    this.#began = now
    this.#tellBooked = tellBooked
  }

  step(step: Step): void {
    switch (step.do) {
      case 'move':
        this.#change(this.#began + step.quarter * quarter)
        break
      case 'take away':
        this.#change(null)
        break
      case 'wait':
        for (let i = 0; i < step.minutes; i++) this.#minute()
        break
      case 'remind':
        this.#remind()
        break
      case 'begin':
        this.#begin()
        break
      case 'end':
        this.#end(this.#firstInDelivery(), step.outcome)
    }
  }

  /** Ends all deliveries, and lets time pass until no notice waits any more. */
  settle(): void {
    const isLive = ({ state, begun }: Notice) => state === 'scheduled' || begun !== null
    while (this.#notices.some(isLive)) {
      for (const notice of this.#notices) if (notice.begun !== null) this.#end(notice, 'sent')
      this.#minute()
    }
  }

  #firstInDelivery(): Notice | undefined {
    return this.#notices.find(({ begun }) => begun !== null)
  }

  #change(startAt: number | null): void {
    if (startAt === this.startAt) return
    const isNew = this.startAt === null && startAt !== null
    this.startAt = startAt
    for (const notice of this.#notices)
      if (notice.kind === 'reminder' && notice.startAt !== startAt) this.#cancel(notice)
    this.#plan(isNew && this.#tellBooked)
  }

  #remind(): void {
    const { startAt, now } = this
    const known = this.#notices.some((notice) => notice.kind === 'reminder' && notice.startAt === startAt)
    if (startAt === null || known) return
    this.#notices.push({ ...this.#fresh({ kind: 'booked', startAt, dueAt: now }), kind: 'reminder' })
  }

  #plan(isNew: boolean): void {
    const told = this.#told()
    const live = this.#notices.filter(
      ({ kind, state }) => kind !== 'reminder' && (state === 'scheduled' || state === 'running'),
    )
    const newlyBooked = isNew || live.some(({ kind }) => kind === 'booked')
    const news = newsFor(told, this.startAt, { newlyBooked }, this.now)
    for (const notice of live) if (!says(notice, news)) this.#cancel(notice)
    if (news === null || live.some((notice) => says(notice, news))) return
    const before = this.#notices.findLast((notice) => says(notice, news))
    if (before === undefined || !canCarry(before, told)) this.#notices.push(this.#fresh(news))
    else if (before.begun !== null) before.state = 'running'
    else Object.assign(before, { state: 'scheduled', dueAt: news.dueAt })
  }

  #fresh({ kind, startAt, dueAt }: News): Notice {
    const { now } = this
    const plan = { kind, startAt, dueAt, sequence: ++this.#sequence, updatedAt: now }
    return { ...plan, state: 'scheduled', sentAt: null, uncertainAt: null, begun: null, begunAt: 0 }
  }

  #told(): LastNotice | null {
    const told = this.#notices
      .filter(wasTold)
      .map(({ kind, startAt, sequence }) => ({ kind, startAt, sequence }))
    return told.toSorted((a, b) => a.sequence - b.sequence).at(-1) ?? null
  }

  #cancel(notice: Notice): void {
    if (notice.state === 'scheduled' || notice.state === 'running') notice.state = 'cancelled'
  }

  #minute(): void {
    this.now += minute
    for (const notice of this.#notices)
      if (notice.begun !== null && notice.startAt <= this.now) this.#end(notice, 'failed')
    for (let notice = this.#begin(); notice; notice = this.#begin()) this.#end(notice, 'sent')
  }

  /**
   * Begins the delivery of the next notice that is due and still true. Returns the notice, or undefined when none is
   * due.
   */
  #begin(): Notice | undefined {
    for (const notice of this.#notices) {
      if (notice.state !== 'scheduled' || notice.dueAt > this.now) continue
      if (this.now >= notice.startAt - 10 * minute) this.#giveUp(notice)
      else if ((notice.startAt === this.startAt) === (notice.kind === 'cancelled')) notice.state = 'cancelled'
      else {
        Object.assign(notice, { state: 'running', begun: ++this.#count, begunAt: this.now })
        return notice
      }
    }
    return undefined
  }

  #end(notice: Notice | undefined, outcome: Outcome): void {
    if (notice === undefined) return
    const { kind, startAt, begunAt } = notice
    const begun = notice.begun!
    notice.begun = null
    if (outcome === 'failed') {
      if (notice.state !== 'running') return
      if (this.now >= startAt - 10 * minute) this.#giveUp(notice)
      else Object.assign(notice, { state: 'scheduled', dueAt: this.now })
      return
    }
    this.heard.push({ kind, startAt, begunAt, begun, ended: ++this.#count })
    if (outcome === 'uncertain') Object.assign(notice, { state: 'uncertain', uncertainAt: this.now })
    else {
      if (notice.state === 'running') notice.state = 'sent'
      notice.sentAt = this.now
    }
    notice.updatedAt = this.now
    notice.sequence = ++this.#sequence
    this.#plan(false)
  }

  #giveUp(notice: Notice): void {
    notice.state = 'skipped'
    this.gaveUp ||= notice.kind !== 'reminder'
  }
}
