import { expect, test } from 'bun:test'
import { sizeOfSms } from '../../src/messages/sms-size.ts'

/** The code points of GSM 03.38 that are not in ASCII, from the table GSM0338.TXT of Unicode. */
const beyondAscii = [
  ...[0xa1, 0xa3, 0xa4, 0xa5, 0xa7, 0xbf, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xd1, 0xd6, 0xd8, 0xdc, 0xdf],
  ...[0xe0, 0xe4, 0xe5, 0xe6, 0xe8, 0xe9, 0xec, 0xf1, 0xf2, 0xf6, 0xf8, 0xf9, 0xfc],
  ...[0x393, 0x394, 0x398, 0x39b, 0x39e, 0x3a0, 0x3a3, 0x3a6, 0x3a8, 0x3a9],
]
const ascii = Array.from({ length: 95 }, (_, i) => 0x20 + i)
const escaped = [0x0c, 0x5b, 0x5c, 0x5d, 0x5e, 0x7b, 0x7c, 0x7d, 0x7e, 0x20ac]
const grave = 0x60
const single = [...ascii.filter((c) => ![...escaped, grave].includes(c)), 0x0a, 0x0d, ...beyondAscii]

/**
 * How often a character fits into one text message. The number is 70 or less for a character outside the GSM alphabet.
 */
const mostOf = (character: string): number => {
  let most = 1
  while (sizeOfSms(character.repeat(most + 1)).segments === 1) most++
  return most
}

test('characters of the GSM alphabet take one septet, its escaped characters take two, and all other characters need UCS-2', () => {
  expect(single).toHaveLength(127)
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const { encoding } = sizeOfSms(String.fromCharCode(code))
    const known = single.includes(code) || escaped.includes(code)
    if ((encoding === 'GSM-7') !== known) throw new Error(`U+${code.toString(16)} was taken for ${encoding}`)
  }
  for (const code of single) expect(mostOf(String.fromCharCode(code))).toBe(160)
  for (const code of escaped) expect(mostOf(String.fromCharCode(code))).toBe(80)
  expect(mostOf('ç')).toBe(70)
  expect(mostOf('😀')).toBe(35)
})

test.each([
  ['', 'GSM-7', 1],
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['€'.repeat(80), 'GSM-7', 1],
  // The two septets of an escaped character stay in one part. So 76 such characters fit into a part, and not 76½.
  ['€'.repeat(81), 'GSM-7', 2],
  ['€'.repeat(152), 'GSM-7', 2],
  ['€'.repeat(153), 'GSM-7', 3],
  ['ł'.repeat(70), 'UCS-2', 1],
  ['ł'.repeat(71), 'UCS-2', 2],
  ['ł'.repeat(134), 'UCS-2', 2],
  ['ł'.repeat(135), 'UCS-2', 3],
  ['😀'.repeat(66), 'UCS-2', 2],
  ['😀'.repeat(67), 'UCS-2', 3],
  [`${'a'.repeat(150)}ő`, 'UCS-2', 3],
])('the text %j is sent as %s in %d segments', (text, encoding, segments) => {
  expect(sizeOfSms(text)).toMatchObject({ encoding, segments } as object)
})

test('each character that is not in the GSM alphabet is named once', () => {
  expect(sizeOfSms('François, Łukasz, Ferenc Kőrösi, François').outsideGsm).toEqual(['ç', 'Ł', 'ő'])
  expect(sizeOfSms('Zoé Müller-Lüdenscheidt, Ægir Ø. Ñandú').outsideGsm).toEqual(['ú'])
  expect(sizeOfSms('Zoé Müller').outsideGsm).toEqual([])
})
