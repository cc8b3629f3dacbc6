import { fold } from './fold.ts'

/** The fields by which a person is recognized. */
interface Person {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly phoneMobile: string | null
}

/** The digits of a text. A telephone number has at least six digits. */
const digitsOf = (text: string): string => text.replace(/\D/g, '')
const fewestDigits = 6

/**
 * Whether a text contains this person's e-mail address, their number, or a word of two letters or more from their name.
 * Case and accents do not count.
 */
export function namesPerson(text: string, { firstName, lastName, email, phoneMobile }: Person): boolean {
  const words = new Set(wordsOf(text))
  if (wordsOf(`${firstName ?? ''} ${lastName ?? ''}`).some((word) => word.length > 1 && words.has(word)))
    return true
  if (email !== null && fold(text).includes(fold(email))) return true
  const number = digitsOf(phoneMobile ?? '')
  return number.length >= fewestDigits && digitsOf(text).includes(number.slice(-fewestDigits))
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
