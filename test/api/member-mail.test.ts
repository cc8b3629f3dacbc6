/** The e-mails to members about their own access (RULES §5). */
import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { type Mailer, smtpMailer } from '../../src/delivery/smtp.ts'
import { problem, success } from '../support/answers.ts'
import { authenticator } from '../support/authenticator.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { inviteMember } from '../support/members.ts'
import { addPasskey, checkPasskey, enrol, openLink, signIn } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

const path = '/api/v1/members'
const from = 'praxis@example.org'
const newLink = (c: Clinic, id: string) => c.owner.call('POST', `${path}/${id}/link`, {})

interface WithMail extends AsyncDisposable {
  readonly c: Clinic
  readonly server: MailServer
}

async function withMail(options?: Parameters<typeof mailServer>[0]): Promise<WithMail> {
  const server = await mailServer(options)
  const c = await clinic({ signedIn: true, mailer: smtpMailer({ url: server.url, from }) })
  return {
    c,
    server,
    async [Symbol.asyncDispose]() {
      await c[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

interface Mailed {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Waits for this number of e-mails and returns them, sorted by address and subject. */
async function mails({ server }: WithMail, count: number): Promise<Mailed[]> {
  await until('the mails', () => server.received.length >= count)
  const received = server.received.splice(0)
  expect(received).toHaveLength(count)
  const read = received.map(async ({ to, source }) => {
    const { subject = '', text = '' } = await PostalMime.parse(source)
    return { to: to.join(), subject, text }
  })
  return (await Promise.all(read)).sort((a, b) => (a.to + a.subject < b.to + b.subject ? -1 : 1))
}
const linkIn = ({ text }: Mailed) => /\S+\/enrol#\S+/.exec(text)![0]
const addressOf = async (c: Clinic, id: string) => success(await c.owner.call('GET', `${path}/${id}`)).email

test('§5.3 An enrolment link is mailed to its member. When the mail is sent, the answer does not hold the link.', async () => {
  await using m = await withMail()
  const answer = await m.c.owner.call('POST', path, { email: 'jonas@example.org', role: 'assistant' })
  const { link, mailed } = success(answer, 201)
  expect({ mailed, url: link.url }).toEqual({ mailed: true, url: null })
  expect(answer.text).not.toContain('cl_')
  expect(link.expiresAt).toBe(new Date(m.c.clock.now + 72 * 3_600_000).toISOString())
  const [mail] = await mails(m, 1)
  expect(mail).toMatchObject({
    to: 'jonas@example.org',
    subject: 'Praxis am Lindenplatz: your way to sign in',
  })
  expect(mail!.text).toContain('Thursday, 5 March 2026')
  success(await openLink(m.c, linkIn(mail!)))
})

test('the e-mail with a new enrolment link informs the member that their earlier passkeys have ended', async () => {
  await using m = await withMail()
  const { member } = await inviteMember(m.c)
  const replaced = await newLink(m.c, member.id)
  expect(success(replaced)).toMatchObject({ mailed: true, link: { url: null } })
  const [first, second] = (await mails(m, 2)).map(({ text }) => text)
  const texts = [first!, second!].filter((text) => text.includes('earlier passkeys'))
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('tell an owner of the practice at once')
})

test('a member gets an e-mail about the passkey that was made with their enrolment link', async () => {
  await using m = await withMail()
  await inviteMember(m.c)
  const [invitation] = await mails(m, 1)
  await enrol(m.c, linkIn(invitation!), await authenticator())
  const [mail] = await mails(m, 1)
  expect(mail).toMatchObject({
    to: 'jonas@example.org',
    subject: 'Praxis am Lindenplatz: a new passkey of yours',
  })
  expect(mail!.text).toContain('“First passkey”')
  expect(mail!.text).toContain('Monday, 2 March 2026 at 09:00')
})

test('§2.4.4 A member gets a mail about each new passkey and token of theirs. The mail holds no secret.', async () => {
  await using m = await withMail()
  const key = await addPasskey(m.c.owner.call, 'Phone')
  const to = await addressOf(m.c, m.c.owner.userId)
  const [passkey] = await mails(m, 1)
  expect(passkey).toMatchObject({ to, subject: 'Praxis am Lindenplatz: a new passkey of yours' })
  expect(passkey!.text).toContain('“Phone”')

  const body = { name: 'Website', scopes: ['read', 'write', 'settings'] }
  const { token } = success(await m.c.owner.call('POST', '/api/v1/me/tokens', body), 201)
  const [made] = await mails(m, 1)
  expect(made).toMatchObject({ to, subject: 'Praxis am Lindenplatz: a new API token of yours' })
  expect(made!.text).toContain('“Website”')
  expect(made!.text).toContain('read records, change records and change settings')
  expect(made!.text).not.toContain(token)
  await checkPasskey(m.c.owner.call, key)
  await signIn(m.c, key)
  expect(m.server.received).toEqual([])
})

test('§2.4.4 A member gets a mail about a new role. A mail about a new e-mail address goes to the old and the new address.', async () => {
  await using m = await withMail()
  const { userId } = m.c.assistant
  const edit = (changes: object) => m.c.owner.call('PATCH', `${path}/${userId}`, changes)
  const before = await addressOf(m.c, userId)
  success(await edit({ role: 'owner', email: 'ada@example.org', name: 'Ada' }))
  const told = await mails(m, 3)
  expect(told.map(({ to, subject }) => [to, subject.split(': ')[1]])).toEqual(
    [
      [before, 'your new e-mail address'],
      ['ada@example.org', 'your new e-mail address'],
      ['ada@example.org', 'your new role'],
    ].sort(([a], [b]) => (a! < b! ? -1 : 1)),
  )
  for (const { subject, text } of told)
    expect(text).toContain(subject.endsWith('role') ? 'an owner' : `from ${before} to ada@example.org`)
  success(await edit({ name: 'Ada L.', role: 'owner' }))
  problem(
    await m.c.assistant.call('PATCH', `${path}/${m.c.owner.userId}`, { role: 'x' }),
    400,
    'validation_failed',
  )
  expect(m.server.received).toEqual([])
})

const refusing = {
  onRcptTo: ({ address }: { address: string }, _: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })),
}
const notSent = 'a mail to a member was not sent: EENVELOPE 550; check the address and the mail settings'
const messagesOf = (faults: unknown[]) => (faults as { error: Error }[]).map(({ error }) => error.message)

test('§5.3 When an enrolment link could not be mailed, the answer holds the link, with `mailed: false`.', async () => {
  await using m = await withMail(refusing)
  const { link, mailed } = await inviteMember(m.c)
  expect(mailed).toBe(false)
  success(await openLink(m.c, link.url))
  expect(messagesOf(m.c.faults.splice(0))).toEqual([notSent])
})

test('when the e-mail with a new link fails, the member gets an e-mail about the link without the link', async () => {
  const sent: Mailed[] = []
  const mailer: Mailer = {
    async send({ to, subject = '', text }) {
      if (String(text).includes('/enrol#')) throw Object.assign(new Error(), { code: 'ETIMEDOUT' })
      sent.push({ to, subject, text: String(text) })
    },
  }
  await using c = await clinic({ signedIn: true, mailer })
  const { link } = success(await newLink(c, c.assistant.userId))
  expect(link.url).toContain('/enrol#')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    to: await addressOf(c, c.assistant.userId),
    subject: 'Praxis am Lindenplatz: a new way to sign in',
  })
  expect(sent[0]!.text).not.toContain('cl_')
  c.faults.splice(0)
})

test('an act succeeds also when the e-mail about it cannot be sent', async () => {
  await using m = await withMail(refusing)
  await addPasskey(m.c.owner.call)
  success(await m.c.owner.call('POST', '/api/v1/me/tokens', { name: 'Website' }), 201)
  await until('two faults', () => m.c.faults.length >= 2)
  expect(messagesOf(m.c.faults.splice(0))).toEqual([notSent, notSent])
})

test('§2.4.4 A mail about an act neither delays nor fails the act. At most 50 mails to members are under way at once.', async () => {
  let waiting = 0
  const hanging: Mailer = {
    send() {
      waiting++
      return new Promise(() => undefined)
    },
  }
  await using c = await clinic({ signedIn: true, mailer: hanging })
  for (let i = 0; i < 60; i++) {
    const { id } = success(await c.owner.call('POST', '/api/v1/me/tokens', { name: 'Website' }), 201)
    success(await c.owner.call('DELETE', `/api/v1/me/tokens/${id}`))
  }
  expect(waiting).toBe(50)
  const faults = messagesOf(c.faults.splice(0))
  expect(faults).toHaveLength(10)
  expect(faults[0]).toContain('too many are under way')
})
