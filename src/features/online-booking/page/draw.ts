/**
 * Draws the page on which patients book by themselves (RULES §31). It is plain HTML: links, and forms that the server
 * answers with the next page. So the page needs no script and no cookie, and works with keyboards and screen readers.
 */
import { longestAnswer } from '../../../domain/online-booking.ts'
import type { NoticeChannel } from '../../../domain/reminders/notice.ts'
import { formatInstant } from '../../../domain/time.ts'
import { plainPage } from '../../../http/plain-page.ts'
import { bookingWords } from '../../../messages/booking-page/by-language.ts'
import { dateOf, timeOf, timesIn } from '../../../messages/compose.ts'
import { type LanguageId, languages } from '../../../messages/languages.ts'
import { telOf } from '../../../messages/tel.ts'
import { html, type Markup } from './markup.ts'

/** What every page shows around the form of its step. */
export interface Frame {
  readonly slug: string
  readonly language: LanguageId
  readonly practice: {
    readonly name: string
    readonly timezone: string
    readonly phone: string | null
    readonly address: string | null
  }
  readonly codesBy: readonly NoticeChannel[]
  /** The token of the patient's link, when they choose another time for their visit. Every form sends this token. */
  readonly link?: string | undefined
}

export interface ShownType {
  readonly id: string
  readonly name: Readonly<Record<LanguageId, string>>
  readonly durationMinutes: number
  readonly instructions: { readonly [language in LanguageId]?: string } | null
  readonly questions: readonly string[]
}

export interface ShownTime {
  readonly startAt: number
  readonly practitioner: { readonly id: string; readonly name: string } | null
}

/** A time that is held for the visitor. */
export interface ShownHold extends ShownTime {
  readonly secret: string
  readonly type: ShownType
  readonly known: boolean
  readonly isRequest: boolean
  readonly expiresAt: number
}

/** What the visitor typed, as it was typed. */
export interface Details {
  readonly firstName: string
  readonly lastName: string
  readonly day: string
  readonly month: string
  readonly year: string
  readonly contact: string
  readonly answers: readonly string[]
}

/** What is wrong with each field, in words. `answers` has the errors in the order of the questions. */
export interface Wrong {
  readonly firstName?: string
  readonly lastName?: string
  readonly dob?: string
  readonly contact?: string
  readonly answers?: readonly (string | undefined)[]
  readonly code?: string
}

/** The first page: were you here before? */
export function drawWelcome(frame: Frame): string {
  const { title, wereYouHere } = bookingWords[frame.language]
  const choice = (known: string, text: string) =>
    html`<li><a class="button plain wide" href="${here(frame, { known })}">${text}</a></li>`
  return page(
    frame,
    title,
    html`<h2>${wereYouHere.question}</h2>
<ul class="choices">${choice('no', wereYouHere.no)}${choice('yes', wereYouHere.yes)}</ul>
${languagesOf(frame, {})}`,
  )
}

/** The types that known patients, or new patients, can book. `isRequest`: the practice decides about the booking. */
export function drawTypes(
  frame: Frame,
  known: boolean,
  types: readonly (ShownType & { readonly isRequest: boolean })[],
): string {
  const { title, whichType, minutes, onRequest, nothingOnline, back } = bookingWords[frame.language]
  const choice = ({ id, name, durationMinutes, isRequest }: (typeof types)[number]) =>
    html`<li><a class="button plain wide choice" href="${here(frame, { known: yesNo(known), type: id })}">
<span dir="auto">${name[frame.language]}</span> <span class="hint">${minutes(durationMinutes)}</span>
${isRequest && html`<span class="hint">${onRequest}</span>`}</a></li>`
  return page(
    frame,
    title,
    html`<h2>${whichType}</h2>
${types.length === 0 ? html`<p>${nothingOnline}</p>` : html`<ul class="choices">${types.map(choice)}</ul>`}
<p><a href="${here(frame, {})}">${back}</a></p>
${languagesOf(frame, { known: yesNo(known) })}`,
  )
}

interface ShownTimes {
  readonly type: ShownType
  readonly known: boolean
  readonly isRequest: boolean
  readonly days: readonly { readonly date: string; readonly times: readonly ShownTime[] }[]
  /** The first day that is shown, `YYYY-MM-DD`. Null for the first page. */
  readonly from: string | null
  readonly nextFrom: string | null
  /** The secret of a hold that the choice of another time releases. */
  readonly secret?: string | undefined
  /** What happened to the time that the visitor chose before. */
  readonly trouble?: string | undefined
}

/** The free times, as a list of days. A screen reader reads the day, date, time and member of each button. */
export function drawTimes(frame: Frame, shown: ShownTimes): string {
  const { type, known, isRequest, days, from, nextFrom, secret, trouble } = shown
  const { whichTime, onRequest, noTimes, laterDays, firstDays, back } = bookingWords[frame.language]
  const asked = { known: yesNo(known), type: type.id }
  const way = (text: string, query: Readonly<Record<string, string>>) =>
    frame.link === undefined
      ? html`<a href="${here(frame, query)}">${text}</a>`
      : form(
          frame,
          { step: 'move', from: query.from, secret },
          html`<button class="button quiet">${text}</button>`,
        )
  const timeIn = timesIn(languages[frame.language], frame.practice.timezone)
  const day = ({ date, times }: (typeof days)[number]) => {
    const said = dateIn(frame, times[0]!.startAt)
    return html`<section aria-labelledby="d${date}"><h2 id="d${date}">${said}</h2>
<ul class="times">${times.map((time) => html`<li>${timeButton(frame, said, timeIn(time.startAt), time)}</li>`)}</ul></section>`
  }
  return page(
    frame,
    whichTime,
    html`${troubleBox(trouble)}
<p><strong dir="auto">${type.name[frame.language]}</strong></p>
${isRequest && html`<p>${onRequest}</p>`}
${
  days.length === 0 ? html`<p>${noTimes}</p>` : form(frame, { step: 'hold', ...asked, secret }, days.map(day))
}
<div class="ways">${from !== null && way(firstDays, asked)}
${nextFrom !== null && way(laterDays, { ...asked, from: nextFrom })}
${frame.link === undefined && html`<a href="${here(frame, { known: yesNo(known) })}">${back}</a>`}</div>
${frame.link === undefined && languagesOf(frame, { ...asked, ...(from !== null && { from }) })}`,
    trouble !== undefined,
  )
}

function timeButton(frame: Frame, date: string, time: string, { startAt, practitioner }: ShownTime): Markup {
  const { withMember } = bookingWords[frame.language]
  const value = `${formatInstant(startAt)} ${practitioner?.id ?? ''}`
  return html`<button class="button plain" name="time" value="${value}">
<span class="visually-hidden">${date}, </span>${time}
${practitioner && html` <span class="hint">${withMember(practitioner.name)}</span>`}</button>`
}

/** The form for the visitor's name, birth date and contact. The code is sent to this contact. */
export function drawDetails(frame: Frame, hold: ShownHold, details: Details, wrong: Wrong = {}): string {
  const words = bookingWords[frame.language]
  const { aboutYou, born, bornHint, contactHint, optional, sendCode } = words
  const input = (name: keyof Details & keyof Wrong, label: string, more: Markup, hint?: string) =>
    field(
      { name, label, hint, error: wrong[name] as string | undefined },
      (described) =>
        html`<input id="${name}" name="${name}" value="${details[name] as string}" required ${more} ${described}>`,
    )
  const number = (name: 'day' | 'month' | 'year', auto: string, longest: number) =>
    html`<div class="field"><label for="${name}">${born[name]}</label>
<input id="${name}" name="${name}" value="${details[name]}" required inputmode="numeric" autocomplete="${auto}" maxlength="${longest}" ${describedBy('dob', true, wrong.dob)}></div>`
  const question = (text: string, i: number) =>
    field(
      { name: `answer${i}`, label: `${text} ${optional}`, error: wrong.answers?.[i] },
      (described) =>
        html`<textarea id="answer${i}" name="answer${i}" rows="2" maxlength="${longestAnswer}" ${described}>
${details.answers[i] ?? ''}</textarea>`,
    )
  const by = contactBy(frame)
  const contact =
    by === 'email'
      ? html`type="email" autocomplete="email"`
      : by === 'sms'
        ? html`type="tel" autocomplete="tel"`
        : html`inputmode="email" autocomplete="email"`
  return page(
    frame,
    aboutYou,
    html`${troubleBox(firstOf(wrong))}
${heldBox(frame, hold)}
${form(
  frame,
  { step: 'code', secret: hold.secret },
  html`<div class="pair">${input('firstName', words.firstName, html`autocomplete="given-name" maxlength="200"`)}
${input('lastName', words.lastName, html`autocomplete="family-name" maxlength="200"`)}</div>
<fieldset><legend>${born.question}</legend><p class="hint" id="dob-hint">${bornHint}</p>
<div class="born">${number('day', 'bday-day', 2)}${number('month', 'bday-month', 2)}${number('year', 'bday-year', 4)}</div>
${errorOf('dob', wrong.dob)}</fieldset>
${input('contact', words.contact[by], html`${contact} maxlength="300"`, contactHint)}
${hold.type.questions.map(question)}
<button class="button primary wide">${sendCode}</button>`,
)}
${otherTime(frame, hold)}`,
    firstOf(wrong) !== undefined,
  )
}

/** The form for the code. Hidden fields contain what the visitor typed before. These data are kept nowhere else. */
export function drawCode(frame: Frame, hold: ShownHold, details: Details, wrong: Wrong = {}): string {
  const { code, codeSent, codeLate, sendAgain, changeDetails, book, ask } = bookingWords[frame.language]
  const typed = { secret: hold.secret, ...fieldsOf(details) }
  return page(
    frame,
    code,
    html`${troubleBox(wrong.code)}
${heldBox(frame, hold)}
<p>${codeSent(details.contact)}</p>
${form(
  frame,
  { step: 'confirm', ...typed },
  html`${field(
    { name: 'code', label: code, error: wrong.code },
    (described) =>
      html`<input id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="12" ${described}>`,
  )}
<button class="button primary wide">${hold.isRequest ? ask : book}</button>`,
)}
<p class="hint">${codeLate}</p>
<div class="ways">${form(frame, { step: 'again', ...typed }, html`<button class="button plain">${sendAgain}</button>`)}
${form(frame, { step: 'edit', ...typed }, html`<button class="button plain">${changeDetails}</button>`)}</div>
${otherTime(frame, hold)}`,
    wrong.code !== undefined,
  )
}

/** What was booked, moved or requested. */
interface ShownDone {
  readonly type: ShownType | null
  readonly time: ShownTime
  /** Until when a request waits. Null for a booking. */
  readonly decidedBy: number | null
  /** Whether the patient has just moved the visit. */
  readonly isMoved?: boolean
  /** The secret with which the visitor gets the file for a calendar. Left out when there is no file. */
  readonly secret?: string | undefined
}

export function drawDone(frame: Frame, { type, time, decidedBy, isMoved, secret }: ShownDone): string {
  const { booked, bookedNext, requested, requestedNext, pleaseKnow, move, calendar } =
    bookingWords[frame.language]
  const instructions = type?.instructions?.[frame.language]
  const [title, next] =
    decidedBy !== null
      ? [requested, requestedNext(dateIn(frame, decidedBy), timeIn(frame, decidedBy))]
      : isMoved
        ? [move.moved, move.next]
        : [booked, bookedNext]
  return page(
    frame,
    title,
    html`${whenBox(frame, time)}
<p>${next}</p>
${instructions && html`<h2>${pleaseKnow}</h2><p class="lines" dir="auto">${instructions}</p>`}
${decidedBy === null && (secret ?? frame.link) !== undefined && form(frame, { step: 'calendar', secret }, html`<button class="button plain">${calendar}</button>`)}`,
  )
}

/** The page for a request that was declined, or a booking that no longer exists. */
export function drawGone(frame: Frame): string {
  const { gone, back } = bookingWords[frame.language]
  return page(frame, gone.title, html`<p>${gone.text}</p><p><a href="${here(frame, {})}">${back}</a></p>`)
}

/** The page that asks for confirmation before a visit is moved to the held time. */
export function drawMove(
  frame: Frame,
  {
    before,
    held,
    secret,
    expiresAt,
    ticket,
    trouble,
  }: {
    readonly before: ShownTime
    readonly held: ShownTime
    readonly secret: string
    readonly expiresAt: number
    readonly ticket: string
    readonly trouble?: string | undefined
  },
): string {
  const { move, heldUntil, anotherTime } = bookingWords[frame.language]
  return page(
    frame,
    move.title,
    html`${troubleBox(trouble)}
<p>${move.now}</p>
${whenBox(frame, before)}
<p>${move.to}</p>
${whenBox(frame, held)}<p class="hint">${heldUntil(timeIn(frame, expiresAt))}</p>
${form(frame, { step: 'moved', secret, ticket }, html`<button class="button primary wide">${move.confirm}</button>`)}
${form(frame, { step: 'move', secret }, html`<button class="button quiet">${anotherTime}</button>`)}`,
    trouble !== undefined,
  )
}

/** The page that explains why the booking cannot go on. */
export function drawTrouble(frame: Frame, trouble: string): string {
  const { title, back } = bookingWords[frame.language]
  return page(frame, title, html`${troubleBox(trouble)}<p><a href="${here(frame, {})}">${back}</a></p>`, true)
}

/** The page for an address without online booking. It is the same for every reason. */
export function drawNowhere(language: LanguageId): string {
  const { title, text, start } = bookingWords[language].nowhere
  return document(language, title, html`<h1>${title}</h1><p>${text}</p><p><a href="/">${start}</a></p>`)
}

const dateIn = ({ language, practice }: Frame, at: number): string =>
  dateOf(languages[language], at, practice.timezone)
const timeIn = ({ language, practice }: Frame, at: number): string =>
  timeOf(languages[language], at, practice.timezone)

const yesNo = (known: boolean): 'yes' | 'no' => (known ? 'yes' : 'no')

/** An address of the page. It contains no personal data. */
const here = ({ slug, language }: Frame, query: Readonly<Record<string, string>>): string =>
  `/book/${slug}?${new URLSearchParams({ ...query, lang: language })}`

/** Which contact the form asks for. */
export const contactBy = ({ codesBy }: Pick<Frame, 'codesBy'>): NoticeChannel | 'either' =>
  codesBy.length === 1 ? codesBy[0]! : 'either'

const languagesOf = (frame: Frame, query: Readonly<Record<string, string>>): Markup =>
  html`<p class="ways">${Object.entries(languages)
    .filter(([id]) => id !== frame.language)
    .map(
      ([id, { name, locale }]) =>
        html`<a href="${here({ ...frame, language: id as LanguageId }, query)}" lang="${locale}" hreflang="${locale}">${name}</a>`,
    )}</p>`

/** A form with hidden fields. Fields without a value are left out. */
const form = (
  { slug, language, link }: Frame,
  fields: Readonly<Record<string, string | undefined>>,
  content: Markup | readonly Markup[],
): Markup =>
  html`<form class="stack" method="post" action="/book/${slug}">${Object.entries({
    ...fields,
    link,
    lang: language,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content}</form>`

/** What the visitor typed, as the fields of a form. */
const fieldsOf = ({ answers, ...others }: Details): Readonly<Record<string, string>> => ({
  ...others,
  ...Object.fromEntries(answers.map((answer, i) => [`answer${i}`, answer])),
})

interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

const field = ({ name, label, hint, error }: Field, input: (described: Markup) => Markup): Markup =>
  html`<div class="field"><label for="${name}" dir="auto">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${input(describedBy(name, hint !== undefined, error))}
${errorOf(name, error)}</div>`

const errorOf = (name: string, error: string | undefined): Markup =>
  html`${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}`

/** The attributes that link a field to its hint and to its error. */
function describedBy(name: string, hasHint: boolean, error: string | undefined): Markup {
  const ids = [hasHint && `${name}-hint`, error !== undefined && `${name}-error`].filter((id) => id !== false)
  return html`${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}
${error !== undefined && html` aria-invalid="true"`}`
}

const firstOf = ({ firstName, lastName, dob, contact, answers }: Wrong): string | undefined =>
  firstName ?? lastName ?? dob ?? contact ?? answers?.find((error) => error !== undefined)

/** A box with an error. It gets the focus, so that a screen reader begins with this box. */
const troubleBox = (trouble: string | undefined): Markup =>
  html`${trouble !== undefined && html`<p class="notice caution" role="alert" tabindex="-1" autofocus>${trouble}</p>`}`

const whenBox = (frame: Frame, { startAt, practitioner }: ShownTime): Markup =>
  html`<p class="when"><strong>${dateIn(frame, startAt)}</strong><br><strong>${timeIn(frame, startAt)}</strong>
${practitioner && html`<br><span dir="auto">${bookingWords[frame.language].withMember(practitioner.name)}</span>`}</p>`

const heldBox = (frame: Frame, hold: ShownHold): Markup =>
  html`${whenBox(frame, hold)}<p class="hint">${bookingWords[frame.language].heldUntil(timeIn(frame, hold.expiresAt))}</p>`

const otherTime = (frame: Frame, { secret }: ShownHold): Markup =>
  form(
    frame,
    { step: 'times', secret },
    html`<button class="button quiet">${bookingWords[frame.language].anotherTime}</button>`,
  )

/** A page of a practice. */
function page(frame: Frame, title: string, body: Markup, isWrong = false): string {
  const { practice, language } = frame
  const words = bookingWords[language]
  const href = practice.phone === null ? null : telOf(practice.phone)
  const phone = practice.phone !== null && html`${words.call}: ${practice.phone}`
  return document(
    language,
    `${isWrong ? words.errors.mark : ''}${title} – ${practice.name}`,
    html`<div><p class="eyebrow" dir="auto">${practice.name}</p><h1>${title}</h1></div>
${body}`,
    html`${
      (practice.phone ?? practice.address) !== null &&
      html`<footer class="contact">${phone && html`<p>${href === null ? phone : html`<a href="${href}">${phone}</a>`}</p>`}
${practice.address !== null && html`<p class="lines" dir="auto">${practice.address}</p>`}</footer>`
    }`,
  )
}

const document = (language: LanguageId, title: string, main: Markup, footer?: Markup): string =>
  plainPage({
    lang: languages[language].locale,
    title: html`${title}`.text,
    main: main.text,
    footer: footer?.text ?? '',
    kind: 'visit book',
  })
