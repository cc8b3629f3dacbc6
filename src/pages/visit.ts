/** The page behind a reminder's link. It shows the appointment and two buttons. Opening it gives no answer yet. */

import type { PageWords } from '../messages/language.ts'
import { type LanguageId, languageIdOf, languages } from '../messages/languages.ts'
import { ask } from './parts/api.ts'
import { byId, whileBusy } from './parts/dom.ts'

type Answer = 'confirmed' | 'cancel_requested'

interface Visit {
  readonly state: 'open' | 'answered' | 'expired' | 'changed' | 'invalid'
  readonly language: LanguageId | null
  readonly when: { readonly practice: string; readonly date: string; readonly time: string } | null
  readonly answer: Answer | null
}

/** Browsers do not send the fragment of an address, so the token is in no server's log. */
const token = location.hash.slice(1)
let language = languageIdOf(navigator.language.slice(0, 2))
let words: PageWords = languages[language].page

/** Shown after an answer, because the patient cannot change it here. */
const ifChanged: Readonly<Record<LanguageId, string>> = {
  en: 'Has something changed? Please call the practice.',
  de: 'Hat sich etwas geändert? Bitte rufen Sie die Praxis an.',
}

for (const answer of ['confirmed', 'cancel_requested'] as const) {
  const button = byId(answer)
  button.addEventListener(
    'click',
    () => void whileBusy(button, () => load('answer', { token, answer }, answer)),
  )
}
// Another link in the same tab changes only the fragment, so the page would not load again.
addEventListener('hashchange', () => location.reload())
void load('look', { token })

async function load(path: 'look' | 'answer', body: object, wanted?: Answer): Promise<void> {
  try {
    show(await ask<Visit>('POST', `/visit/${path}`, body), wanted)
  } catch {
    byId('title').textContent = words.title
    say(words.failed)
  }
  byId('main').ariaBusy = null
  if (wanted !== undefined) byId('message').focus()
}

function show({ state, language: written, when, answer }: Visit, wanted?: Answer): void {
  if (written !== null) {
    language = written
    words = languages[language].page
    document.documentElement.lang = language
  }
  document.title = words.title
  byId('title').textContent = words.title
  for (const [name, value] of Object.entries(when ?? {})) byId(name).textContent = value
  byId('when').hidden = when === null
  byId('answers').hidden = state !== 'open'
  byId('confirmed').textContent = words.confirm
  byId('cancel_requested').textContent = words.askToCancel
  say(messageFor(state, answer, wanted))
}

function messageFor(state: Visit['state'], answer: Answer | null, wanted?: Answer): string {
  if (state === 'open') return words.question
  if (state !== 'answered') return words[state]
  if (wanted !== undefined && wanted !== answer) return words.answeredOtherwise
  return `${answer === 'confirmed' ? words.confirmed : words.cancelRequested} ${ifChanged[language]}`
}

function say(message: string): void {
  byId('message').textContent = message
}
