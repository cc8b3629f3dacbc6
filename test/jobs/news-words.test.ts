import { expect, test } from 'bun:test'
import { composeEmail, composeSms } from '../../src/messages/compose.ts'
import { languageIds, languages } from '../../src/messages/languages.ts'
import { has, hasStrayBraces } from '../../src/messages/template.ts'

/** The default alphabet of text messages (GSM 03.38), without the signs that count twice. */
const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/
const content = {
  practiceName: 'Praxis Lindenplatz',
  timezone: 'Europe/Berlin',
  firstName: 'Zoé',
  startAt: Date.parse('2026-03-10T09:00:00Z'),
  link: `https://termine.linden.de/visit#${'x'.repeat(43)}`,
}
const kinds = ['booked', 'moved', 'cancelled'] as const

for (const id of languageIds)
  for (const kind of kinds) {
    const language = languages[id]
    const words = language.news[kind]

    test(`the ${kind} text message in ${id} fits one segment`, () => {
      const text = composeSms(language, words, content)
      expect(text).toMatch(gsm7)
      expect(text.length).toBeLessThanOrEqual(160)
    })

    test(`the ${kind} words in ${id} say when and where, and have a link unless nothing is left to answer`, () => {
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
      expect(html.includes('<a ')).toBe(kind !== 'cancelled')
    })
  }
