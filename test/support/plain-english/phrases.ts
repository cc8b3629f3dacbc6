/** Phrases that are hard to read. The first pattern finds words for a man: comments call every person "they". */
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

/** Returns the phrases in this sentence that are hard to read. The caller removes code from the sentence first. */
export const stumblesIn = (sentence: string): string[] =>
  stumbles.flatMap((stumble) => stumble.exec(sentence)?.[0] ?? [])

/**
 * Phrases that make a reader read a sentence twice: "so long" without "that", a relative pronoun without a noun, or
 * "told" for code.
 */
const habits = [
  /\bso (long|many|much|often)\b(?!.*\b(that|as)\b)/i,
  /(^|\b(says?|tells?|asks?|knows?|shows?|of|by|to|with|and|or|but) )(whom|whose)\b/i,
  /\b(told|tells?|hears?|heard) of\b/i,
  /^(told|tells|hears)\b/i,
  /(?<!-)\banew\b/i,
  /\blies?\b(?= (in|at|beside|under|below|on|within|outside|between|there|behind|before|after|above|with|over|ahead)\b)/i,
  /\balone\b/i,
  /\bfor good\b(?! reasons?\b)/i,
  /\ball the same\b/i,
]

/** Returns the phrases of `habits` that this sentence contains. The caller removes code from the sentence first. */
export const habitsIn = (sentence: string): string[] =>
  habits.flatMap((habit) => habit.exec(sentence)?.[0] ?? [])
