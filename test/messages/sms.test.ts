import { expect, test } from 'bun:test'
import { composeSms, shortDates } from '../../src/messages/compose.ts'
import { languageIds, languages } from '../../src/messages/languages.ts'
import { longestDayFrom, longFirstName } from '../../src/messages/longest-likely.ts'
import { plainSms } from '../../src/messages/sms-plain.ts'
import { sizeOfSms } from '../../src/messages/sms-size.ts'

const timezone = 'Europe/Berlin'
/** The instant of Tuesday, 10 March 2026, 10:00 in Berlin. */
const tuesday = Date.parse('2026-03-10T09:00:00Z')

/** A domain of 30 characters, for the link in a message. */
const domain = 'termine.zahnarzt-lindenweg.com'
const link = `https://${domain}/visit#${'x'.repeat(43)}`
const names = { firstName: longFirstName, lastName: 'Müller-Lüdenscheidt', gender: null }
const content = { practiceName: 'Praxis Dr. Müller-Lüdenscheidt', timezone, ...names, link }

test.each(languageIds)(
  '§6.4 The standard text messages fit one segment of GSM-7, with a practice and a domain of 30 characters each, on every day of the year. %s',
  (id) => {
    expect(content.practiceName).toHaveLength(30)
    expect(domain).toHaveLength(30)
    const language = languages[id]
    for (let day = 0; day < 366; day++) {
      const startAt = tuesday + day * 86_400_000
      const text = composeSms(language, language.templates, { ...content, startAt })
      expect(text).toContain(link)
      expect([text, sizeOfSms(text)]).toEqual([text, { encoding: 'GSM-7', segments: 1, outsideGsm: [] }])
    }
  },
)

test.each([
  ['en', 'Praxis am Lindenplatz: visit Tue 10 Mar, 10:00. Can you come? https://a.example/visit#x'],
  ['de', 'Praxis am Lindenplatz: Termin Di 10.3. 10:00 Uhr. Kommen Sie? https://a.example/visit#x'],
] as const)(
  '§6.4 A date in a text message is short and has no year: `Tue 10 Mar`. %s, %s',
  (id, expected) => {
    const language = languages[id]
    const short = {
      ...content,
      practiceName: 'Praxis am Lindenplatz',
      startAt: tuesday,
      link: 'https://a.example/visit#x',
    }
    expect(composeSms(language, language.templates, short)).toBe(expected)
  },
)

test('the longest day has the longest short date of the year', () => {
  for (const id of languageIds) {
    const shortDate = shortDates(languages[id], timezone)
    const longest = shortDate(longestDayFrom(tuesday, languages[id], timezone))
    for (let day = 0; day < 366; day++)
      expect(shortDate(tuesday + day * 86_400_000).length).toBeLessThanOrEqual(longest.length)
  }
})

test.each([
  ['a – b — c ‒ d ‑ e', 'a - b - c - d - e'],
  ['‘a’ ‚b’ O’Neil O`Neil O´Neil', "'a' 'b' O'Neil O'Neil O'Neil"],
  ['“a” „b“ «c»', '"a" "b" "c"'],
  ['wait…', 'wait...'],
  ['at\u00a010:00\u202fpm\u2009x\ty', 'at 10:00 pm x y'],
  ['Linden\u00adplatz\u200b\ufeff\u2060', 'Lindenplatz'],
  ['Zoe\u200d\u200c\u200e', 'Zoe'],
  // On a Mac, a letter and its dots may be typed as two characters.
  ['Mu\u0308ller', 'Müller'],
  ['a\nb', 'a\nb'],
])('§6.4 Typographic signs in a text message are replaced by plain signs. %j, %j', (text, plain) => {
  expect(plainSms(text)).toBe(plain)
  expect(sizeOfSms(plain).encoding).toBe('GSM-7')
})

test.each(['François Łukasz Kőrösi', 'Зоя', 'می\u200cخواهم', 'क्\u200dष', 'בן־גוריון', '👩\u200d⚕', 'l·l'])(
  'the letters of the name %j are not replaced in a text message',
  (text) => {
    expect(plainSms(text)).toBe(text)
  },
)

test('typographic signs in a practice’s own text and in names are replaced, and the link stays', () => {
  const smsText = '„{practice}“ – {firstName}, {date} … {link}'
  const startAt = tuesday
  const given = { ...content, practiceName: 'Praxis\u00a0„Lindenplatz“', firstName: 'D’Arcy', startAt }
  const text = composeSms(languages.de, { ...languages.de.templates, smsText }, given)
  expect(text).toBe(`"Praxis "Lindenplatz"" - D'Arcy, Di 10.3. ... ${link}`)
})
