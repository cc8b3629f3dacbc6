import { plainPage } from '../../http/plain-page.ts'
import { escapeHtml } from '../../messages/html.ts'
import { languages } from '../../messages/languages.ts'
import type { PatientPage } from './view.ts'

/** The field that a mailbox, or the button of the page, sends (RFC 8058 §3.1). */
export const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' }

/**
 * The page on which a patient stops e-mails. It shows the question with its button, or that the e-mails have stopped.
 * It works without scripts. `visit` is null for a link that leads nowhere and has no known language.
 */
export function unsubscribePage(visit: PatientPage | null): string {
  const { practice, language, messages } = visit ?? {}
  const words = languages[language ?? 'en']
  const { title, question, lost } = words.unsubscribe
  if (!practice || !messages)
    return page(language ?? 'en', title, paragraph(lost) + (language ? '' : inOtherLanguages(lost)))
  const { stopped, noMore } = messages.recall ? words.recall.page : words.page.messages.email
  if (!messages.wanted) return page(words.locale, title, paragraph(stopped))
  const { name, value } = oneClick
  return page(
    words.locale,
    title,
    `${paragraph(messages.recall ? words.recall.page.question(practice.name) : question(practice.name))}
<form method="post">
<button class="button primary wide" name="${name}" value="${value}">${escapeHtml(noMore)}</button>
</form>`,
  )
}

const paragraph = (text: string, lang?: string): string =>
  `<p${lang ? ` lang="${lang}"` : ''} dir="auto">${escapeHtml(text)}</p>`

const inOtherLanguages = (said: string): string =>
  Object.values(languages)
    .filter(({ unsubscribe }) => unsubscribe.lost !== said)
    .map(({ unsubscribe, locale }) => paragraph(unsubscribe.lost, locale))
    .join('')

const page = (lang: string, title: string, body: string): string => {
  const heading = escapeHtml(title)
  return plainPage({ lang, title: heading, main: `<h1>${heading}</h1>\n${body}` })
}
