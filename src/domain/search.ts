import { cut, fold, nameKey } from './fold.ts'
import { fewestDigits, phoneKey } from './phone-digits.ts'

/** Commas and semicolons of several scripts. `Müller,Anna` is two words. */
const commas = /[,;،؛、՝፣]/u
const punctuationAtEnds = /^\p{Terminal_Punctuation}+|\p{Terminal_Punctuation}+$/gu

/**
 * The folded words of a search, each once. A patient is found when every word occurs in their names (RULES §4.1).
 * Punctuation at the ends of a word is left out, as in `Müller, Anna`. A word of nothing but punctuation stays as it is.
 */
export const searchWords = (search: string): string[] => [
  ...new Set(fold(search).split(' ').flatMap(withoutPunctuation).map(cut).filter(Boolean)),
]

function withoutPunctuation(word: string): string[] {
  const words = word.split(commas).map((part) => part.replace(punctuationAtEnds, ''))
  return words.some(Boolean) ? words : [word]
}

/** How many letters of an ending the index keeps. More would let the index of a long name grow with its square. */
const endingLetters = 8

/** The part of a word that the search index can look up: its first eight letters (code points). */
export const indexedPart = (word: string): string =>
  word.length <= endingLetters ? word : [...word].slice(0, endingLetters).join('')

/**
 * The beginnings of all endings of every word of the folded names, for the search index. When a search word occurs
 * inside a name, its `indexedPart` begins one of them. An index can look up beginnings only.
 */
export function wordEndings(...names: readonly string[]): string[] {
  const endings = new Set<string>()
  for (const name of names)
    for (const word of name.split(' ')) {
      const letters = [...word]
      for (let i = 0; i < letters.length; i++) endings.add(letters.slice(i, i + endingLetters).join(''))
    }
  return [...endings]
}

/** Stands before the digits of a phone number in the search index. No word of a name holds a space. */
const beforeDigits = ' '

/** The part of some digits of a phone number that the search index can look up. */
export const indexedDigits = (digits: string): string => beforeDigits + digits.slice(0, endingLetters)

/** The beginnings of all endings of every form of a number (`phoneKey`), for the search index. */
function phoneEndings(key: string | null): string[] {
  const endings = new Set<string>()
  for (const form of key?.match(/\d+/g) ?? [])
    for (let i = 0; i <= form.length - fewestDigits; i++) endings.add(indexedDigits(form.slice(i)))
  return [...endings]
}

/** An e-mail address without letter case, as it is compared. Null for none. */
export const emailKey = (email: string | null): string | null =>
  email?.normalize('NFC').toUpperCase().toLowerCase() ?? null

/** What a patient is found by. */
export interface Findable {
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | null
  readonly phoneMobile?: string | null
}

/** What the store keeps of a patient for sorting and searching. */
export interface SearchKeys {
  readonly firstNameKey: string
  readonly lastNameKey: string
  readonly emailKey: string | null
  readonly phoneKey: string | null
  readonly wordEndings: readonly string[]
}

/** The keys by which a patient is sorted and found. */
export function searchKeys({ firstName, lastName, email = null, phoneMobile = null }: Findable): SearchKeys {
  const firstNameKey = nameKey(firstName)
  const lastNameKey = nameKey(lastName)
  const phone = phoneKey(phoneMobile)
  return {
    firstNameKey,
    lastNameKey,
    emailKey: emailKey(email),
    phoneKey: phone,
    wordEndings: [...wordEndings(firstNameKey, lastNameKey), ...phoneEndings(phone)],
  }
}

/** The fields of which the keys are made. */
export const findableFields = ['firstName', 'lastName', 'email', 'phoneMobile'] as const
