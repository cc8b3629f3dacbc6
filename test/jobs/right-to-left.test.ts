/** Names in scripts that run from right to left, inside words that run from left to right (UAX #9). */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

test('§6.4 A name with another writing direction leaves the words around the name in order. Text messages get no extra characters for the writing direction.', async () => {
  await using c = await clinic()
  const words = {
    emailSubject: 'For {firstName}',
    emailText: 'Hello {firstName}, {practice}: {link}',
    smsText: 'Hello {firstName}, {practice}: {link}',
  }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', words))
  await booked(c, { firstName: 'מרים' })
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  const [{ subject, text, html }] = r.emails as [(typeof r.emails)[0]]
  expect(html).toContain('Hello <bdi dir="auto">מרים</bdi>, <bdi dir="auto">Praxis am Lindenplatz</bdi>')
  expect(subject).toBe('For \u2068מרים\u2069')
  expect(text).toStartWith('Hello \u2068מרים\u2069, Praxis am Lindenplatz: ')
  expect(r.texts[0]!.text).toStartWith('Hello מרים, Praxis am Lindenplatz: ')
})
