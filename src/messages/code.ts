/**
 * The message with the code of a visitor who books online. The message contains no text that the visitor typed
 * (RULES §31).
 */
import { escapeHtml } from './html.ts'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'
import { plainSms } from './sms-plain.ts'

/** The practice that sends the message. A value that the practice has not set is null. */
interface Writer {
  readonly practice: string
  readonly phone: string | null
  readonly address: string | null
}

/** An e-mail with a code. */
export function codeEmail({ locale, code: words, footer }: Language, from: Writer, code: string) {
  const practice = oneLine(from.practice)
  const paragraphs = [words.text(practice), code, words.wasNotYou]
  const signature = [practice, from.phone && `${footer.phone}: ${from.phone}`, from.address].filter(Boolean)
  const html = [...paragraphs, signature.join('\n')]
    .map((text) => `<p dir="auto">${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
  return {
    sender: practice,
    subject: words.subject(practice),
    text: `${paragraphs.join('\n\n')}\n\n-- \n${signature.join('\n')}`,
    html: `<!doctype html>\n<html lang="${locale}">\n<head><meta charset="utf-8"><title>${escapeHtml(words.subject(practice))}</title></head>\n<body>\n${html}\n</body>\n</html>\n`,
  }
}

/** A text message with a code. The code is at the start, because phones show the beginning of a message. */
export const codeSms = ({ code: words }: Language, practice: string, code: string): string =>
  plainSms(words.sms(oneLine(practice).slice(0, 60), code))
