import { openDatabase } from '../../db/open.ts'
import { openChannels } from '../../src/delivery/channels.ts'
import { type Mailer, smtpMailer } from '../../src/delivery/smtp.ts'
import type { Webhook } from '../../src/delivery/webhook.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import type { NoticeChannel } from '../../src/domain/reminders/notice.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { usualPace } from '../../src/jobs/pace.ts'
import { type Reminders, startReminders } from '../../src/jobs/reminders.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { saveNoticeSettings, unsetNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { mailServer } from '../support/mail-server.ts'
import { newDatabasePath } from '../support/server.ts'
import { smsGateway } from '../support/sms-gateway.ts'
import { plantReminder } from './planted.ts'

const day = 86_400_000

interface Trickle {
  /** How many reminders fall due at the same time. */
  readonly burst: number
  /** How many reminders fall due one after another, before and during the burst. */
  readonly trickle: number
  /**
   * How long the mail server takes for each mail, and the time between two reminders of the trickle, in milliseconds.
   */
  readonly mailMs: number
}

/**
 * Reminders fall due one after another, and then many at the same time, while the mail server is slow. `mostInProgress`
 * is the largest number of mails that the server processed at the same time.
 */
export async function trickleDrill({ burst, trickle, mailMs }: Trickle) {
  let inProgress = 0
  let mostInProgress = 0
  const arrivals: { to: string; at: number }[] = []
  await using mail = await mailServer({
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', async () => {
        mostInProgress = Math.max(mostInProgress, ++inProgress)
        await Bun.sleep(mailMs)
        arrivals.push({ to: session.envelope.rcptTo[0]!.address, at: Date.now() })
        inProgress--
        done()
      })
    },
  })
  await using drill = await newDrill({ mailer: smtpMailer({ url: mail.url, from: 'r@clinic.example' }) })
  const began = Date.now() + 1_000
  const burstAt = began + Math.min(10, trickle / 2) * mailMs
  await drill.plant('email', [
    ...Array.from({ length: trickle }, (_, i) => ({ name: 'trickle', dueAt: began + i * mailMs })),
    ...Array.from({ length: burst }, () => ({ name: 'burst', dueAt: burstAt })),
  ])
  drill.start()
  const ofBurst = () => arrivals.filter(({ to }) => to.startsWith('burst'))
  await drill.until(() => ofBurst().length === burst)
  return {
    burst,
    mailMs,
    mostInProgress,
    mails: arrivals.length,
    copies: arrivals.length - new Set(arrivals.map(({ to }) => to)).size,
    seconds: (Math.max(...ofBurst().map(({ at }) => at)) - burstAt) / 1000,
  }
}

interface Neighbours {
  /** How many reminders are due at a large practice, and at a small one. */
  readonly large: number
  readonly small: number
  /** How long the gateway takes for each text message, in milliseconds. */
  readonly textMs: number
}

/**
 * Two practices have due reminders at the same time. `sentInAll` is the number of sent texts when the small practice
 * was done.
 */
export async function neighboursDrill({ large, small, textMs }: Neighbours) {
  const sent: string[] = []
  await using gateway = smsGateway(async ({ body }) => {
    await Bun.sleep(textMs)
    sent.push(JSON.parse(body).data.to)
    return new Response()
  })
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  await using drill = await newDrill({ sms: { webhook: { url: gateway.url, secret } } })
  const began = Date.now()
  const due = (name: string, count: number) => Array.from({ length: count }, () => ({ name, dueAt: began }))
  await drill.plant('sms', due('large', large))
  await drill.plant('sms', due('small', small))
  // The senders start only now. If they had started before, the large practice could have sent most of its texts before
  // the small one had any.
  drill.start()
  const ofSmall = () => sent.filter((to) => to.startsWith(numbers.small)).length
  await drill.until(() => ofSmall() === small)
  return { large, small, textMs, sentInAll: sent.length, seconds: (Date.now() - began) / 1000 }
}

const numbers = { large: '+49155510', small: '+49155520' }

/** A new database. `start` starts its senders, as the server does. */
async function newDrill(providers: { mailer?: Mailer; sms?: { webhook: Webhook } }) {
  const store = createStore(openDatabase(newDatabasePath()))
  const { mailer, sms } = providers
  const deps: SenderDeps = {
    store,
    channels: openChannels({ mailer, sms }, Date.now, () => undefined),
    sites: { of: () => ({ origin: 'https://clinic.example', host: 'clinic.example' }) },
    mailAddress: undefined,
    now: Date.now,
    chance: Math.random,
    report: (error) => console.error(error),
    count: () => undefined,
    tell: (news) => console.error(news),
    ceilings: { email: 0, sms: 0 },
    pace: usualPace,
  }
  let loops: Reminders | undefined
  return {
    /** Adds reminders in a new practice. Each patient's address contains the name and a number. */
    plant: (channel: NoticeChannel, due: readonly { name: string; dueAt: number }[]) =>
      plant(store, channel, due),
    start() {
      loops = startReminders(deps, () => undefined)
    },
    async until(isOver: () => boolean): Promise<void> {
      const deadline = Date.now() + 600_000
      while (!isOver()) {
        if (Date.now() > deadline) throw new Error('not everything was sent within ten minutes')
        await Bun.sleep(10)
      }
    },
    async [Symbol.asyncDispose]() {
      await loops?.stop()
      await store.close()
    },
  }
}

async function plant(
  store: Store,
  channel: NoticeChannel,
  due: readonly { name: string; dueAt: number }[],
): Promise<void> {
  const now = Date.now() - 2 * day
  const practice = store.practices.of(newId(now), byTest)
  const owner = { id: newId(now), name: 'Owner', email: `${newId(now)}@example.org` }
  const settings = { timezone: 'Europe/Berlin', pack: packTemplates.general, workingHours: null }
  await practice.write((tx) => {
    createPractice(tx, { name: 'Drill', ...settings, owner }, now)
    // The practice sends at any hour, because the drill may run at night.
    saveNoticeSettings(tx, { ...unsetNoticeSettings, sendFrom: '00:00', sendUntil: '24:00' }, now)
  })
  await Promise.all(
    due.map(async ({ name, dueAt }, i) => {
      const number = String(i).padStart(6, '0')
      const contact = {
        email: `${name}${number}@example.org`,
        phoneMobile: `${name === 'small' ? numbers.small : numbers.large}${number}`.slice(0, 14),
        notifyByEmail: channel === 'email',
        notifyBySms: channel === 'sms',
      }
      const { id: patientId } = await createPatient(
        practice,
        { firstName: 'A', lastName: 'B', ...contact },
        now,
      )
      const planted = { patientId, userId: owner.id, channel, startAt: dueAt + day, dueAt, now }
      await practice.write((tx) => void plantReminder(tx, planted))
    }),
  )
}
