import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config.ts'
import { mail, textMessages } from '../../src/doctor/messages.ts'
import { mailServer } from '../support/mail-server.ts'

const site = (env: Record<string, string>) => ({
  config: loadConfig({ databasePath: './data/none.db' }, env),
  now: Date.now,
})
const mailSite = (url: string) => site({ SMTP_URL: url, MAIL_FROM: 'praxis@example.org' })
const account = `AC${'0'.repeat(32)}`
const twilio = site({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+4930123456' })

test('a mail server that accepts our credentials is ok, and gets a test message only when an address is given', async () => {
  await using server = await mailServer()
  expect(await mail(mailSite(server.url), undefined)).toMatchObject({ state: 'ok' })
  expect(server.received).toEqual([])
  expect(await mail(mailSite(server.url), 'zoe@example.org')).toMatchObject({ state: 'ok' })
  expect(server.received).toMatchObject([{ to: ['zoe@example.org'] }])
})

test('a mail server that refuses the password is red, and the password is not repeated', async () => {
  await using server = await mailServer({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    allowInsecureAuth: true,
  })
  const found = await mail(mailSite(server.url.replace('//', '//zoe:hunter2@')), undefined)
  expect(found).toMatchObject({ state: 'red', found: expect.stringContaining('535') })
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

test('a mail server that refuses the receiver is red', async () => {
  await using server = await mailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
  })
  const found = await mail(mailSite(server.url), 'zoe@example.org')
  expect(found).toMatchObject({ state: 'red', found: expect.stringContaining('550') })
})

test('a mail server that does not listen is red, and settings without a mail server are a warning', async () => {
  expect(await mail(mailSite('smtp://127.0.0.1:1'), undefined)).toMatchObject({ state: 'red' })
  expect(await mail(site({}), undefined)).toMatchObject({ state: 'warn' })
})

test('Twilio is ok when it accepts the account, and red with a wrong token', async () => {
  const right = `Basic ${btoa(`${account}:secret`)}`
  using api = Bun.serve({
    port: 0,
    fetch: (request) =>
      new Response('{}', { status: request.headers.get('authorization') === right ? 200 : 401 }),
  })
  const url = `http://127.0.0.1:${api.port}`
  expect(await textMessages(twilio, url)).toMatchObject({ state: 'ok' })
  const { config } = site({
    TWILIO_ACCOUNT_SID: account,
    TWILIO_AUTH_TOKEN: 'wrong',
    TWILIO_FROM: '+4930123456',
  })
  expect(await textMessages({ ...twilio, config }, url)).toMatchObject({ state: 'red' })
  expect(await textMessages(twilio, 'http://127.0.0.1:1')).toMatchObject({ state: 'red' })
})

test('a gateway for text messages that answers is ok, and a gateway that does not answer is red', async () => {
  using gateway = Bun.serve({ port: 0, fetch: () => new Response('', { status: 405 }) })
  const at = (port: number) =>
    site({ SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms`, SMS_WEBHOOK_SECRET: 'A'.repeat(32) })
  expect(await textMessages(at(gateway.port!))).toMatchObject({ state: 'ok' })
  expect(await textMessages(at(1))).toMatchObject({ state: 'red' })
  expect(await textMessages(site({}))).toMatchObject({ state: 'ok' })
})
