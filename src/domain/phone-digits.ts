/**
 * The digits of phone numbers, by which patients are found (RULES §25). Numbers are kept as people wrote them, so the
 * same number has many forms. Only simple rules for digits are used here: the trunk prefix 0, and `+` or `00` before a
 * country code (ITU-T E.164). Whether a number can be called is decided in `delivery/phone.ts`.
 */
import anyAscii from 'any-ascii'

/** A number without signs. `code` is the country code, or empty when none is written. `written` has all digits. */
interface Digits {
  readonly code: string
  /** The number inside its country, without the trunk prefix 0. */
  readonly national: string
  readonly written: string
}

/**
 * How many numbers of one text are read, and how many digits of each. E.164 allows 15 digits, and people add prefixes.
 */
const mostNumbers = 4
const mostDigits = 20
/** A search for fewer digits than this finds no number. */
const fewestDigits = 3

/**
 * Two numbers are separated by anything but digits, a plus, and the signs that people write inside a number (ITU-T
 * E.123).
 */
const betweenNumbers = /[^\d+()\s\p{Cf}\p{Pd}./]+/u
/**
 * A slash beside a space. It may separate two numbers, as in `030 123456 / 0151 2345678`, or be inside one number, as in
 * `0151 / 2345678`.
 */
const slashWithSpace = /\s\/|\/\s/
/**
 * When one side of such a slash has fewer digits than this, without the country code, both sides are one number. Area
 * codes have up to five digits.
 */
const leastBySlash = 6

/**
 * The country codes of one and of two digits. All other country codes have three digits (ITU-T E.164, assigned codes).
 */
const shortCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Every number in a text, such as `0151 23456 or 030 1234`. */
function numbersIn(text: string): Digits[] {
  const plain = text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => anyAscii(digit))
  return plain
    .split(betweenNumbers)
    .flatMap(partedBySlash)
    .map(digitsOf)
    .filter(({ written }) => written.length >= fewestDigits)
    .slice(0, mostNumbers)
}

/** One text for each number. The parts of one number are joined again. */
function partedBySlash(text: string): string[] {
  const isWhole = (part: string) => digitsOf(part).national.length >= leastBySlash
  const numbers: string[] = []
  for (const part of text.split(slashWithSpace)) {
    const before = numbers.at(-1)
    if (before === undefined || (isWhole(before) && isWhole(part))) numbers.push(part)
    else numbers[numbers.length - 1] = `${before} ${part}`
  }
  return numbers
}

function digitsOf(part: string): Digits {
  const dialled = part.replace(/[^\d+()]/g, '')
  const isInternational = /^\(?(?:\+|00)/.test(dialled)
  const digits = dialled.replace(/\D/g, '').slice(0, mostDigits)
  if (!isInternational) return { code: '', national: withoutZeros(digits), written: digits }
  const abroad = withoutZeros(digits)
  // In `+49 (0)151`, the 0 is dialled only inside the country.
  const code = shortCode.exec(abroad)?.[0] ?? abroad.slice(0, 3)
  return { code, national: withoutZeros(abroad.slice(code.length)), written: abroad }
}

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

/** The mark in a `phoneKey` before a number that is written without a country code. */
const atHome = '^'

/**
 * The key that the store keeps of a text with phone numbers. The key has each number as dialled inside its country
 * (`0151…`) and from abroad (`+49151…`). The written digits follow when these forms do not contain them. Spaces
 * surround each form. Null when the text has no number.
 */
export function phoneKey(text: string | null): string | null {
  const forms = numbersIn(text ?? '').flatMap(({ code, national, written }) => {
    const home = `0${national}`
    const known = code === '' ? [atHome + home] : [`+${code}${national}`, home]
    return known.some((form) => form.includes(written)) ? known : [...known, written]
  })
  return forms.length === 0 ? null : ` ${forms.join(' ')} `
}

/** How a number is looked up. The search index finds keys by `digits`, which a form of the number must contain. */
export interface PhoneSearch {
  readonly digits: string
  /** A number fits when its `phoneKey` contains one of these two texts. */
  readonly phone1: string
  readonly phone2: string
}

/**
 * The search for numbers that contain the digits of a text. A text with a country code also finds numbers without a
 * country code, from their beginning. Null when the text has fewer than three digits, or more than one number.
 */
export function phoneSearch(text: string): PhoneSearch | null {
  const [number, another] = numbersIn(text)
  if (number === undefined || another !== undefined) return null
  const { code, national, written } = number
  if (code === '') return { digits: written, phone1: written, phone2: written }
  const abroad = `+${code}${national}`
  if (national === '') return { digits: code, phone1: abroad, phone2: abroad }
  return { digits: `0${national}`, phone1: abroad, phone2: `${atHome}0${national}` }
}

/**
 * The least digits, without the country code, by which two numbers count as the same. Shorter numbers are extensions.
 */
const leastOfSame = 5

/**
 * The searches that find each whole number of a text in all its forms. At most four; empty when the text has no whole
 * number.
 */
export const samePhones = (text: string): PhoneSearch[] =>
  numbersIn(text)
    .filter(({ national }) => national.length >= leastOfSame)
    .map(({ code, national }) => {
      const home = `0${national}`
      return {
        digits: home,
        phone1: code === '' ? ` ${home} ` : ` +${code}${national} `,
        phone2: `${atHome}${home} `,
      }
    })
