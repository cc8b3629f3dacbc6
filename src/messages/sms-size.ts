/** The GSM 7-bit default alphabet from code 0x00 on (3GPP TS 23.038 §6.2.1). 0x1B is the escape, not a character. */
const alphabet = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('')

/** The characters of the extension table, which are sent after an escape (3GPP TS 23.038 §6.2.1.1). */
const extension = '\f^{}\\[~]|€'

const septets = new Map([
  ...[...alphabet].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
])

export const smsEncodings = ['GSM-7', 'UCS-2'] as const

/** The encoding and the size of a text message. Providers charge for each segment. */
interface SmsSize {
  /**
   * UCS-2 when one character or more is not in the GSM alphabet. Then a segment has room for less than half as many
   * characters.
   */
  readonly encoding: (typeof smsEncodings)[number]
  readonly segments: number
  /** The characters that are not in the GSM alphabet, each once. */
  readonly outsideGsm: readonly string[]
}

/** How many septets (GSM-7) or UTF-16 code units (UCS-2) a segment holds, as the only segment and as one of several. */
const room = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } }

/** The size of a text message by 3GPP TS 23.038 and, for parts, TS 23.040 §9.2.3.24.1. An empty text takes one segment. */
export function sizeOfSms(text: string): SmsSize {
  const characters = [...text]
  const outsideGsm = [...new Set(characters.filter((character) => !septets.has(character)))]
  const encoding = outsideGsm.length === 0 ? 'GSM-7' : 'UCS-2'
  const sizes = characters.map((character) =>
    encoding === 'GSM-7' ? septets.get(character)! : character.length,
  )
  return { encoding, segments: segmentsOf(sizes, room[encoding]), outsideGsm }
}

/** The number of segments. No character is split, so a segment may end one position early. */
function segmentsOf(sizes: readonly number[], { alone, part }: { alone: number; part: number }): number {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= alone) return 1
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > part) {
      segments++
      filled = 0
    }
    filled += size
  }
  return segments
}
