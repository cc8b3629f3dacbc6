import { footerHtml, footerText } from './footer.ts'
import { greetingName, withoutName } from './greeting.ts'
import { escapeHtml, htmlOf } from './html.ts'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'
import { plainSms } from './sms-plain.ts'
import { fill, type PlaceholderValues, type Templates, withoutInstructions } from './template.ts'
import { titleFor } from './title.ts'

/** The values that go into a message. `startAt` is in epoch milliseconds. */
export interface NoticeContent {
  readonly practiceName: string
  readonly timezone: string
  readonly firstName: string
  readonly lastName: string
  /** The gender as the practice wrote it, or null. */
  readonly gender: string | null
  readonly startAt: number
  readonly link: string
  /** Given for a recall. Then `link` has the label `label`, and the last line of an e-mail links to `page`. */
  readonly recall?: { readonly page: string; readonly label: string; readonly noMore: string } | undefined
  /** The text that the practice wants patients to know before they come; empty for no text. */
  readonly instructions: string
  /** How patients reach the practice, for the end of an e-mail. A value that the practice has not set is null. */
  readonly contact: { readonly phone: string | null; readonly address: string | null }
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

/** Writes dates for text messages, such as `Tue 10 Mar` or `Di 10.3.`, without the year. */
export function shortDates({ locale, shortMonth }: Language, timeZone: string): (startAt: number) => string {
  const dates = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: shortMonth,
  })
  return (startAt) => dates.format(startAt).replace(/^(\p{L}+)[.,]+/u, '$1')
}

/**
 * Writes times of day in the time zone of the practice. Making the function costs much more than calling it. For a time
 * that the clocks show twice, the offset is added: `02:30 (UTC+02:00)`.
 */
export function timesIn({ locale, clock }: Language, timeZone: string): (startAt: number) => string {
  const times = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  return (startAt) => clock(times.format(startAt)) + whichOfTwo(startAt, timeZone)
}

function whichOfTwo(startAt: number, timeZone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(startAt).toZonedDateTimeISO(timeZone)
  const wall = shown.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(timeZone, { disambiguation }),
  )
  return first!.epochMilliseconds === second!.epochMilliseconds ? '' : ` (UTC${shown.offset})`
}

/** The time of day in the time zone of the practice. */
export const timeOf = (language: Language, startAt: number, timeZone: string): string =>
  timesIn(language, timeZone)(startAt)

/** Composes the subject, the plain text and the HTML of an e-mail. */
export function composeEmail(language: Language, templates: Templates, content: NoticeContent) {
  const values = valuesOf(language, content)
  const { practice, title, firstName, lastName, link } = values
  const names = { practice, title, firstName, lastName }
  const isolates = Object.entries(names).map(([name, value]) => [name, isolated(value)])
  const plain: PlaceholderValues = { ...values, ...Object.fromEntries(isolates) }
  const text = values.instructions === '' ? withoutInstructions(templates.emailText) : templates.emailText
  const template = greeting(text, values)
  const subject = oneLine(fill(greeting(templates.emailSubject, values), plain))
  const { recall } = content
  const noMore = recall?.noMore ?? language.footer.noMoreMails
  const footer = { practice, ...content.contact, link: recall?.page ?? link, noMore }
  const body = htmlOf(template, values, recall?.label ?? language.linkLabel)
  return {
    sender: practice,
    subject,
    text: fill(template, plain) + footerText(language, footer),
    html: page(language, subject, body, footerHtml(language, footer)),
  }
}

/** The longest text message, in UTF-16 code units. Such a message takes four segments in GSM-7 and eight in UCS-2. */
export const longestSms = 480

/**
 * Composes a text message. Typographic signs become plain signs, because a typographic sign needs the more expensive
 * encoding. Long names are cut, so that the text is not longer than `longestSms`.
 */
export function composeSms(
  language: Language,
  templates: Templates,
  content: Omit<NoticeContent, 'contact' | 'instructions'>,
): string {
  const date = shortDates(language, content.timezone)(content.startAt)
  // A text message is too short for instructions.
  const values = { ...valuesOf(language, { ...content, instructions: '' }), date }
  const { practice, title, firstName, lastName } = values
  const names = { practice, title, firstName, lastName }
  const template = greeting(templates.smsText, values)
  let text = plainSms(fill(template, values))
  for (
    let most = Math.max(...Object.values(names).map(({ length }) => length)) - 1;
    text.length > longestSms && most > 0;
    most--
  ) {
    const short = Object.entries(names).map(([name, value]) => [name, cut(value, most)])
    text = plainSms(fill(template, { ...values, ...Object.fromEntries(short) }))
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

/** The template without the names that are left out of the message, because their values are empty. */
const greeting = (template: string, values: PlaceholderValues): string =>
  (['title', 'firstName', 'lastName'] as const)
    .filter((name) => values[name] === '')
    .reduce(withoutName, template)

const valuesOf = (language: Language, content: Omit<NoticeContent, 'contact'>): PlaceholderValues => ({
  practice: oneLine(content.practiceName),
  title: titleFor(language, content.gender, greetingName(content.firstName)),
  firstName: greetingName(content.firstName),
  lastName: greetingName(content.lastName),
  date: dateOf(language, content.startAt, content.timezone),
  time: timeOf(language, content.startAt, content.timezone),
  link: content.link,
  instructions: content.instructions,
})

const page = ({ locale }: Language, title: string, body: string, footer: string): string => `<!doctype html>
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
${footer}
</body>
</html>
`

/** Letters of scripts that run from right to left, such as Hebrew and Arabic. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Makes sure that a name written from right to left does not change the order of the words around it. The function uses
 * the isolates of Unicode (UAX #9 §2.4). Other names stay as they are. Not for text messages: the isolates would make
 * them longer and more expensive.
 */
const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
