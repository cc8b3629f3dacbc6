/** Mail servers that are slow or strange at each step: what patients get, what the front desk shows, and when. */
import { expect, test } from 'bun:test'
import { clinic } from '../../support/clinic.ts'
import { course, hasty, hastyAtTheEnd, mailBy, patient, type Seen } from './course.ts'
import { type Act, type Script, type Step, scriptedMail, steps } from './scripted-mail.ts'

interface Case {
  readonly name: string
  /** The behaviour of the server at the first try. At later tries, the server works. */
  readonly script: Script
  readonly first: Partial<Seen>
  readonly last: Partial<Seen>
  /** The number of copies of the mail that the patient has in the end. */
  readonly copies: number
}

const says = (step: Step, reply: string): Script => ({ [step]: { says: reply } })
const does = (step: Step, act: Act): Script => ({ [step]: act })

const away = (name: string, script: Script, lastError: string): Case => ({
  name,
  script,
  first: { state: 'scheduled', reason: null, lastError, attempts: 0 },
  last: { state: 'sent', reason: null, lastError: null, attempts: 1, minutes: 7.5 },
  copies: 1,
})

const counted = (name: string, script: Script, lastError: string): Case => ({
  name,
  script,
  first: { state: 'scheduled', reason: null, lastError, attempts: 1 },
  last: { state: 'sent', reason: null, lastError: null, attempts: 2, minutes: 0.75 },
  copies: 1,
})

const ended = (name: string, script: Script, end: Partial<Seen>, copies = 0): Case => ({
  name,
  script,
  first: end,
  last: { ...end, minutes: 0 },
  copies,
})

const refused = { state: 'dead', reason: 'refused', attempts: 1 }
const uncertain = { state: 'uncertain', reason: null, attempts: 1 }
const beforeMessage = steps.filter((step) => step !== 'message')

const cases: Case[] = [
  ...beforeMessage.map((step) =>
    away(`hangs at ${step}`, does(step, step === 'STARTTLS' ? { says: '220 Go ahead' } : 'hang'), 'timeout'),
  ),
  ...beforeMessage
    .filter((step) => step !== 'STARTTLS')
    .map((step) => away(`hangs up at ${step}`, does(step, 'hang up'), 'unreachable')),
  away('hangs up at STARTTLS', does('STARTTLS', 'hang up'), 'unreachable'),
  away('is closing', says('greeting', '421 4.3.2 Service shutting down'), 'smtp_421'),
  away('is not for mail', says('greeting', '554 No SMTP service here'), 'smtp_554'),
  away('is closing after EHLO', says('EHLO', '421 4.7.0 Try again later'), 'smtp_421'),
  away('refuses our sender', says('MAIL', '550 5.7.60 Client does not have permissions'), 'smtp_550'),
  away('refuses our sender late', says('RCPT', '553 5.7.1 <a@b.c>: Sender address rejected'), 'smtp_553'),
  away('has no room', says('RCPT', '451 4.3.0 Temporary lookup failure'), 'smtp_451'),
  away('counts too many', says('RCPT', '550 5.4.5 Daily user sending limit exceeded'), 'smtp_550'),
  away('takes no data', says('DATA', '451 4.3.0 Queue file write error'), 'smtp_451'),
  away('finds us unsigned', says('message', '550 5.7.26 Unauthenticated, DMARC policy'), 'smtp_550'),
  away('is full after the message', says('message', '452 4.3.1 Insufficient storage'), 'smtp_452'),
  counted('greylists', says('RCPT', '451 4.7.1 Greylisted, come back later'), 'smtp_451'),
  counted('finds the mailbox busy', says('RCPT', '450 4.2.1 Receiving too quickly'), 'smtp_450'),
  counted('refuses for no clear reason', says('RCPT', '554 rejected'), 'smtp_554'),
  counted('names no reason', says('RCPT', '550 Administrative prohibition'), 'smtp_550'),
  away('is no relay, as qmail says it', says('RCPT', '553 not in my rcpthosts (#5.7.1)'), 'smtp_553'),
  ended('refuses the address', says('RCPT', '550 5.1.1 User unknown'), { ...refused, lastError: 'smtp_550' }),
  ended('refuses it late', says('message', '550 5.1.1 No such user'), { ...refused, lastError: 'smtp_550' }),
  ...['221 2.0.0 Bye', '220 mail.example ESMTP', '235 2.7.0 Authentication successful'].map((reply) =>
    ended(`says after the message: ${reply}`, says('message', reply), {
      ...uncertain,
      lastError: `smtp_${reply.slice(0, 3)}`,
    }),
  ),
  ...['250 2.0.0 Ok', '251 Forwarded', '252 Cannot verify', '200 OK', '250-2.0.0 Ok\r\n250 queued'].map(
    (reply) =>
      ended(`accepts the message by ${reply}`, says('message', reply), { state: 'sent', attempts: 1 }, 1),
  ),
  ended('hangs after the message', does('message', 'hang'), { ...uncertain, lastError: 'timeout' }),
  ended('hangs up after the message', does('message', 'hang up'), {
    ...uncertain,
    lastError: 'unreachable',
  }),
  ended('keeps and hangs', does('message', 'keep and hang'), { ...uncertain, lastError: 'timeout' }, 1),
  ended(
    'keeps and hangs up',
    does('message', 'keep and hang up'),
    { ...uncertain, lastError: 'unreachable' },
    1,
  ),
]

/** Timeouts that are short only for the step that hangs, so a short delay of the machine does not fail the test. */
function waitsFor(script: Script) {
  const [[step, act] = []] = Object.entries(script)
  if (step === 'message') return act === 'hang' || act === 'keep and hang' ? hastyAtTheEnd : patient
  // After its answer to STARTTLS, the server sends nothing more.
  return act === 'hang' || (step === 'STARTTLS' && act !== 'hang up') ? hasty : patient
}

test.each(cases.map((one) => [one.name, one] as const))(
  'the mail, and its state at the front desk, are as expected from a mail server that %s',
  async (_, { script, first, last, copies }) => {
    await using c = await clinic()
    await using server = await scriptedMail((connection) => (connection === 0 ? script : {}))
    const { seen } = await course(c, 'email', (minutes) =>
      mailBy(server.url, minutes === 0 ? waitsFor(script) : patient),
    )
    expect(seen[0]![0]).toMatchObject(first)
    expect(seen[0]!.at(-1)).toMatchObject(last)
    expect(server.kept).toHaveLength(copies)
  },
)

test('a mail that the mail server always refuses without a clear reason is tried ten times, and then ends as `gave_up`', async () => {
  await using c = await clinic({ atAnyHour: true })
  await using server = await scriptedMail(() => says('RCPT', '550 Administrative prohibition'))
  const { seen } = await course(c, 'email', () => mailBy(server.url, patient))
  expect(seen[0]!.slice(0, -1).every(({ state }) => state === 'scheduled')).toBe(true)
  expect(seen[0]!.at(-1)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 10 })
})

test.each(steps.filter((step) => step !== 'STARTTLS'))(
  'a mail server that is slow at %s gets enough time, and the patient gets one copy',
  async (step) => {
    await using c = await clinic()
    await using server = await scriptedMail(() => ({ [step]: { after: 600 } }))
    const { seen } = await course(c, 'email', () => mailBy(server.url, patient))
    expect(seen).toMatchObject([[{ state: 'sent', minutes: 0, attempts: 1 }]])
    expect(server.kept).toHaveLength(1)
  },
)

test('a mail server that is slow at every step gets the full time for each step', async () => {
  await using c = await clinic()
  const slow = { after: 500 }
  const script = { greeting: { after: 1_500 }, EHLO: slow, MAIL: slow, RCPT: slow, DATA: slow, message: slow }
  await using server = await scriptedMail(() => script)
  const waits = { connectMs: 1_000, replyMs: 2_500, acceptMs: 2_500 }
  const { seen } = await course(c, 'email', () => mailBy(server.url, waits))
  expect(seen).toMatchObject([[{ state: 'sent', minutes: 0, attempts: 1 }]])
  expect(server.kept).toHaveLength(1)
})
