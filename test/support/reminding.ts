import type { Channels, Delivery, EmailMessage, SmsMessage } from '../../src/delivery/delivery.ts'
import type { NoticeChannel } from '../../src/domain/reminders/notice.ts'
import { type Pace, usualPace } from '../../src/jobs/pace.ts'
import type { ProviderChange } from '../../src/jobs/provider-watch.ts'
import { channelSender } from '../../src/jobs/sender.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import type { Clinic } from './clinic.ts'

type Given = Partial<Omit<SenderDeps, 'channels' | 'pace'>> &
  Partial<Pace> & { readonly channels?: Partial<Channels> }

/**
 * A sender of the clinic's notices, with the clinic's clock. A channel that is not given delivers into a list. The
 * caller can give other times for the sender's pace. By default, a delivery that hangs is broken off after a minute.
 */
export function reminding(c: Clinic, { channels, ...given }: Given = {}) {
  const emails: (EmailMessage & Delivery)[] = []
  const texts: (SmsMessage & Delivery)[] = []
  const faults: unknown[] = []
  const outcomes: string[] = []
  const providerNews: ProviderChange[] = []
  const deps: SenderDeps = {
    store: c.store,
    channels: {
      email: async (message, delivery) => void emails.push({ ...message, ...delivery }),
      sms: async (message, delivery) => void texts.push({ ...message, ...delivery }),
      logOnly: false,
      ...channels,
    },
    sites: { of: () => ({ origin: 'https://clinic.example', host: 'clinic.example' }) },
    mailAddress: 'reminders@clinic.example',
    now: () => c.clock.now,
    chance: () => 0.5,
    report: (error) => faults.push(error),
    count: (channel, outcome) => outcomes.push(`${channel} ${outcome}`),
    tell: (one) => providerNews.push(one),
    ceilings: { email: 0, sms: 0 },
    pace: { ...usualPace, deliveryMs: 60_000, ...given },
    ...given,
  }
  const senders = { email: channelSender(deps, 'email'), sms: channelSender(deps, 'sms') }
  const round = async (channel: NoticeChannel) => {
    await senders[channel].tick()
    await senders[channel].idle()
  }
  return {
    deps,
    senders,
    sender: { round },
    emails,
    texts,
    faults,
    outcomes,
    providerNews,
    /** Sends the due notices by both channels, and waits until they are sent. */
    round: () => Promise.all([round('email'), round('sms')]),
    /** The reminders of an entry: one for each channel and each start time that it has had. */
    notices: (entryId: string) =>
      listNotices(c.practice.read, entryId).filter(({ kind }) => kind === 'reminder'),
    /** The latest reminder of an entry by this channel. */
    notice: (entryId: string, channel: 'email' | 'sms' = 'email') =>
      listNotices(c.practice.read, entryId)
        .filter((notice) => notice.kind === 'reminder' && notice.channel === channel)
        .at(-1)!,
    /**
     * The other notices of an entry by this channel, such as `booked` or `moved`, in the order in which they were
     * planned.
     */
    news: (entryId: string, channel: 'email' | 'sms' = 'email') =>
      listNotices(c.practice.read, entryId)
        .filter((notice) => notice.kind !== 'reminder' && notice.channel === channel)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
