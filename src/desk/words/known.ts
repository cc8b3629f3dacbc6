/** The words of a code; `other` for a code that the server of now knows, and this page of before an upgrade does not. */
export const known = <V>(words: Readonly<Record<string, V>>, code: string, other: V): V =>
  Object.hasOwn(words, code) ? words[code]! : other
