import { readFileSync } from 'node:fs'

/** Georgian letters. No other text of the tests has any, so even two of them in a file are a remainder of a mark. */
const georgian = Array.from({ length: 33 }, (_, i) => String.fromCodePoint(0x10d0 + i))

/** A random text that can be told from everything else in a database file, even from a piece of two letters. */
export const mark = (letters: number): string =>
  Array.from({ length: letters }, () => georgian[Math.floor(Math.random() * georgian.length)]).join('')

/** How many pieces of marks there are in these files. A file that is missing holds none. */
export function marksIn(...paths: readonly string[]): number {
  // Two Georgian letters in UTF-8. Latin-1 shows each byte as one character.
  const pieces = /(?:\xe1\x83[\x90-\xbf]){2}/g
  return paths.reduce((sum, path) => sum + (readLatin1(path).match(pieces)?.length ?? 0), 0)
}

function readLatin1(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
