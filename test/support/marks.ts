import { readFileSync } from 'node:fs'

/**
 * Georgian letters. No other text of the tests contains them. So even two such letters in a file are the rest of a
 * mark.
 */
const georgian = Array.from({ length: 33 }, (_, i) => String.fromCodePoint(0x10d0 + i))

/** A random text of Georgian letters. In a database file, even two letters of a mark can be recognized. */
export const mark = (letters: number): string =>
  Array.from({ length: letters }, () => georgian[Math.floor(Math.random() * georgian.length)]).join('')

/** The number of marks, or parts of marks, in these files. A missing file counts as 0. */
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
