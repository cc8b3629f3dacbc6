import { describe, expect, test } from 'bun:test'
import { phoneKey, phoneSearch, samePhones } from '../../src/domain/phone-digits.ts'

/** Whether a search for the text finds the phone number. */
function finds(text: string, number: string): boolean {
  const search = phoneSearch(text)
  const key = phoneKey(number)
  if (search === null || key === null) return false
  return key.includes(search.phone1) || key.includes(search.phone2)
}

const mobile = [
  '0151 234 56 78',
  '+49 151 2345678',
  '0049 (0)151/2345678',
  '+49 (0) 151-234.5678',
  '＋49 １51 2345678',
]

describe('the search for a phone number', () => {
  test.each(mobile)('a phone number that is stored as %s is found in each form of writing', (number) => {
    for (const text of ['0151', '0151 2345678', '1512345678', '456', '678', '51 23'])
      expect([text, finds(text, number)]).toEqual([text, true])
    for (const text of ['0152', '8151', '0151 2345679', '234 567 80'])
      expect([text, finds(text, number)]).toEqual([text, false])
  })

  test.each(mobile)('a search for %s finds the phone number in every stored form', (text) => {
    for (const number of mobile) expect([number, finds(text, number)]).toEqual([number, true])
    expect(finds(text, '0151 2345679')).toBe(false)
  })

  test('a search with a country code finds numbers with the same code, and numbers without a code', () => {
    expect(finds('+49151', '+41 151 2345678')).toBe(false)
    expect(finds('+41 7', '+41 79 123 45 67')).toBe(true)
    expect(finds('+49 7', '+41 79 123 45 67')).toBe(false)
    expect(finds('+49 151', '030 49151')).toBe(false)
    expect(finds('+1 202 555', '(202) 555-0100')).toBe(true)
    expect(finds('+353 86', '086 123 4567')).toBe(true)
    expect(finds('+39 06 1234', '06 12345')).toBe(true)
  })

  test('§25 When a field holds several phone numbers, each number is found, but no digits across two numbers.', () => {
    const two = '030 1234567, mobil 0151 2345678'
    expect(['030 123', '+49 151', '5678'].map((text) => finds(text, two))).toEqual([true, true, true])
    expect(finds('567 0151', two)).toBe(false)
    expect(finds('567', 'x'.repeat(900))).toBe(false)
  })

  test.each(['030 123456 / 0151 2345678', '+49 30 123456/ 0151 2345678', '123456 /0151 2345678'])(
    'each of two phone numbers is found when a slash and a space are between them: %s',
    (two) => {
      for (const text of ['123456', '0151 2345678', '+49 151 2345678'])
        expect([text, finds(text, two)]).toEqual([text, true])
      expect(finds('456 0151', two)).toBe(false)
    },
  )

  test.each(['0151 / 2345678', '+49 / 151 / 2345678', '0151 /2345678', '015123 / 45678', '0151 234 / 5678'])(
    'a phone number with a slash inside is found as a whole: %s',
    (one) => {
      for (const text of ['0151 2345678', '+49 151 2345678', one])
        expect([text, finds(text, one)]).toEqual([text, true])
    },
  )

  test('a phone number is found in digits of other scripts', () => {
    expect(finds('٠١٥١', '0151 2345678')).toBe(true)
    expect(finds('0151', '٠١٥١ ٢٣٤')).toBe(true)
  })
})

test('§25 A search with fewer than three digits, or with more than one phone number, finds nobody.', () => {
  for (const text of ['', 'x', '12', '+4', '0151 234 or 030 123', '030 123456 / 0151 2345678'])
    expect(phoneSearch(text)).toBe(null)
  for (const text of [null, '', 'none', '12']) expect(phoneKey(text)).toBe(null)
})

test('two forms of one phone number count as the same number, and a part of the number does not', () => {
  const isSame = (text: string, number: string) => {
    const forms = samePhones(text).flatMap(({ phone1, phone2 }) => [phone1, phone2])
    return forms.some((form) => phoneKey(number)!.includes(form))
  }
  for (const one of mobile)
    for (const other of mobile) expect([one, other, isSame(one, other)]).toEqual([one, other, true])
  expect(isSame('0151 234567', '0151 2345678')).toBe(false)
  expect(isSame('+49 151 2345678', '+41 151 2345678')).toBe(false)
  expect(samePhones('1234')).toEqual([])
  for (const two of ['030 123456 / 0151 2345678', '030 123456, 0151 2345678'])
    for (const one of ['030 123456', '0151 2345678'])
      expect([two, isSame(two, one), isSame(one, two)]).toEqual([two, true, true])
  expect(isSame('030 123456 / 0151 2345678', '030 1234560')).toBe(false)
  expect(samePhones('0151 2345678, '.repeat(70))).toHaveLength(4)
})

test('the search key of a phone number has a bounded length, for any number of digits', () => {
  const phoneMobile = '123 456 789 012 345 678 901 / x '.repeat(30)
  expect(phoneKey(phoneMobile)!.length).toBeLessThan(300)
})
