/** A process that sends `MAILS` mails by the mail server in `SMTP_URL`, and prints the results. */
import { smtpEmail, smtpMailer } from '../../src/delivery/smtp.ts'

const { SMTP_URL = '', MAILS = '1' } = process.env
const warnings: string[] = []
const mailer = smtpMailer({ url: SMTP_URL, from: 'praxis@example.org' }, (warning) => warnings.push(warning))
const message = {
  to: 'zoe@example.org',
  sender: 'Praxis',
  subject: 'Secret',
  text: 'Secret',
  html: 'Secret',
  replyTo: null,
  unsubscribe: 'https://clinic.example/unsubscribe/x',
}
const calendar = { method: 'PUBLISH', content: 'Secret' } as const
const outcomes: string[] = []
for (let i = 0; i < Number(MAILS); i++) {
  const delivery = { key: `key-${i}`, practiceId: '', repeated: false, signal: AbortSignal.timeout(10_000) }
  const sent = smtpEmail(mailer)({ ...message, calendar }, delivery)
  await sent.then(
    () => outcomes.push('sent'),
    (error) => outcomes.push(error.error),
  )
}
console.log(JSON.stringify({ outcomes, warnings }))
