/** Names with the German umlauts, which people also write as two letters: ä as ae, ö as oe, ü as ue (RULES §25). */
import { nameKey } from './fold.ts'

/** The key of a name in which each umlaut is written as two letters. ß is ss in every key. */
const twoLetterKey = (name: string): string => nameKey(name.normalize('NFC').replace(/[äöü]/giu, '$&e'))

/** Whether two names are the same without case and accents, or with each umlaut written as two letters. */
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
  const [start = '', ...rest] = twoLetterKey(name).split(/(?<=[aou])e/)
  const keys = rest.reduce<string[]>(
    (keys, part, i) => keys.flatMap((key) => [...(i < mostPairs ? [key + part] : []), `${key}e${part}`]),
    [start],
  )
  return [...new Set([nameKey(name), ...keys])]
}
