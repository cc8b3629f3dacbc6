/** The contacts of the practice for patients: in the settings, in e-mails and on the answer page (RULES §6). */
import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { dueByMail } from '../jobs/mailed.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'

const path = '/api/v1/practice/reminders'
const contact = {
  phone: '030 123 456',
  address: 'Lindenplatz 1 <hof>\n10969 Berlin',
  replyTo: 'praxis@example.org',
}
const write = (c: Clinic, body: object) => c.owner.call('PATCH', path, body)

/** Sends the e-mail about an appointment and returns the e-mail that the mail server received. */
async function mailed(c: Clinic) {
  await using server = await mailServer()
  await (await dueByMail(c, server.url)).round()
  return PostalMime.parse(server.received[0]!.source)
}

test('the phone, address and reply address of a practice are null until an owner sets them, and null removes them', async () => {
  await using c = await clinic()
  const none = { phone: null, address: null, replyTo: null }
  expect(success(await c.assistant.call('GET', path))).toMatchObject(none)
  expect(success(await write(c, { ...contact, phone: `  ${contact.phone} ` }))).toMatchObject(contact)
  expect(success(await write(c, { language: 'de' }))).toMatchObject(contact)
  expect(success(await c.assistant.call('GET', path))).toMatchObject(contact)
  expect(success(await write(c, { phone: ' ', address: null, replyTo: null }))).toMatchObject(none)
  problem(await c.assistant.call('PATCH', path, contact), 403, 'forbidden')
})

test('a practice contact is refused when its phone or address is too long, or its reply address is malformed', async () => {
  await using c = await clinic()
  success(await write(c, { phone: '1'.repeat(60), address: 'x'.repeat(200) }))
  invalid(await write(c, { phone: '1'.repeat(61) }), 'phone')
  invalid(await write(c, { address: 'x'.repeat(201) }), 'address')
  for (const replyTo of ['', 'praxis', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org'])
    invalid(await write(c, { replyTo }), 'replyTo')
})

test('§6.4 Every e-mail ends with the practice, its phone and its address, and answers go to the reply address.', async () => {
  await using c = await clinic()
  success(await write(c, contact))
  const { text, html, replyTo } = await mailed(c)
  expect(replyTo).toMatchObject([{ address: 'praxis@example.org' }])
  const [, footer] = text!.split('\n-- \n')
  expect(footer).toStartWith(
    'Praxis am Lindenplatz\nPhone: 030 123 456\nLindenplatz 1 <hof>\n10969 Berlin\n\nNo more e-mails: https://clinic.example/visit#',
  )
  expect(html).toContain('<a href="tel:030123456"')
  expect(html).toContain('Lindenplatz 1 &lt;hof&gt;<br>')
  expect(html).toContain('No more e-mails')
})

test('an e-mail of a practice without phone and address still contains the link for no more e-mails', async () => {
  await using c = await clinic()
  const { text, replyTo } = await mailed(c)
  expect(replyTo).toBeUndefined()
  expect(text!.split('\n-- \n')[1]).toStartWith('Praxis am Lindenplatz\n\nNo more e-mails: https://')
})

test('the preview of a reminder shows the phone and does not save it', async () => {
  await using c = await clinic()
  const { email } = success(await c.assistant.call('POST', `${path}/preview`, contact))
  expect(email.text).toContain('Phone: 030 123 456')
  expect(email.html).toContain('030 123 456')
  expect(success(await c.assistant.call('GET', path)).phone).toBeNull()
})
