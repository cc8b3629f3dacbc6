import { words } from './words.ts'

/** What people and programs write for a gender, in small letters. It is a free text. */
const written = {
  female: ['female', 'f', 'w', 'weiblich', 'frau', 'woman'],
  male: ['male', 'm', 'männlich', 'maennlich', 'mann', 'man'],
  diverse: ['diverse', 'divers', 'd'],
  other: ['other', 'anderes'],
  unknown: ['unknown', 'unbekannt'],
} as const satisfies Record<keyof typeof words.value.patient.genders, readonly string[]>

/** A gender in the words of the member; as it was written where it is none that we know. Empty for null. */
export function sayGender(text: string | null): string {
  const word = (text ?? '').normalize('NFC').trim().toLowerCase()
  for (const [gender, known] of Object.entries(written))
    if ((known as readonly string[]).includes(word))
      return words.value.patient.genders[gender as keyof typeof written]
  return text ?? ''
}
