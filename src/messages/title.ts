import type { Language } from './language.ts'

/** The words for two genders that people write in English and German, in small letters. */
const words = {
  female: ['female', 'f', 'w', 'weiblich', 'frau', 'woman', 'ms', 'mrs'],
  male: ['male', 'm', 'männlich', 'maennlich', 'herr', 'man', 'mann', 'mr'],
} as const

/**
 * How a patient is addressed before the last name, such as `Frau` or `Mr`. The gender is a free text. When it is no
 * known word, the first name is used instead. So `{title} {lastName}` always reads well.
 */
export function titleFor({ titles }: Language, gender: string | null, firstName: string): string {
  const word = (gender ?? '').normalize('NFC').trim().toLowerCase().replace(/\.$/, '')
  if (has(words.female, word)) return titles.female
  return has(words.male, word) ? titles.male : firstName
}

const has = (list: readonly string[], word: string): boolean => list.includes(word)
