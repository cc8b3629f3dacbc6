/** Names with letters that people also write as two: ä as ae, ö and ø as oe, ü as ue, å as aa (RULES §4.1, §25). */
import { fold, nameKey } from './fold.ts'

/** A text with each of these letters as two. ß is folded to ss anyway. */
const spelledOut = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[äöüø]/giu, '$&e')
    .replace(/å/giu, 'aa')

/** A text as `fold` makes it, with each of these letters as two. */
export const foldSpelledOut = (text: string): string => fold(spelledOut(text))

/** The key of a name in which each of these letters is written as two. */
export const twoLetterKey = (name: string): string => nameKey(spelledOut(name))

/** Whether two names are the same without case and accents, or with each of these letters written as two. */
export const isSameName = (a: string, b: string): boolean =>
  nameKey(a) === nameKey(b) || twoLetterKey(a) === twoLetterKey(b)

/** The most pairs of letters of one name that are looked up in both forms. Each pair doubles the keys. */
const mostPairs = 3

/**
 * The keys by which the same name may be kept, at most nine. `Mueller` may be kept as `mueller` and, for `Müller`, as
 * `muller`. Other names may have one of these keys too, so `isSameName` decides. After its third pair of letters, a name
 * is looked up with both letters only, or with accents left out.
 */
export function nameKeys(name: string): string[] {
  const [start = '', ...rest] = twoLetterKey(name).split(/(?<=[aou])(?=e)|(?<=a)(?=a)/)
  const keys = rest.reduce<string[]>(
    (keys, part, i) => keys.flatMap((key) => [...(i < mostPairs ? [key + part.slice(1)] : []), key + part]),
    [start],
  )
  return [...new Set([nameKey(name), ...keys])]
}
