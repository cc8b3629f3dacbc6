const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const address = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`, 'u')

/**
 * True for `local@domain` as RFC 5321 §4.1.2 has it, with letters of any script (RFC 6531) and a dot in the
 * domain; quoted local parts and address literals, which no patient has, are not taken.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)
