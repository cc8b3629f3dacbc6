import { greetingName, withoutName } from './greeting.ts'
import { escapeHtml, htmlOf } from './html.ts'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'
import { fill, type Templates, type Values } from './template.ts'

/** The values that go into a message. `startAt` is in epoch milliseconds. */
export interface NoticeContent {
  readonly practiceName: string
  readonly timezone: string
  readonly firstName: string
  readonly startAt: number
  readonly link: string
}

/** The date in words, without abbreviations, in the time zone of the practice. */
export const dateOf = ({ locale }: Language, startAt: number, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(startAt)

/** The time of day in the time zone of the practice. */
export const timeOf = ({ locale, clock }: Language, startAt: number, timeZone: string): string =>
  clock(new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(startAt))

/** Composes the subject, the plain text and the HTML of an e-mail. */
export function composeEmail(language: Language, templates: Templates, content: NoticeContent) {
  const values = valuesOf(language, content)
  const template = greeting(templates.emailText, values)
  const subject = oneLine(fill(greeting(templates.emailSubject, values), values))
  return {
    sender: values.practice,
    subject,
    text: fill(template, values),
    html: page(language, subject, htmlOf(template, values, language.linkLabel)),
  }
}

/** The longest text message, in UTF-16 code units. It takes four or five segments. */
export const longestSms = 480

/** Composes a text message. Long names are cut, so that the text keeps to `longestSms`. */
export function composeSms(language: Language, templates: Templates, content: NoticeContent): string {
  const values = valuesOf(language, content)
  const { practice, firstName } = values
  const template = greeting(templates.smsText, values)
  let text = fill(template, values)
  for (
    let most = Math.max(practice.length, firstName.length) - 1;
    text.length > longestSms && most > 0;
    most--
  ) {
    const short = { practice: cut(practice, most), firstName: cut(firstName, most) }
    text = fill(template, { ...values, ...short })
  }
  return text
}

/** Cuts a name and adds a full stop, which every encoding of text messages contains. */
const cut = (name: string, most: number): string =>
  name.length > most
    ? `${name
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}.`
    : name

const greeting = (template: string, { firstName }: Values): string =>
  firstName === '' ? withoutName(template) : template

const valuesOf = (language: Language, content: NoticeContent): Values => ({
  practice: oneLine(content.practiceName),
  firstName: greetingName(content.firstName),
  date: dateOf(language, content.startAt, content.timezone),
  time: timeOf(language, content.startAt, content.timezone),
  link: content.link,
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
