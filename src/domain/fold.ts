import anyAscii from 'any-ascii'

/** Apostrophes, primes, and accents that are signs of their own. People type any of these signs instead of another. */
const apostrophes = /[’‘‛`´\u0384\u1fbd\u1ffd\u1fef′‵ʹʻʼʽʾʿ՚׳Ꞌꞌ＇｀]/gu
const hyphens = /[\p{Dash}\u02d7\u2043]/gu
/** Accents and points. The vowel signs of Indic scripts are kept, because words differ by them. */
const marks = /[[\p{Diacritic}\p{Script=Inherited}]&&\p{M}]/gv
/** Latin letters that Unicode NFKD does not split into a base letter and a mark, such as ß, ø, ı, ɓ and ə. */
const inseparable = /[\p{Script=Latin}--[a-zA-Z]]/gv
/** Soft hyphens, joiners, direction marks, fillers and the Arabic tatweel: nobody sees or types them. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640\u{1d159}]/gu
/** White space, control characters, halves of surrogate pairs and the blank Braille cell. */
const gaps = /[\s\p{Cc}\p{Cs}\u2800]+/gu

/**
 * The form in which names are compared and sorted (RULES §4.1). This form has no case, no accents and no compatibility
 * forms (Unicode NFKD). Other Latin letters become the English letters that people type for them. All apostrophes
 * become `'`, and all hyphens become `-`. Each gap becomes one space, and gaps at the ends are removed.
 */
export function fold(text: string): string {
  if (/^[a-z]*$/.test(text)) return text
  const plain = withoutMarks(withoutMarks(withOneSign(text)).toUpperCase().toLowerCase())
  return withOneSign(plain)
    .replace(inseparable, typedFor)
    .replaceAll('ς', 'σ')
    .replace(unseen, '')
    .replace(gaps, ' ')
    .trim()
}

/** How many letters of a folded name are kept. Some characters become eighteen letters when they are folded. */
const mostLetters = 200

/** The first 200 letters (code points) of a folded text. */
export function cut(folded: string): string {
  if (folded.length <= mostLetters) return folded
  return [...folded].slice(0, mostLetters).join('').trimEnd()
}

/** The key by which a name is sorted and searched: the name, folded and cut to 200 letters. */
export const nameKey = (name: string): string => cut(fold(name))

const withOneSign = (text: string) => text.replace(apostrophes, "'").replace(hyphens, '-')

const withoutMarks = (text: string) => text.normalize('NFKD').replace(marks, '')

/** The English letters for a Latin letter. The letter itself when its plain form is only a digit or a sign. */
function typedFor(letter: string): string {
  if (letter === 'ŋ') return 'n'
  return (
    anyAscii(letter)
      .toLowerCase()
      .replace(/[^a-z]/g, '') || letter
  )
}
