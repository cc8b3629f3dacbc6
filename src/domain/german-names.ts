/**
 * Names with letters that people also write as two letters (RULES §4.1, §25). These are ä (ae), ö and ø (oe), ü (ue)
 * and å (aa).
 */
import { fold, nameKey } from './fold.ts'

/** A text with each of these letters written as two letters. `fold` turns ß into ss anyway. */
const spelledOut = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[äöüø]/giu, '$&e')
    .replace(/å/giu, 'aa')

/** The text that `fold` returns, with each of these letters written as two letters. */
export const foldSpelledOut = (text: string): string => fold(spelledOut(text))

/** The key of a name, with each of these letters written as two letters. */
export const twoLetterKey = (name: string): string => nameKey(spelledOut(name))

/** Whether two names are the same without case and accents, or with each of these letters written as two letters. */
export const isSameName = (a: string, b: string): boolean =>
  nameKey(a) === nameKey(b) || twoLetterKey(a) === twoLetterKey(b)

/**
 * The most pairs of letters of one name, such as `ue`, that are looked up in both forms. Each pair doubles the keys.
 */
const mostPairs = 3

/**
 * The keys under which the same name may be stored, at most nine. `Mueller` may be stored as `mueller`, or as `muller`
 * when it was written `Müller`. Other names may have one of these keys too, so `isSameName` decides. From the fourth
 * pair of letters on, a key has both letters. Another key is the name without accents.
 */
export function nameKeys(name: string): string[] {
  const [start = '', ...rest] = twoLetterKey(name).split(/(?<=[aou])(?=e)|(?<=a)(?=a)/)
  const keys = rest.reduce<string[]>(
    (keys, part, i) => keys.flatMap((key) => [...(i < mostPairs ? [key + part.slice(1)] : []), key + part]),
    [start],
  )
  return [...new Set([nameKey(name), ...keys])]
}
