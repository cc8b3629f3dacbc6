/** The parts of the place in the address, which is behind the `#`: `#/day/2030-03-26` is `['day', '2030-03-26']`. */
export function placeNow(): readonly string[] {
  const pieces = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)
  try {
    return pieces.map(decodeURIComponent)
  } catch {
    // A link that was cut off inside an encoded character leads to the first screen.
    return []
  }
}
