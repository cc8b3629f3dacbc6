import { escapeHtml, htmlOf } from './html.ts'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'
import { fill, type Templates, type Values } from './template.ts'

/** What a message is made of. Instants are epoch milliseconds. */
export interface NoticeContent {
  readonly practiceName: string
  readonly timezone: string
  readonly firstName: string
  readonly startAt: number
  readonly link: string
}

/** The day in words, without abbreviations, as the wall clock of the practice has it. */
export const dateOf = ({ locale }: Language, startAt: number, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(startAt)

/** The time of day on that wall clock. */
export const timeOf = ({ locale, clock }: Language, startAt: number, timeZone: string): string =>
  clock(new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(startAt))

export function composeEmail(language: Language, templates: Templates, visit: NoticeContent) {
  const values = valuesOf(language, visit)
  const subject = oneLine(fill(templates.emailSubject, values))
  return {
    sender: values.practice,
    subject,
    text: fill(templates.emailText, values),
    html: page(language, subject, htmlOf(templates.emailText, values, language.linkLabel)),
  }
}

/** The most that a text message should have, in UTF-16 code units: four or five parts of one. */
export const longestSms = 480

/** A text message, in which names are cut as far as it takes to keep to `longestSms`. */
export function composeSms(language: Language, templates: Templates, visit: NoticeContent): string {
  const values = valuesOf(language, visit)
  const { practice, firstName } = values
  let text = fill(templates.smsText, values)
  for (
    let most = Math.max(practice.length, firstName.length) - 1;
    text.length > longestSms && most > 0;
    most--
  ) {
    const short = { practice: cut(practice, most), firstName: cut(firstName, most) }
    text = fill(templates.smsText, { ...values, ...short })
  }
  return text
}

/** Abbreviated with a full stop, which is among the signs of every text message. */
const cut = (name: string, most: number): string =>
  name.length > most
    ? `${name
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}.`
    : name

const valuesOf = (language: Language, visit: NoticeContent): Values => ({
  practice: oneLine(visit.practiceName),
  firstName: oneLine(visit.firstName),
  date: dateOf(language, visit.startAt, visit.timezone),
  time: timeOf(language, visit.startAt, visit.timezone),
  link: visit.link,
})

const page = ({ locale }: Language, title: string, body: string): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f1f5f4;color:#1c2b29;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 32px;background:#ffffff;border-radius:12px;border:1px solid #d9e2e0">
${body}
</div>
</body>
</html>
`
