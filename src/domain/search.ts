/**
 * Letters that Unicode NFKD does not split into a base letter and a mark, with what people type for them.
 */
const inseparable: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ŋ: 'n',
  ƀ: 'b',
  ɨ: 'i',
  ʉ: 'u',
  ƶ: 'z',
  ǥ: 'g',
  ɉ: 'j',
  ɍ: 'r',
  ɏ: 'y',
  ȼ: 'c',
  ɇ: 'e',
  ⱥ: 'a',
  ⱦ: 't',
  ƚ: 'l',
  ς: 'σ',
  ʼ: "'",
  '’': "'",
}
const inseparableLetters = new RegExp(`[${Object.keys(inseparable).join('')}]`, 'gu')
/** Accents and points. The vowel signs of Indic scripts are kept, because words differ by them. */
const marks = /[[\p{Diacritic}\p{Script=Inherited}]&&\p{M}]/gv
/** Soft hyphens, joiners and direction marks: nobody sees or types them. */
const unseen = /\p{Cf}/gu
const gaps = /[\s\p{Cc}\p{Cs}]+/gu

/**
 * The form in which names are compared and sorted (RULES §4.1). It has no case, no accents and no compatibility forms
 * (Unicode NFKD). Each gap is one space, and there is none at the ends.
 */
export function fold(text: string): string {
  if (/^[a-z]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(inseparableLetters, (letter) => inseparable[letter]!)
    .replace(unseen, '')
    .replace(gaps, ' ')
    .trim()
}

/** The folded words of a search, each once. A patient is found when every word occurs in their names (RULES §4.1). */
export const searchWords = (search: string): string[] => [...new Set(fold(search).split(' '))].filter(Boolean)

/**
 * The last letters of every word of the folded names, at every length, for the search index. A search word occurs inside a name exactly
 * when one of these endings begins with it. An index can look up beginnings only.
 */
export function wordEndings(...names: readonly string[]): string {
  const endings = new Set<string>()
  for (const name of names)
    for (const word of name.split(' ')) {
      const letters = [...word]
      for (let i = 0; i < letters.length; i++) endings.add(letters.slice(i).join(''))
    }
  return [...endings].join(' ')
}
