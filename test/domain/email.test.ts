import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isEmail } from '../../src/domain/email.ts'

test.each([
  'zoe@example.org',
  'zoe.muller+recall@mail.example.co.uk',
  "o'brien@example.org",
  'a@b.c',
  'ZOE@EXAMPLE.ORG',
  'zoé@exämple.org',
  'アンナ@例え.jp',
  '1_2-3@4-5.org',
  'संपर्क@डाटामेल.भारत',
  'ติดต่อ@อีเมล.ไทย',
  'தொடர்பு@மின்னஞ்சல்.இந்தியா',
  `${'a'.repeat(64)}@example.org`,
])('§2.1 An e-mail address may have letters and marks of every script. %s', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ['no characters', ''],
  ['no at sign', 'zoe.example.org'],
  ['two at signs', 'zoe@muller@example.org'],
  ['nothing before the at sign', '@example.org'],
  ['nothing after the at sign', 'zoe@'],
  ['no dot in the domain', 'zoe@localhost'],
  ['a dot first', '.zoe@example.org'],
  ['a dot before the at sign', 'zoe.@example.org'],
  ['two dots together', 'zoe..muller@example.org'],
  ['two dots in the domain', 'zoe@example..org'],
  ['a dot at the end of the domain', 'zoe@example.org.'],
  ['a hyphen at the edge of a label', 'zoe@-example.org'],
  ['an accent first', '\u0301zoe@example.org'],
  ['an accent at the beginning of a label', 'zoe@\u0301example.org'],
  ['a space', 'zoe muller@example.org'],
  ['a space before the address', ' zoe@example.org'],
  ['a line end that would begin another header', 'zoe@example.org\nBcc: all@example.org'],
  ['a line end after the address', 'zoe@example.org\n'],
  ['a name before the address', 'Zoe <zoe@example.org>'],
  ['two addresses', 'zoe@example.org,anna@example.org'],
  ['a quoted local part', '"zoe m"@example.org'],
  ['an address literal', 'zoe@[127.0.0.1]'],
  ['a local part of more than 64 characters', `${'a'.repeat(65)}@example.org`],
  [
    'more than 254 characters in all',
    `zoe@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}`,
  ],
])('a text with %s is not an e-mail address', (_, text) => {
  expect(isEmail(text)).toBe(false)
})

test('an address is valid or not regardless of whether its accents are composed', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'é', 'ü', 'ệ', '각', 'हि', '-'),
    minLength: 1,
    maxLength: 70,
  })
  fc.assert(
    fc.property(part, part, (local, domain) => {
      const address = `${local}@${domain}.org`
      expect(isEmail(address.normalize('NFD'))).toBe(isEmail(address.normalize('NFC')))
    }),
  )
  expect(isEmail(`${'é'.repeat(64)}@example.org`.normalize('NFD'))).toBe(true)
})

test('plain words make a valid address, and a space, control character or bracket anywhere makes it invalid', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,10}$/)
  const spoiler = fc.constantFrom(
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '<',
    '>',
    ',',
    ';',
    ':',
    '(',
    ')',
    '[',
    ']',
    '"',
    '\\',
  )
  fc.assert(
    fc.property(word, word, word, spoiler, fc.nat(), (local, domain, top, bad, place) => {
      const address = `${local}@${domain}.${top}`
      expect(isEmail(address)).toBe(true)
      const at = place % (address.length + 1)
      expect(isEmail(address.slice(0, at) + bad + address.slice(at))).toBe(false)
    }),
  )
})

test('an address that is built to slow down the pattern is refused quickly', () => {
  // With an ambiguous pattern, these calls would take longer than the time limit of the test.
  expect(isEmail(`${'a'.repeat(60)}@${'a-'.repeat(90)}!`)).toBe(false)
  expect(isEmail(`${'a.'.repeat(31)}@${'a.'.repeat(90)}`)).toBe(false)
})
