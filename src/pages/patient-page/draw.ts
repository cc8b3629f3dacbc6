/** Shows a visit on the page. */
import type { MessageWords, PageWords } from '../../messages/language.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { telOf } from '../../messages/tel.ts'
import { byId, make } from './dom.ts'
import type { PatientPage } from './patient-page.ts'

/** Whether the message with the link tells the patient to come again. */
let isRecall = false
let language: LanguageId = languageIdOf(navigator.language.slice(0, 2))

/** The words in the patient's language, or in the browser's until the patient's is known. */
export const words = (): PageWords => languages[language].page

export function draw(visit: PatientPage): void {
  const { practice, when, messages } = visit
  language = visit.language ?? language
  document.documentElement.lang = language
  isRecall = messages?.recall === true
  drawTitle()
  byId('practice').textContent = practice?.name ?? ''
  for (const name of ['date', 'time'] as const) byId(name).textContent = when?.[name] ?? ''
  byId('length').textContent = when && words().takes(Math.round(when.minutes))
  byId('when').hidden = when === null
  byId('message').classList.toggle('agreed', visit.answer === 'confirmed')
  drawAnswers(visit)
  drawOwn(visit)
  drawBooking(visit)
  drawContact(practice)
  byId('opt_out').hidden = !messages?.wanted
  if (messages === null) return
  const said = wordsOf(messages)
  byId('opt_out').textContent = said.noMore
  byId('undo').textContent = said.again
  byId('stopped').textContent = messages.wanted ? '' : said.stopped
}

/** Shows the title. It is hidden before, so that the page does not begin in another language than the patient's. */
export function drawTitle(): void {
  byId('head').hidden = false
  const { title } = isRecall ? languages[language].recall.page : words()
  document.title = title
  byId('title').textContent = title
}

/** The texts of the page about the messages of a visit. */
export const wordsOf = ({ channel, recall }: NonNullable<PatientPage['messages']>): MessageWords =>
  recall ? languages[language].recall.page : words().messages[channel]

/** Draws the link to book a time, in place of the buttons for an answer. */
function drawBooking({ book }: PatientPage): void {
  const label = languages[language].recall.book
  byId('book').hidden = book === undefined
  byId('book').replaceChildren(
    ...(book === undefined ? [] : [make('a', { href: book, className: 'button primary wide' }, label)]),
  )
}

/**
 * Draws the buttons for an answer: both while there is no answer, and afterwards only the button for the other answer.
 */
function drawAnswers({ when, answer, own }: PatientPage): void {
  const { confirm, askToCancel, confirmAfterAll, cancelAfterAll } = words()
  byId('answers').hidden = when === null
  byId('confirmed').hidden = answer === 'confirmed'
  byId('confirmed').textContent = answer === null ? confirm : confirmAfterAll
  byId('confirmed').className = `button wide ${answer === null ? 'primary' : 'plain'}`
  byId('cancel_requested').hidden = answer === 'cancel_requested' || own !== null
  byId('cancel_requested').textContent = answer === null ? askToCancel : cancelAfterAll
}

/**
 * Draws the buttons with which patients move or cancel a visit that they booked online, and the file for their
 * calendar.
 */
function drawOwn({ own, calendar }: PatientPage): void {
  const { until, move, cancel, calendar: save } = { ...words().own, ...words() }
  byId('until').hidden = own === null
  byId('until').textContent = own && until(own.date, own.time)
  byId('cancel').hidden = own === null
  byId('cancel').textContent = cancel
  byId('move').hidden = !own?.moveAt
  byId<HTMLFormElement>('move').action = own?.moveAt ?? ''
  byId('moves').textContent = move
  byId<HTMLInputElement>('link').value = location.hash.slice(1)
  byId<HTMLInputElement>('lang').value = language
  byId('calendar').hidden = calendar === null
  byId('calendar').textContent = save
}

/** Saves the appointment as a file, which opens the calendar. */
export function saveCalendar({ calendar }: PatientPage): void {
  if (calendar === null) return
  const href = URL.createObjectURL(new Blob([calendar], { type: 'text/calendar' }))
  make('a', { href, download: 'appointment.ics' }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

function drawContact(practice: PatientPage['practice']): void {
  const { phone = null, address = null } = practice ?? {}
  byId('contact').hidden = practice === null
  byId('address').textContent = address
  byId('phone').replaceChildren(...(phone === null ? [] : [dialling(phone)]))
}

function dialling(phone: string): Node | string {
  const href = telOf(phone)
  const text = `${words().call}: ${phone}`
  return href === null ? text : make('a', { href }, text)
}

/** The text of the page about the patient's answer. */
export function messageFor({ state, answer, book, messages }: PatientPage): string {
  const recall = languages[language].recall.page
  if (state === 'recall') return book === undefined ? `${recall.text} ${recall.callUs}` : recall.text
  if (state === 'expired' && messages?.recall) return recall.expired
  const { question, confirmed, cancelRequested, own } = words()
  if (state === 'open') return question
  if (state === 'answered') return answer === 'confirmed' ? confirmed : cancelRequested
  if (state === 'cancelled') return own.cancelled
  return words()[state]
}
