import { expect, test } from 'bun:test'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { mailServer } from '../support/mail-server.ts'
import { thrownBy } from '../support/rejection.ts'

const from = 'Praxis am Lindenplatz <praxis@example.org>'
const mail = { to: 'zoe@example.org', subject: 'Grüße', text: 'Bis morgen.' }

test('a message reaches the mail server with the sender address of the installation', async () => {
  await using server = await mailServer()
  await smtpMailer({ url: server.url, from }).send(mail)
  const [{ source, ...envelope } = { source: '' }, ...more] = server.received
  expect(envelope).toEqual({ from: 'praxis@example.org', to: ['zoe@example.org'] })
  expect(source).toContain('From: Praxis am Lindenplatz <praxis@example.org>')
  expect(source).toContain('Bis morgen.')
  expect(more).toEqual([])
})

test('an address with unusual characters is sent as one recipient', async () => {
  await using server = await mailServer()
  const odd = "o'neil+a@example.org"
  await smtpMailer({ url: server.url, from }).send({ ...mail, to: odd })
  expect(server.received[0]?.to).toEqual([odd])
})

test('sending throws when the mail server refuses the recipient', async () => {
  await using server = await mailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  expect(await thrownBy(smtpMailer({ url: server.url, from }).send(mail))).toThrow('no such mailbox')
})

test('sending throws when no mail server listens', async () => {
  expect(await thrownBy(smtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail))).toThrow('ECONNREFUSED')
})
