/** A test message: a made-up reminder in the practice's own words, to the member who asks for it. */
import { type Channels, DeliveryFailure } from '../../delivery/delivery.ts'
import { internationalPhone } from '../../delivery/phone.ts'
import type { Caller } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { forbidden, found, invalid, Problem } from '../../domain/problem.ts'
import { type Ceiling, dayOf } from '../../domain/reminders/ceiling.ts'
import { decideNumber } from '../../domain/reminders/due.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { Sites } from '../../domain/site.ts'
import { Windows } from '../../http/windows.ts'
import { findMember } from '../../store/access/members.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { reachesCeiling } from '../../store/notices/notices.ts'
import { endTestNotice, insertTestNotice } from '../../store/notices/test-notices.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import type { TestOutcome } from './schema/test.ts'
import { allowedCountriesOf, madeUpMessage, readSettings } from './settings.ts'

export interface TestMessageDeps extends Deps {
  readonly channels: Channels
  /** How many messages a practice may send by each channel on a local day. 0 stands for no limit. */
  readonly ceilings: Readonly<Record<NoticeChannel, Ceiling>>
  /** How long a member waits for the outcome, in milliseconds. */
  readonly patienceMs: number
  /** The hosts at which patients reach each practice. */
  readonly sites: Sites
}

/** A member may send this many test messages in `testMinutes` (RULES §8). */
export const mostTests = 5
export const testMinutes = 10

/**
 * Makes the function that sends test messages. This function returns what became of the message.
 * @throws `forbidden` when an assistant asks for a text message; `rate_limited`.
 * @throws `validation_failed` for a number to which no text message for a patient would go. Also when the caller names
 * an address for a test e-mail.
 */
export function testMessages(deps: TestMessageDeps) {
  const { channels } = deps
  const tests = new Windows(mostTests, () => performance.now(), testMinutes * 60_000)
  return async (practice: Practice, caller: Caller, channel: NoticeChannel, given: string | null) => {
    const to = channel === 'sms' ? numberFor(practice, caller, given) : ownAddress(practice, caller, given)
    if (channels[channel] === null) return { outcome: 'not_set_up', to, error: null } as const
    const { left, seconds } = tests.take(caller.userId)
    if (left < 0) throw tooManyTests(seconds)
    const { outcome, error = null } = await sendOnce(deps, practice, channel, to)
    return { outcome, to, error }
  }
}

interface Sent {
  readonly outcome: TestOutcome
  readonly error?: string
}

/** Sends the message and counts it for the ceiling of the day. A message that is only logged does not count. */
async function sendOnce(
  deps: TestMessageDeps,
  practice: Practice,
  channel: NoticeChannel,
  to: string,
): Promise<Sent> {
  const id = newId(deps.now())
  if (deps.channels.logOnly) {
    await deliver(deps, practice, channel, to, id)
    await practice.write((tx) => recordTest(tx, id, channel, 'log_only'))
    return { outcome: 'log_only' }
  }
  if (!(await begin(deps, practice, channel, id))) return { outcome: 'over_ceiling' }
  let sent: Sent | undefined
  try {
    sent = await deliver(deps, practice, channel, to, id)
    return sent
  } finally {
    const now = deps.now()
    const mayHaveArrived = sent?.outcome === 'delivered' || sent?.outcome === 'no_answer'
    await practice.write((tx) => {
      endTestNotice(tx, id, mayHaveArrived ? now : null, now)
      recordTest(tx, id, channel, sent?.outcome ?? 'fault')
    })
  }
}

/** The audit trail records what became of a test message, and not the address or number. */
const recordTest = (
  tx: WriteScope,
  id: string,
  channel: NoticeChannel,
  outcome: TestOutcome | 'begun' | 'fault',
) =>
  tx.record({
    kind: 'message',
    record: { kind: 'reminder', id },
    detail: { channel, kind: 'test', outcome },
  })

/** Returns false when the practice has reached the ceiling of the day. */
const begin = (deps: TestMessageDeps, practice: Practice, channel: NoticeChannel, id: string) =>
  practice.write((tx): boolean => {
    const now = deps.now()
    const countedOn = dayOf(now, found(findPractice(tx)).timezone)
    const most = deps.ceilings[channel]
    if (most > 0 && reachesCeiling(tx, channel, countedOn, most)) {
      recordTest(tx, id, channel, 'over_ceiling')
      return false
    }
    insertTestNotice(tx, { id, channel, countedOn, now })
    recordTest(tx, id, channel, 'begun')
    return true
  })

async function deliver(
  { channels, patienceMs, sites, now }: TestMessageDeps,
  practice: Practice,
  channel: NoticeChannel,
  to: string,
  key: string,
): Promise<Sent> {
  const { email, sms } = madeUpMessage(practice, sites.of(practice.read.practiceId).origin, now())
  const signal = AbortSignal.timeout(patienceMs)
  const delivery = { key, practiceId: practice.read.practiceId, repeated: false, signal }
  const sending =
    channel === 'email'
      ? channels.email!({ to, ...email }, delivery)
      : channels.sms!({ to, ...sms }, delivery)
  // A delivery that does not obey the signal must not hold up the answer.
  const tooSlow = new Promise<Sent>((resolve) =>
    signal.addEventListener('abort', () => resolve({ outcome: 'no_answer' })),
  )
  return await Promise.race([sending.then(() => ({ outcome: 'delivered' as const }), ended), tooSlow])
}

/** The outcome of a failed delivery. @throws the error when it is a fault of the service. */
function ended(failure: unknown): Sent {
  if (!(failure instanceof DeliveryFailure)) throw failure
  const { verdict, error } = failure
  if (verdict === 'unknown' || verdict === 'unanswered' || error === 'timeout')
    return { outcome: 'no_answer' }
  return { outcome: verdict === 'refused' ? 'refused' : 'not_sent', error }
}

/** The number in international form. It must meet the same conditions as a patient's number. */
function numberFor(practice: Practice, { role }: Caller, given: string | null): string {
  if (role !== 'owner') throw forbidden('Only an owner may send a test text message. Ask an owner.')
  const wrong = (message: string) => invalid([{ path: 'to', message }])
  if (given === null) throw wrong('must be a number, such as +49 151 23456789')
  const settings = readSettings(practice)
  const { timezone } = found(findPractice(practice.read))
  const phone = internationalPhone(given, null, timezone)
  const decision = decideNumber(phone, allowedCountriesOf(practice, settings))
  if (decision.do === 'send') return decision.to
  switch (decision.reason) {
    case 'costly_number':
      throw wrong('is a premium or satellite number, which is never texted')
    case 'country_not_allowed':
      throw wrong('belongs to a country that the practice does not text to')
    default:
      throw wrong('must be a valid mobile number, such as +49 151 23456789')
  }
}

function ownAddress(practice: Practice, { userId }: Caller, given: string | null): string {
  if (given !== null)
    throw invalid([{ path: 'to', message: 'must be null: a test e-mail goes to your own address' }])
  return found(findMember(practice.read, userId)).email
}

const tooManyTests = (seconds: number) =>
  new Problem(
    'rate_limited',
    `You sent ${mostTests} test messages in ${testMinutes} minutes. Wait a little and try again.`,
    undefined,
    undefined,
    seconds,
  )
