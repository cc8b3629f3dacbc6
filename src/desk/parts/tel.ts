/**
 * A telephone number as a link dials it (RFC 3966), or null for a text that is not just one number. The number stays as
 * people dial it in the country of the practice.
 */
export function telOf(phone: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(phone)) return null
  // In `+49 (0)30 1234` the zero is only for callers from inside the country.
  const dialled = (phone.startsWith('+') ? phone.replace('(0)', '') : phone).replace(/[^\d+]/g, '')
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : null
}
