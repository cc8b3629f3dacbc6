import { cut, fold, nameKey } from './fold.ts'
import { foldSpelledOut, twoLetterKey } from './german-names.ts'
import { phoneKey } from './phone-digits.ts'

/** Commas and semicolons of several scripts. `Müller,Anna` is two words. */
const commas = /[,;،؛、՝፣]/u
const punctuationAtEnds = /^\p{Terminal_Punctuation}+|\p{Terminal_Punctuation}+$/gu

/** A folded word of a search. A word such as `Müller` has two forms, `muller` and `mueller`, and either may occur. */
export type SearchWord = string | readonly [plain: string, spelledOut: string]

/**
 * The words of a search. Each word is returned once. A patient is found when every word occurs in their names
 * (RULES §4.1). Punctuation at the ends of a word is left out, as in `Müller, Anna`. A word of nothing but punctuation
 * stays as it is.
 */
export function searchWords(search: string): SearchWord[] {
  const plain = wordsOf(fold(search))
  const spelledOut = wordsOf(foldSpelledOut(search))
  const words = plain.map((word, i): SearchWord => {
    const other = spelledOut[i] ?? word
    return other === word ? word : [word, other]
  })
  return [...new Map(words.map((word) => [formsOf(word).join(' '), word])).values()]
}

/** Whether every word of a search occurs somewhere in a text, such as a title with a name. */
export function occursIn(words: readonly SearchWord[], text: string): boolean {
  const folded = `${fold(text)} ${foldSpelledOut(text)}`
  return words.every((word) => formsOf(word).some((form) => folded.includes(form)))
}

/** The forms of a word: one or two texts. */
export const formsOf = (word: SearchWord): readonly string[] => (typeof word === 'string' ? [word] : word)

const wordsOf = (folded: string): string[] =>
  folded.split(' ').flatMap(withoutPunctuation).map(cut).filter(Boolean)

function withoutPunctuation(word: string): string[] {
  const words = word.split(commas).map((part) => part.replace(punctuationAtEnds, ''))
  return words.some(Boolean) ? words : [word]
}

/**
 * How many letters of an ending the index keeps (`patient_endings` in the database). Without this limit, the index of a
 * long name would grow with the square of its length.
 */
const endingLetters = 8

/** The part of a word that the search index can look up: its first eight letters (code points). */
export const indexedPart = (word: string): string =>
  word.length <= endingLetters ? word : [...word].slice(0, endingLetters).join('')

/** The mark before the digits of a phone number in the search index. No word of a name contains a space. */
const beforeDigits = ' '
const endingDigits = 5

/**
 * The part of a phone number's digits that the search index can look up: the last five. The last digits differ more
 * than the first.
 */
export const indexedDigits = (digits: string): string => beforeDigits + digits.slice(-endingDigits)

/** An e-mail address without letter case, as it is compared. Null when there is no address. */
export const emailKey = (email: string | null): string | null =>
  email?.normalize('NFC').toUpperCase().toLowerCase() ?? null

/** The fields by which a patient is found. */
export interface Findable {
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | null
  readonly phoneMobile?: string | null
}

/** The keys of a patient that the store keeps for sorting and searching. */
export interface SearchKeys {
  readonly firstNameKey: string
  readonly lastNameKey: string
  /** The keys of the names that change when ä, ö, ü, å and ø are written as two letters. Null when no name changes. */
  readonly spelledKey: string | null
  /** Null when the key is the same as the address. */
  readonly emailKey: string | null
  readonly phoneKey: string | null
}

/** The keys by which a patient is sorted and found. */
export const searchKeys = ({
  firstName,
  lastName,
  email = null,
  phoneMobile = null,
}: Findable): SearchKeys => ({
  firstNameKey: nameKey(firstName),
  lastNameKey: nameKey(lastName),
  spelledKey:
    [lastName, firstName]
      .filter((name) => twoLetterKey(name) !== nameKey(name))
      .map(twoLetterKey)
      .join(' ') || null,
  emailKey: emailKey(email) === email ? null : emailKey(email),
  phoneKey: phoneKey(phoneMobile),
})

/** The fields from which the keys are made. */
export const findableFields = ['firstName', 'lastName', 'email', 'phoneMobile'] as const
