/** Turns of phrase that a reader stumbles over. People are "they". */
const stumbles = [
  /\b(he|his|him|himself|he'll|he's)\b/i,
  /\bgood for nothing\b/i,
  /\b(fails?|failed) of\b/i,
  /\bto nobody by name\b/i,
  /\bif so wished\b/i,
  /\b(whoever|whosever|whosoever|whomever)\b/i,
  /\bnone such\b/i,
  /(^|[:;] )the same,? for\b/i,
  /^both: /i,
  /\bthat which\b/i,
  /\bthat is none\b/i,
  /\bnobody's mistake\b/i,
  /\bsomebody should look\b/i,
  /\bof everything that\b/i,
]

/** The turns of phrase in this sentence that a reader stumbles over. Code is to be taken out before. */
export const stumblesIn = (sentence: string): string[] =>
  stumbles.flatMap((stumble) => stumble.exec(sentence)?.[0] ?? [])
