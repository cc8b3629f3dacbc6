/**
 * A text with plain signs instead of the typographic signs that the GSM alphabet lacks. A single typographic sign would
 * more than double the price of a text message. Letters stay as they are, because names are written with them.
 */
export const plainSms = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2010-\u2015\u2043\u2212]/gu, '-')
    .replace(/[‘’‚‛′ʼ´`‹›]/gu, "'")
    .replace(/[“”„‟″«»]/gu, '"')
    .replaceAll('…', '...')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/[\u2028\u2029]/gu, '\n')
    .replace(neverSeen, '')
    .replace(unseen, '')

/** Soft hyphens, and the zero-width signs that no script needs. */
const neverSeen = /[\u00ad\u200b\u2060\ufeff]/gu
/**
 * Joiners and direction marks. Scripts that need these marks are not in the GSM alphabet anyway, so their texts keep
 * the marks.
 */
const unseen = /(?<=^|[\p{ASCII}\p{Script=Latin}])[\u200c-\u200f\u202a-\u202e\u2066-\u2069]+/gu
