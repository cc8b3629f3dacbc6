const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const address = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`, 'u')

/**
 * True for an e-mail address `local@domain` (RFC 5321 §4.1.2), with letters of any script (RFC 6531). The domain must
 * have a dot. Quoted local parts and address literals are refused: patients do not have them.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)
