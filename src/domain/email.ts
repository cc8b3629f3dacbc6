const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-][\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]*"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?'
const address = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`, 'u')

/**
 * The longest text that is checked, in UTF-16 code units. An address of 254 characters can be this long when its
 * accents are written as separate characters.
 */
export const longestEmail = 1000

/**
 * True for an e-mail address `local@domain` (RFC 5321 §4.1.2), with letters and marks of any script (RFC 6531). The
 * domain must have a dot. Lengths count with accents composed (Unicode NFC). Quoted local parts and address literals
 * are refused: patients do not have them.
 */
export function isEmail(text: string): boolean {
  // Composing letters with their marks takes time that grows with the square of the number of marks.
  if (text.length > longestEmail) return false
  const composed = text.normalize('NFC')
  return composed.length <= 254 && composed.indexOf('@') <= 64 && address.test(composed)
}
