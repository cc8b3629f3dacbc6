import type { Channels, Delivery, EmailMessage, SmsMessage } from '../../src/delivery/delivery.ts'
import { createSender } from '../../src/jobs/sender.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { listNotices } from '../../src/store/notices.ts'
import type { Clinic } from './clinic.ts'

/** The reminders of a clinic's service, by the clinic's clock. What is not given is delivered into a list. */
export function reminding(c: Clinic, given: Partial<SenderDeps> = {}) {
  const emails: (EmailMessage & Delivery)[] = []
  const texts: (SmsMessage & Delivery)[] = []
  const faults: unknown[] = []
  const channels: Channels = {
    email: async (message, delivery) => void emails.push({ ...message, ...delivery }),
    sms: async (message, delivery) => void texts.push({ ...message, ...delivery }),
    logOnly: false,
  }
  const deps: SenderDeps = {
    store: c.store,
    channels,
    origin: () => 'https://clinic.example',
    now: () => c.clock.now,
    chance: () => 0.5,
    report: (error) => faults.push(error),
    deliveryMs: 2_000,
    ...given,
  }
  const sender = createSender(deps)
  return {
    deps,
    sender,
    emails,
    texts,
    faults,
    /** One round of both channels. */
    round: () => Promise.all([sender.round('email'), sender.round('sms')]),
    /** The reminders of an entry: both channels for each start time it has had. */
    jobs: (entryId: string) => listNotices(c.practice.read, entryId),
    /** The latest reminder of an entry by e-mail or text. */
    job: (entryId: string, channel: 'email' | 'sms' = 'email') =>
      listNotices(c.practice.read, entryId)
        .filter((job) => job.channel === channel)
        .at(-1)!,
  }
}
