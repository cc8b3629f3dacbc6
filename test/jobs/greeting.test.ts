/** Any token with `write` can set a patient's name. So a name must not change what the practice's messages say. */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

/**
 * Sends reminders to a patient with this first name. Returns the first line of the e-mail, the text message, and all
 * text.
 */
async function greetingOf(firstName: string) {
  await using c = await clinic()
  const r = reminding(c)
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { smsText: '{firstName}, see {link}' }))
  await booked(c, { firstName })
  c.clock.now = due
  await r.round()
  const [{ text, html }] = r.emails as [(typeof r.emails)[number]]
  const { text: sms } = r.texts[0]!
  return { greeting: text.split('\n')[0], sms: sms.replace(/https:\S+/, '').trim(), all: text + html }
}

test.each(['Zoé', 'Anne-Marie', "D'Arcy", 'María José', 'J. R.', 'J.R.', 'आरव', '太郎', 'Elisabeth (Lisa)'])(
  'a patient called %s is greeted by name',
  async (name) => {
    const { greeting, sms } = await greetingOf(name)
    expect([greeting, sms]).toEqual([`Hello ${name},`, `${name}, see`])
  },
)

test.each([
  'https://pay.evil.example/x',
  'Pay at pay.evil.example',
  'Pay at pay。evil。example',
  'write to me@evil.example',
  'evil.example',
  'tel:0900 123',
  'call 0900 123456',
  'call ٠٩٠٠ ١٢٣',
  'a\\b',
  '<b>x</b>',
])(
  '§6.4 A first name with digits, or with what could be a link, is left out of the greeting. %s',
  async (name) => {
    const { greeting, sms, all } = await greetingOf(name)
    expect([greeting, sms]).toEqual(['Hello,', 'see'])
    expect(all).not.toContain(name)
  },
)

test('a long name is cut in the greeting, between two words if possible', async () => {
  const words = await greetingOf(`Your bill is open ${'please pay it at once '.repeat(8)}`)
  expect(words.greeting).toBe('Hello Your bill is open please pay it at once,')
  const letters = await greetingOf('😀'.repeat(10) + 'é'.repeat(150))
  expect(letters.greeting).toBe('Hello,')
  const word = await greetingOf('é'.repeat(150))
  expect(word.greeting).toBe(`Hello ${'é'.repeat(40)},`)
})
