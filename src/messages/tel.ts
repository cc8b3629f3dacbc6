/** E.164 allows 15 digits. A text with more digits contains more than one number, or other data. */
const oneNumber = /^\+?[\d\s()./-]+$/

/**
 * The address of a link that dials this number (RFC 3966), or null for a text that is not just one number. The number
 * stays as people dial it in the country of the practice.
 */
export function telOf(phone: string): string | null {
  if (!oneNumber.test(phone)) return null
  // In `+49 (0)30 1234` the zero is only for callers from inside the country.
  const dialled = (phone.startsWith('+') ? phone.replace('(0)', '') : phone).replace(/[^\d+]/g, '')
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : null
}
