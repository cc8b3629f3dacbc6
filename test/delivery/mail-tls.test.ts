/** A message or a password is sent to another machine only over an encrypted connection with a valid certificate. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { certifiedFor } from '../support/certificates.ts'
import { mailServer } from '../support/mail-server.ts'
import { overheard } from '../support/overheard.ts'
import { scratch } from '../support/scratch.ts'
import { run } from '../support/server.ts'

/** The service treats this address as another machine. The system connects it to this machine. */
const elsewhere = '0.0.0.0'
const starttls: SMTPServerOptions = { disabledCommands: [] }
const credentials = `user:${encodeURIComponent('geheim?#')}`
const signIn: SMTPServerOptions = {
  onAuth: ({ password }, _, done) => done(null, password === 'geheim?#' ? { user: 'user' } : undefined),
}

/** Sends mails in a separate process, because a process reads certificate authorities only at its start. */
async function send(url: string, authority?: string, mails = 1) {
  const file = join(scratch, 'authority.pem')
  if (authority !== undefined) writeFileSync(file, authority)
  const known = authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }
  const { stdout, stderr } = await run(['test/support/send-mail.ts'], {
    SMTP_URL: url,
    MAILS: String(mails),
    ...known,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as { outcomes: string[]; warnings: string[] }
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

const inClear: [string, SMTPServerOptions, boolean, string, RegExp][] = [
  ['that offers no STARTTLS', {}, false, 'no_tls', /does not encrypt.*smtps:/],
  ['whose STARTTLS is stripped on the way', starttls, true, 'no_tls', /does not encrypt.*smtps:/],
  ['with a certificate that nobody issued', starttls, false, 'tls_failed', /NODE_EXTRA_CA_CERTS/],
]

test.each(inClear)(
  '§6.3 A mail server that does not encrypt, or has no valid certificate, receives neither the password nor the message. %s',
  async (_, options, strip, outcome, advice) => {
    await using server = await mailServer({ ...options, ...signIn })
    await using wire = await overheard(portOf(server), strip)
    const { warnings, ...sent } = await send(`smtp://${credentials}@${elsewhere}:${wire.port}`)
    expect(sent).toEqual({ outcomes: [outcome] })
    expect(warnings).toEqual([expect.stringMatching(advice)])
    expect(warnings.join()).not.toMatch(/geheim|zoe/)
    expect(server.received).toEqual([])
    expect(wire.heard()).toContain('STARTTLS')
    expect(wire.heard()).not.toMatch(/AUTH|MAIL FROM|RCPT|DATA|zoe|Secret|geheim/i)
  },
)

test.each([
  ['smtp', starttls],
  ['smtps', { secure: true }],
])('a mail server with a valid certificate gets the message by %s, encrypted', async (scheme, options) => {
  const { authority, ...certified } = await certifiedFor(elsewhere)
  await using server = await mailServer({ ...options, ...certified, ...signIn })
  await using wire = await overheard(portOf(server))
  const url = `${scheme}://${credentials}@${elsewhere}:${wire.port}`
  expect(await send(url, authority)).toEqual({ outcomes: ['sent'], warnings: [] })
  expect(server.received.map(({ to }) => to)).toEqual([['zoe@example.org']])
  expect(wire.heard()).not.toMatch(/AUTH|MAIL FROM|RCPT|zoe|Secret|geheim/i)
  expect(await send(url)).toMatchObject({ outcomes: ['tls_failed'] })
  expect(server.received).toHaveLength(1)
})

test('a mail server with a certificate for another server gets no message', async () => {
  const { authority, ...certified } = await certifiedFor('192.0.2.1')
  await using server = await mailServer({ ...starttls, ...certified, ...signIn })
  const url = `smtp://${credentials}@${elsewhere}:${portOf(server)}`
  expect(await send(url, authority)).toMatchObject({ outcomes: ['tls_failed'] })
  expect(server.received).toEqual([])
})

test('the certificate of a mail server is checked even when the environment switches the check off', async () => {
  await using server = await mailServer(starttls)
  const { stdout } = await run(['test/support/send-mail.ts'], {
    SMTP_URL: `smtp://${elsewhere}:${portOf(server)}`,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
  expect(JSON.parse(stdout).outcomes).toEqual(['tls_failed'])
  expect(server.received).toEqual([])
})

test.each(['127.0.0.1', 'localhost'])(
  '§6.3 Only a mail server on this machine may work without encryption, or with a self-signed certificate. %s',
  async (host) => {
    for (const options of [{}, starttls]) {
      await using server = await mailServer({ ...options, ...signIn })
      const url = `smtp://${credentials}@${host}:${portOf(server)}`
      expect(await send(url)).toEqual({ outcomes: ['sent'], warnings: [] })
      expect(server.received).toHaveLength(1)
    }
  },
)

test('the log warns once that a mail server does not encrypt, and warns again when this happens after a success', async () => {
  const { authority, ...certified } = await certifiedFor(elsewhere)
  await using server = await mailServer({ ...starttls, ...certified })
  await using wire = await overheard(portOf(server), true, true, false, true)
  const { outcomes, warnings } = await send(`smtp://${elsewhere}:${wire.port}`, authority, 4)
  expect(outcomes).toEqual(['no_tls', 'no_tls', 'sent', 'no_tls'])
  expect(warnings).toHaveLength(2)
})
