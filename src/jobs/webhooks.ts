/** Sends the changes of each practice to its webhooks, in order and without gaps (RULES §32). */
import { newLine, type Post, type Posted, type PostLine } from '../delivery/public-post.ts'
import type { WebhookSigner } from '../delivery/webhook-signature.ts'
import { bookkeepingAct, serviceAct } from '../domain/act.ts'
import { newId } from '../domain/id.ts'
import type { RecordChange } from '../domain/record-change.ts'
import {
  eventOf,
  failingFor,
  isWanted,
  pauseAfter,
  restartedEvent,
  type WebhookEvent,
  type WebhookStop,
} from '../domain/webhook.ts'
import { changesAfter, isKept, newestCursor } from '../store/changes/changes.ts'
import { unlessFrozen } from '../store/engine/frozen.ts'
import type { Scope } from '../store/engine/scope.ts'
import type { Store } from '../store/store.ts'
import type { WebhookOf } from '../store/webhooks/due-webhooks.ts'
import {
  findPlace,
  findWebhook,
  leaseWebhook,
  noteDeliveries,
  notePlace,
  type WebhookPlace,
  type WebhookRow,
  webhookLeaseMs,
} from '../store/webhooks/webhooks.ts'
import { type Loop, startLoop } from './loop.ts'

export interface WebhookJobDeps {
  readonly store: Pick<Store, 'practices' | 'dueWebhooks' | 'changeLog'>
  readonly post: Post
  readonly sign: WebhookSigner
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** A random number, at least 0 and below 1. */
  readonly chance: () => number
  /** Takes errors of the service itself. A failed delivery is not an error of the service. */
  readonly report: (error: unknown) => void
  /** Called when the service has stopped the deliveries to a webhook, once the stop is on the disk. */
  readonly tellStopped: (practiceId: string, url: string, why: WebhookStop) => void
}

/**
 * The most webhooks that get deliveries at a time. A webhook without an answer counts for 15 seconds, and then pauses.
 */
const mostAtOnce = 256
/** The size of a piece: how many changes are read at a time. Their outcomes are written together. */
const pieceSize = 50
/** How long outcomes of a piece wait at most before they are written, in milliseconds. */
const noteEveryMs = 500
/** How long the sender waits for more changes after a change, in milliseconds. */
const wakeAfterMs = 100
const everySeconds = 5

type Place = Omit<WebhookPlace, 'practiceId' | 'id' | 'lease'>

/**
 * Delivers to the webhooks of all practices. Each webhook gets one event at a time, so events arrive in order. A
 * webhook's place, that is its position in the list of changes, moves on only after the receiver has accepted the
 * event.
 */
export function webhookSender(deps: WebhookJobDeps) {
  const { store, now } = deps
  const halt = new AbortController()
  const running = new Map<string, Promise<void>>()
  /** For each practice with webhooks, by its id: the function that stops listening to its changes. */
  const listening = new Map<string, () => void>()
  let waking: ReturnType<typeof setTimeout> | undefined

  /** Begins deliveries to all webhooks with waiting changes. */
  function fill(): void {
    if (halt.signal.aborted) return
    for (const webhook of store.dueWebhooks.list(now(), mostAtOnce)) {
      if (running.size >= mostAtOnce) return
      if (running.has(webhook.id)) continue
      running.set(
        webhook.id,
        deliverAll(webhook)
          .catch(unlessFrozen(deps.report))
          .finally(() => running.delete(webhook.id)),
      )
    }
  }

  function listen(): void {
    const practices = new Set(store.dueWebhooks.practices())
    for (const [id, end] of listening)
      if (!practices.has(id)) {
        end()
        listening.delete(id)
      }
    for (const id of practices) listening.getOrInsertComputed(id, () => store.changeLog.listen(id, wake))
  }

  function wake(): void {
    waking ??= setTimeout(() => {
      waking = undefined
      try {
        fill()
      } catch (error) {
        deps.report(error)
      }
    }, wakeAfterMs)
  }

  /** Sends the waiting changes of a webhook, until all are sent or a delivery fails. */
  async function deliverAll({ practiceId, id }: WebhookOf): Promise<void> {
    const practice = store.practices.of(practiceId, bookkeepingAct('sendWebhook'))
    const holder = crypto.randomUUID()
    if (!(await practice.write((tx) => leaseWebhook(tx, id, holder, now(), now() + webhookLeaseMs)))) return
    const line = newLine()
    try {
      while ((await deliverPiece(deps, { practiceId, id }, holder, line, halt.signal)) === 'more');
    } finally {
      line.destroy()
    }
    // A change after the last round has woken the sender, but the lease of the webhook was still held at that moment.
    // So the sender checks again.
    wake()
  }

  return {
    /** Begins deliveries of waiting changes. Waits for no delivery. */
    async tick(): Promise<void> {
      listen()
      fill()
    },
    /** Resolves when nothing is being delivered. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },
    /** Begins no more deliveries, and breaks off the deliveries in progress. Their events are sent again later. */
    async stop(): Promise<void> {
      halt.abort()
      clearTimeout(waking)
      for (const end of listening.values()) end()
      await this.idle()
    },
  }
}

/** An event to send, and the webhook's place after it. `event` is null for a change that the webhook does not want. */
interface Step {
  readonly event: WebhookEvent | null
  readonly epoch: number
  readonly seq: number
}

/** Sends the next events of a webhook and notes the outcome. @throws DatabaseUnavailable. */
async function deliverPiece(
  deps: WebhookJobDeps,
  { practiceId, id }: WebhookOf,
  holder: string,
  line: PostLine,
  stopping: AbortSignal,
): Promise<'more' | 'done'> {
  const { now } = deps
  const { read } = deps.store.practices.of(practiceId)
  const [webhook, place] = [findWebhook(read, id), findPlace(read, id)]
  if (!webhook?.active || place === null || place.stopped !== null || place.lease !== holder) return 'done'
  const steps = nextSteps(read, webhook, place, now())
  const sent = new Sent(webhook, place, now())
  const until = performance.now() + noteEveryMs
  for (const { event, ...behind } of steps) {
    if (event === null) sent.pass(behind)
    else {
      const posted = await deps.post(
        webhook.url,
        deps.sign(webhook, event, now()),
        event.body,
        stopping,
        line,
      )
      if (posted.error === 'stopped') break
      sent.add(behind, posted, now(), deps.chance())
    }
    if (sent.failed || performance.now() > until || stopping.aborted) break
  }
  const isOver = steps.length === 0 || sent.failed || stopping.aborted
  const { stopped } = sent.place
  const act = stopped === null ? bookkeepingAct('sendWebhook') : serviceAct('stopWebhook')
  const noted = await deps.store.practices.of(practiceId, act).write((tx) => {
    if (!notePlace(tx, id, holder, { ...sent.place, leaseUntil: isOver ? null : now() + webhookLeaseMs }))
      return false
    for (const outcome of sent.outcomes) noteDeliveries(tx, newId(now()), outcome)
    if (stopped !== null)
      tx.record({ kind: 'write', record: { kind: 'webhook', id }, detail: { why: stopped } })
    return true
  })
  if (noted && stopped !== null) deps.tellStopped(practiceId, webhook.url, stopped)
  return noted && !isOver ? 'more' : 'done'
}

const isAccepted = ({ status }: Posted): boolean => status !== null && status >= 200 && status < 300

/** The next events of a webhook, in order. A change that the webhook does not want only moves its place. */
function nextSteps(read: Scope, webhook: WebhookRow, place: WebhookPlace, now: number): Step[] {
  return read.snapshot(() => {
    const newest = newestCursor(read)
    if (!isKept(read, place)) {
      // After a restore, the epoch is new, but the numbers of the restored changes are kept. So the webhook may go on
      // from the number of its last event.
      const from = isKept(read, { ...newest, seq: place.seq }) ? { ...newest, seq: place.seq } : newest
      // The event has the time of the change at this place, so that a repeated delivery sends the same bytes.
      const at = changesAfter(read, from.seq - 1, 1)[0]?.at ?? now
      return [{ event: restartedEvent(read.practiceId, from, at), ...from }]
    }
    const changes = changesAfter(read, place.seq, pieceSize)
    const step = (change: RecordChange): Step => ({
      event: isWanted(webhook.kinds, change) ? eventOf(read.practiceId, place.epoch, change) : null,
      epoch: place.epoch,
      seq: change.seq,
    })
    return changes.map(step)
  })
}

/** The outcomes of one piece so far, and the place that the webhook has reached. */
class Sent {
  readonly outcomes: Parameters<typeof noteDeliveries>[2][] = []
  readonly #webhookId: string
  place: Place
  failed = false

  constructor({ id }: WebhookRow, place: WebhookPlace, now: number) {
    this.#webhookId = id
    const { epoch, seq, tries, failingSince } = place
    this.place = {
      epoch,
      seq,
      tries,
      failingSince,
      nextTryAt: now,
      stopped: null,
      stoppedAt: null,
      leaseUntil: null,
    }
  }

  /** Moves the place on without a request. */
  pass(place: Pick<Place, 'epoch' | 'seq'>): void {
    this.place = { ...this.place, ...place, tries: 0 }
  }

  add(place: Pick<Place, 'epoch' | 'seq'>, posted: Posted, now: number, chance: number): void {
    this.#note(place, posted, now)
    if (isAccepted(posted)) {
      this.place = { ...this.place, ...place, tries: 0, failingSince: null }
      return
    }
    this.failed = true
    const tries = this.place.tries + 1
    const failingSince = this.place.failingSince ?? now
    const stopped = posted.status === 410 ? 'gone' : now - failingSince >= failingFor ? 'failing' : null
    this.place = {
      ...this.place,
      tries,
      failingSince,
      stopped,
      stoppedAt: stopped && now,
      nextTryAt: now + pauseAfter(tries, posted.status, posted.retryAfter, chance),
    }
  }

  #note({ epoch, seq }: Pick<Place, 'epoch' | 'seq'>, { status, error }: Posted, now: number): void {
    const last = this.outcomes.at(-1)
    if (last?.epoch === epoch && last.status === status && last.error === error)
      this.outcomes[this.outcomes.length - 1] = { ...last, lastSeq: seq, tries: last.tries + 1, lastAt: now }
    else
      this.outcomes.push({
        webhookId: this.#webhookId,
        epoch,
        firstSeq: seq,
        lastSeq: seq,
        status,
        error,
        tries: 1,
        firstAt: now,
        lastAt: now,
      })
  }
}

/** Delivers while the service runs. `beat` is called at the start and at each tick. */
export function startWebhooks(deps: WebhookJobDeps, beat: (loop: string) => void): Loop {
  const sender = webhookSender(deps)
  const alive = () => beat('webhooks')
  alive()
  const loop = startLoop(
    everySeconds,
    () => {
      alive()
      return sender.tick()
    },
    deps.report,
  )
  return {
    async stop() {
      await loop.stop()
      await sender.stop()
    },
  }
}
