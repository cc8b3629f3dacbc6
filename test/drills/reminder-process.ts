/**
 * The process that the drill kills. It sends reminders as the server's loops do, but without a pause between ticks. Its
 * only argument is a `Life`.
 */

import { appendFileSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { openChannels } from '../../src/delivery/channels.ts'
import type { Deliver } from '../../src/delivery/delivery.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { noticeChannels } from '../../src/domain/reminders/notice.ts'
import { usualPace } from '../../src/jobs/pace.ts'
import { channelSender } from '../../src/jobs/sender.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { createStore, type Practice } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'

/**
 * The steps at which the process can end itself. At the step `answering`, the provider that gets the message kills it.
 */
export const steps = ['claimed', 'calling', 'answering', 'answered', 'finishing', 'finished'] as const
export type Step = (typeof steps)[number]

export interface Life {
  readonly path: string
  /** The file to which the process writes the key and the time of each delivery when the delivery begins. */
  readonly begun: string
  readonly mail: { readonly url: string; readonly from: string }
  readonly webhook: { readonly url: string; readonly secret: string }
  /** How far the clock of the process is ahead, in milliseconds. */
  readonly ahead: number
  /**
   * The step at which the process ends, and how many times it must reach this step. Null lets it run until no work is
   * left.
   */
  readonly end: { readonly step: Step; readonly times: number } | null
}

if (import.meta.main) await live(JSON.parse(process.argv[2]!) as Life)

async function live({ path, begun, mail, webhook, ahead, end }: Life): Promise<void> {
  const now = () => Date.now() + ahead
  const store = createStore(openDatabase(path))
  const { practices, dueNotices, keys } = store
  let times = 0
  const pass = (step: Step) => {
    if (step === end?.step && ++times === end.times) process.kill(process.pid, 'SIGKILL')
  }
  const watched =
    <M>(deliver: Deliver<M> | null): Deliver<M> =>
    async (message, delivery) => {
      appendFileSync(begun, `${delivery.key} ${Date.now()}\n`)
      pass('calling')
      await deliver!(message, delivery)
      pass('answered')
    }
  const channels = openChannels({ mailer: smtpMailer(mail), sms: { webhook } }, now, () => undefined)
  const deps: SenderDeps = {
    store: {
      keys,
      dueNotices: Object.assign(Object.create(dueNotices), {
        listLost: dueNotices.listLost.bind(dueNotices),
        shortenLeases: dueNotices.shortenLeases.bind(dueNotices),
        forgetClockAhead: dueNotices.forgetClockAhead.bind(dueNotices),
        takeNext: async (...args: Parameters<typeof dueNotices.takeNext>) => {
          const taken = await dueNotices.takeNext(...args)
          if (taken !== null) pass('claimed')
          return taken
        },
      }),
      practices: {
        of: (id) => {
          const practice = practices.of(id, byTest)
          const write: Practice['write'] = async (fn) => {
            const written = await practice.write((tx) => {
              const value = fn(tx)
              pass('finishing')
              return value
            })
            pass('finished')
            return written
          }
          return { read: practice.read, write }
        },
      },
    },
    channels: { email: watched(channels.email), sms: watched(channels.sms), logOnly: false },
    sites: { of: () => ({ origin: 'https://clinic.example', host: 'clinic.example' }) },
    mailAddress: mail.from,
    now,
    chance: Math.random,
    report: (error) => console.error(error),
    ceilings: { email: 0, sms: 0 },
    count: () => undefined,
    tell: () => undefined,
    // Between two processes, the drill moves the clock forward by a little more than this lease.
    pace: { ...usualPace, deliveryMs: 10_000, leaseMs: 16_000 },
  }
  const senders = noticeChannels.map((channel) => channelSender(deps, channel))
  for (;;) {
    for (const sender of senders) await sender.tick()
    await Promise.all(senders.map((sender) => sender.idle()))
    if (end === null) break
    await Bun.sleep(5)
  }
  await store.close()
}
