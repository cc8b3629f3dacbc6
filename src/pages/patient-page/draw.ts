/** Shows a visit on the page. */
import type { PageWords } from '../../messages/language.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { telOf } from '../../messages/tel.ts'
import { byId, make } from './dom.ts'
import type { PatientPage } from './patient-page.ts'

let language: LanguageId = languageIdOf(navigator.language.slice(0, 2))

/** The words in the patient's language, or in the browser's until that is known. */
export const words = (): PageWords => languages[language].page

export function draw(visit: PatientPage): void {
  const { practice, when, messages } = visit
  language = visit.language ?? language
  document.documentElement.lang = language
  drawTitle()
  byId('practice').textContent = practice?.name ?? ''
  for (const name of ['date', 'time'] as const) byId(name).textContent = when?.[name] ?? ''
  byId('when').hidden = when === null
  drawAnswers(visit)
  drawContact(practice)
  byId('opt_out').hidden = !messages?.wanted
  if (messages === null) return
  const said = words().messages[messages.channel]
  byId('opt_out').textContent = said.noMore
  byId('undo').textContent = said.again
  byId('stopped').textContent = messages.wanted ? '' : said.stopped
}

export function drawTitle(): void {
  document.title = words().title
  byId('title').textContent = words().title
}

/** Draws the buttons for an answer: both while there is none, and only the other one afterwards. */
function drawAnswers({ when, answer }: PatientPage): void {
  const { confirm, askToCancel, confirmAfterAll, cancelAfterAll } = words()
  byId('answers').hidden = when === null
  byId('confirmed').hidden = answer === 'confirmed'
  byId('confirmed').textContent = answer === null ? confirm : confirmAfterAll
  byId('confirmed').className = `button wide ${answer === null ? 'primary' : 'plain'}`
  byId('cancel_requested').hidden = answer === 'cancel_requested'
  byId('cancel_requested').textContent = answer === null ? askToCancel : cancelAfterAll
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

/** What the page says about the answer. */
export function messageFor({ state, answer }: PatientPage): string {
  const { question, confirmed, cancelRequested } = words()
  if (state === 'open') return question
  if (state === 'answered') return answer === 'confirmed' ? confirmed : cancelRequested
  return words()[state]
}
