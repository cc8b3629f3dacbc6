import { expect, test } from 'bun:test'
import { composeEmail, composeSms } from '../../src/messages/compose.ts'
import { languageIds, languages } from '../../src/messages/languages.ts'
import { sizeOfSms } from '../../src/messages/sms-size.ts'
import { has, hasStrayBraces } from '../../src/messages/template.ts'

/** Contents with the longest practice name, domain and date that are likely. */
const content = {
  practiceName: 'Praxis Dr. Müller-Lüdenscheidt',
  timezone: 'Europe/Berlin',
  firstName: 'Zoé',
  lastName: 'Müller',
  gender: null,
  instructions: '',
  contact: { phone: null, address: null },
  startAt: Date.parse('2026-12-30T09:00:00Z'),
  link: `https://termine.zahnarzt-lindenweg.com/visit#${'x'.repeat(43)}`,
}
const kinds = ['booked', 'moved', 'cancelled'] as const

for (const id of languageIds)
  for (const kind of kinds) {
    const language = languages[id]
    const words = language.news[kind]

    test(`the ${kind} text message in ${id} fits one segment`, () => {
      const text = composeSms(language, words, content)
      expect([text, sizeOfSms(text)]).toEqual([text, { encoding: 'GSM-7', segments: 1, outsideGsm: [] }])
    })

    test(`the ${kind} words in ${id} say when and where, and have a link unless the appointment is cancelled`, () => {
      const { emailSubject, emailText, smsText } = words
      for (const template of [emailSubject, emailText, smsText]) {
        expect(hasStrayBraces(template)).toBe(false)
        for (const name of ['date', 'time'] as const) expect(has(template, name)).toBe(true)
      }
      for (const template of [emailText, smsText]) {
        expect(has(template, 'practice')).toBe(true)
        expect(has(template, 'link')).toBe(kind !== 'cancelled')
      }
      const { html } = composeEmail(language, words, content)
      expect(html.includes(language.linkLabel)).toBe(kind !== 'cancelled')
    })
  }
